import type { ReactNode } from "react"
import type { Submittable } from "../../lib/use-form.ts"
import { LargeInputs } from "./field.tsx"
import { Notice } from "./notice.tsx"

export type FormProps = {
  /** From `useForm`. */
  form: Submittable
  id?: string
  /** `off` where the browser's own account data would be wrong. */
  autoComplete?: "off"
  /** True in narrow forms such as sign-in, where text lines are higher. */
  isLarge?: boolean
  className?: string
  children: ReactNode
}

/** Draws a form on the page: errors of the whole form on top, then its fields. */
export function Form({ form, id, autoComplete, isLarge = false, className, children }: FormProps) {
  return (
    <form
      id={id}
      noValidate
      autoComplete={autoComplete}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <Notice tone="bad" className="col-span-full">
        {form.failure}
      </Notice>
      <LargeInputs value={isLarge}>{children}</LargeInputs>
    </form>
  )
}
