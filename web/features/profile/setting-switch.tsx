import { useMutation } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Card } from "../../components/ui/card.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { toastSuccess } from "../../lib/toast.tsx"

type SettingSwitchProps = {
  title: string
  /** The effect of the setting, in a sentence or two. */
  children: ReactNode
  label: string
  isOn: boolean
  save: (isOn: boolean) => Promise<unknown>
  /** Returns the toast after a change. */
  savedWords: (isOn: boolean) => string
}

/** Shows one of the account's switches, which is saved as soon as it is turned. */
export function SettingSwitch({ title, children, label, isOn, save, savedWords }: SettingSwitchProps) {
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (_saved, wanted) => toastSuccess(savedWords(wanted)),
  })
  return (
    <Card className="flex items-start justify-between gap-4 p-4 md:p-5">
      <div className="min-w-0">
        <h2 className="text-lg font-[620]">{title}</h2>
        <p className="mt-1 text-sm text-ink-2">{children}</p>
      </div>
      <Switch
        label={label}
        checked={saving.isPending ? saving.variables : isOn}
        isDisabled={saving.isPending}
        onCheckedChange={(wanted) => saving.mutate(wanted)}
      />
    </Card>
  )
}
