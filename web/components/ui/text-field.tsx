import { Eye, EyeOff } from "lucide-react"
import { useState } from "react"
import { MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import { Field, type FieldProps, Input, type InputProps } from "./field.tsx"

export type TextFieldProps = Pick<FieldProps, "label" | "hint" | "action" | "isRequired" | "className"> &
  Omit<InputProps, "value" | "onChange" | "className"> & {
    value: string
    error?: string
    onText: (text: string) => void
  }

/** Draws a labelled text line; `form.text("name")` gives its value. Passwords get a reveal button. */
export function TextField(props: TextFieldProps) {
  const { label, hint, action, isRequired, className, error, onText, type, ...input } = props
  const Control = type === "password" ? PasswordInput : Input
  return (
    <Field
      label={label}
      hint={hint}
      action={action}
      isRequired={isRequired}
      className={className}
      error={error}
    >
      <Control {...input} type={type} onChange={(event) => onText(event.target.value)} />
    </Field>
  )
}

/** Asks for a thing's name. */
export function NameField(props: Omit<TextFieldProps, "label"> & { label?: string }) {
  return <TextField label="Name" isRequired maxLength={MAX_NAME_LENGTH} {...props} />
}

function PasswordInput(props: InputProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Input
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={isShown ? "Hide password" : "Show password"}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
          className="touch grid size-7 place-items-center rounded-sm hover:text-ink"
        >
          {isShown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        </button>
      }
    />
  )
}
