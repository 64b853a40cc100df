import { CircleAlert } from "lucide-react"
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from "react"
import { classNames } from "../../lib/class-names.ts"

type FieldContextValue = {
  id: string
  describedBy: string | undefined
  isInvalid: boolean
  isRequired: boolean
}

const FieldContext = createContext<FieldContextValue | null>(null)

export type FieldProps = {
  label: ReactNode
  /** A sentence; it marks the control as invalid. */
  error?: string
  hint?: ReactNode
  /** A link at the label's right. */
  action?: ReactNode
  isRequired?: boolean
  /** True if the label is for screen readers only. */
  hidesLabel?: boolean
  className?: string
  children: ReactNode
}

/** Gives its one control (Input, Select) a label, hint and error; `TextField` is both in one. */
export function Field({
  label,
  error,
  hint,
  action,
  isRequired,
  hidesLabel,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(" ") || undefined
  return (
    <div className={className}>
      <div
        className={classNames("mb-1.5 flex items-baseline justify-between gap-3", hidesLabel && "sr-only")}
      >
        <label htmlFor={id} className="text-sm font-[550]">
          {label}
        </label>
        {action}
      </div>
      <FieldContext
        value={{
          id,
          describedBy,
          isInvalid: error !== undefined && error !== "",
          isRequired: isRequired === true,
        }}
      >
        {children}
      </FieldContext>
      {error !== undefined && error !== "" && <FieldError id={errorId}>{error}</FieldError>}
      {hint !== undefined && (
        <p id={hintId} className="mt-1.5 text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Shows the error below a control; screen readers read it when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-1.5 flex items-start gap-1.5 text-sm text-bad-ink">
      <CircleAlert className="mt-[3px] size-3.5 flex-none" aria-hidden="true" /> <span>{children}</span>
    </p>
  )
}

/** Returns what a control inside a Field must carry; a control outside one carries its own names. */
export function useFieldProps(): {
  id?: string
  "aria-describedby"?: string
  "aria-invalid"?: true
  "aria-required"?: true
} {
  const field = useContext(FieldContext)
  if (field === null) return {}
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.isInvalid || undefined,
    "aria-required": field.isRequired || undefined,
  }
}

/** The classes of the frame that all text controls share. */
export const controlClasses =
  "w-full rounded-md border border-line-strong bg-surface text-sm text-ink outline-none transition-colors duration-[120ms] focus-visible:border-ring focus-visible:outline-3 focus-visible:outline-offset-0 focus-visible:outline-ring/22 aria-invalid:border-bad aria-invalid:outline-3 aria-invalid:outline-offset-0 aria-invalid:outline-bad/16 aria-invalid:focus-visible:outline-bad/45 disabled:bg-sunken disabled:text-ink-3 coarse:text-[1rem]"

export type InputProps = ComponentProps<"input"> & {
  /** True for filter controls, which have a quiet border; form fields have a strong one. */
  isQuiet?: boolean
  /** An icon inside, at the left. */
  icon?: ReactNode
  /** A unit or a button inside, at the right. */
  trailing?: ReactNode
}

/** Whether text lines are higher: so in narrow forms such as sign-in. */
export const LargeInputs = createContext(false)

export function Input({ isQuiet, icon, trailing, className, type = "text", ...rest }: InputProps) {
  const field = useFieldProps()
  const isLarge = useContext(LargeInputs)
  return (
    <div className={classNames("relative", className)}>
      {icon !== undefined && (
        <span className="pointer-events-none absolute inset-y-0 left-0 grid w-9 place-items-center text-ink-3 [&_svg]:size-4">
          {icon}
        </span>
      )}
      <input
        type={type}
        {...field}
        {...rest}
        className={classNames(
          controlClasses,
          isLarge ? "h-11" : "h-9 coarse:h-11",
          "px-[0.6875rem]",
          icon !== undefined && "pl-9",
          trailing !== undefined && "pr-11",
          isQuiet && "border-line shadow-card",
        )}
      />
      {trailing !== undefined && (
        <span className="absolute inset-y-0 right-0 grid min-w-11 place-items-center px-2 text-sm text-ink-3">
          {trailing}
        </span>
      )}
    </div>
  )
}
