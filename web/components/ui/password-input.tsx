import { Eye, EyeOff } from "lucide-react"
import { useState } from "react"
import { Input, type InputProps } from "./field.tsx"

/** A password that can be looked at. */
export function PasswordInput(props: Omit<InputProps, "type" | "trailing">) {
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
