import { Switch } from "../../components/ui/switch.tsx"

type LabelsSwitchProps = {
  isOn: boolean
  /** Null if it can only be read. */
  onChange: ((isOn: boolean) => void) | null
  isDisabled?: boolean
}

/** Edits whether order number and title stand beside each piece on the film. */
export function LabelsSwitch({ isOn, onChange, isDisabled = false }: LabelsSwitchProps) {
  return (
    <div className="mt-3 flex min-h-10 items-center justify-between gap-3 text-sm">
      <span>
        <span className="font-[550]">Labels on the film</span>
        <span className="block text-xs text-ink-3">Order number and title beside each piece</span>
      </span>
      <Switch
        label="Labels on the film"
        checked={isOn}
        isDisabled={isDisabled || onChange === null}
        onCheckedChange={(checked) => onChange?.(checked)}
      />
    </div>
  )
}
