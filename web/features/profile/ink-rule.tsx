import { useMutation } from "@tanstack/react-query"
import type { Profile } from "../../../contract/accounts/profile.ts"
import { Card } from "../../components/ui/card.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { saveSettings } from "../../lib/save-settings.ts"
import { toastSuccess } from "../../lib/toast.tsx"

/** Edits whether an autopilot leaves to the seller what will show on the shirt. */
export function InkRule({ user }: { user: Profile }) {
  const save = useMutation({
    mutationFn: (holdsForInk: boolean) => saveSettings({ holdsForInk }),
    onSuccess: (_saved, isOn) =>
      toastSuccess(isOn ? "Autopilots leave what will show to you" : "Autopilots print what will show"),
  })
  return (
    <Card className="flex items-start justify-between gap-4 p-4 md:p-5">
      <div className="min-w-0">
        <h2 className="text-lg font-[620]">Ink that will show</h2>
        <p className="mt-1 text-sm text-ink-2">
          An autopilot leaves a print as a draft if something on it will show on the shirt, such as a white
          box around the art, until you have looked at it.
        </p>
      </div>
      <Switch
        label="Leave to me what will show"
        checked={save.isPending ? save.variables : user.holdsForInk}
        isDisabled={save.isPending}
        onCheckedChange={(isOn) => save.mutate(isOn)}
      />
    </Card>
  )
}
