import { Check, ChevronDown } from "lucide-react"
import { Select as Radix } from "radix-ui"
import { type ReactNode, useState } from "react"
import { classNames } from "../../lib/class-names.ts"
import { controlClasses, useFieldProps } from "./field.tsx"

/** `note` stands beside the label in the list alone. */
type SelectOption<Value> = { value: Value; label: string; note?: string; isDisabled?: boolean }

export type SelectProps<Value> = {
  /** The value of the chosen option; of none while nothing is chosen. */
  value: string
  onValueChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string
  /** The name, where no Field gives one. */
  label?: string
  icon?: ReactNode
  isQuiet?: boolean
  /** True if options are names of states, sent in lower case: they are shown with a capital. */
  capitalises?: boolean
  isDisabled?: boolean
  size?: "sm" | "md" | "lg"
  className?: string
}

/** Radix has no empty value; ours means "all" or "none" and needs one. */
const EMPTY = "\u0000empty"

/** Returns the classes of the button that opens a list. */
export function selectClasses({ size, isQuiet }: Pick<SelectProps<string>, "size" | "isQuiet">): string {
  return classNames(
    controlClasses,
    "flex items-center gap-2 px-[0.6875rem] text-left",
    size === "lg" ? "h-11" : size === "sm" ? "h-8 coarse:h-11" : "h-9 coarse:h-11",
    isQuiet && "border-line shadow-card",
  )
}

/**
 * Lets people choose one of a few. An option with value "" stands for no choice. The options are drawn once
 * it is focused or open, because a table may have hundreds of selects.
 */
export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  label,
  icon,
  isQuiet,
  capitalises,
  isDisabled,
  size = "md",
  className,
}: SelectProps<Value>) {
  const field = useFieldProps()
  const hasEmptyOption = options.some((option) => option.value === "")
  const chosen = options.find((option) => option.value === value)
  const [isOpen, setIsOpen] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={setIsOpen}
      value={value === "" && hasEmptyOption ? EMPTY : value}
      onValueChange={(next) => {
        const picked = options.find((option) => option.value === (next === EMPTY ? "" : next))
        if (picked) onValueChange(picked.value)
      }}
      disabled={isDisabled}
    >
      <Radix.Trigger
        {...field}
        aria-label={label}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
        className={classNames(selectClasses({ size, isQuiet }), "data-placeholder:text-ink-3", className)}
      >
        {icon !== undefined && <span className="text-ink-3 [&_svg]:size-4">{icon}</span>}
        <span className={classNames("min-w-0 flex-1 truncate", capitalises && "first-letter:uppercase")}>
          <Radix.Value placeholder={placeholder}>{chosen?.label ?? ""}</Radix.Value>
        </span>
        <Radix.Icon asChild>
          <ChevronDown className="size-4 flex-none text-ink-3" aria-hidden="true" />
        </Radix.Icon>
      </Radix.Trigger>
      {(isOpen || isFocused) && (
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={4}
            className="appear z-50 max-h-[min(24rem,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg bg-raised p-1 shadow-float"
          >
            <Radix.Viewport>
              {options.map((option) => (
                <Radix.Item
                  key={option.value}
                  value={option.value === "" ? EMPTY : option.value}
                  disabled={option.isDisabled}
                  className={classNames(
                    "flex h-8 cursor-pointer select-none items-center gap-2 rounded-sm pr-3 pl-2 text-sm outline-none data-disabled:cursor-not-allowed data-highlighted:bg-hover data-disabled:text-ink-3 coarse:h-11",
                    capitalises && "*:first-letter:uppercase",
                  )}
                >
                  <span className="grid size-4 place-items-center text-accent-ink">
                    <Radix.ItemIndicator>
                      <Check className="size-4" />
                    </Radix.ItemIndicator>
                  </span>
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  {option.note && (
                    <span aria-hidden="true" className="ml-auto max-w-48 truncate pl-4 text-xs text-ink-3">
                      {option.note}
                    </span>
                  )}
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}
