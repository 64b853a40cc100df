import { Switch as Radix } from "radix-ui"

export type SwitchProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label: string
  isDisabled?: boolean
}

/** Turns something on or off at once. */
export function Switch({ checked, onCheckedChange, label, isDisabled }: SwitchProps) {
  return (
    <Radix.Root
      checked={checked}
      onCheckedChange={onCheckedChange}
      aria-label={label}
      disabled={isDisabled}
      className="touch inline-flex h-5 w-9 flex-none items-center rounded-full bg-line-strong p-0.5 transition-colors duration-[120ms] disabled:opacity-60 data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="size-4 rounded-full bg-surface shadow-card transition-transform duration-[120ms] data-[state=checked]:translate-x-4 motion-reduce:transition-none" />
    </Radix.Root>
  )
}
