import { useMutation } from "@tanstack/react-query"
import type { Profile } from "../../../contract/accounts/profile.ts"
import { Card } from "../../components/ui/card.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { saveSettings } from "../../lib/save-settings.ts"
import { toastSuccess } from "../../lib/toast.tsx"

/** Edits whether rude words in buyers' texts are pointed out. */
export function RudeWords({ user }: { user: Profile }) {
  const save = useMutation({
    mutationFn: (warnsOfRudeWords: boolean) => saveSettings({ warnsOfRudeWords }),
    onSuccess: (_saved, isOn) =>
      toastSuccess(isOn ? "Rude words are pointed out" : "Rude words are not pointed out any more"),
  })
  return (
    <Card className="flex items-start justify-between gap-4 p-4 md:p-5">
      <div className="min-w-0">
        <h2 className="text-lg font-[620]">Rude words</h2>
        <p className="mt-1 text-sm text-ink-2">
          Names and texts with a word that may be rude are pointed out before they are printed. Nothing is
          refused: some of these words are names.
        </p>
      </div>
      <Switch
        label="Point out rude words"
        checked={save.isPending ? save.variables : user.warnsOfRudeWords}
        isDisabled={save.isPending}
        onCheckedChange={(isOn) => save.mutate(isOn)}
      />
    </Card>
  )
}
