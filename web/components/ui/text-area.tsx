import type { ComponentProps } from "react"
import { classNames } from "../../lib/class-names.ts"
import { controlClasses, useFieldProps } from "./field.tsx"

type TextAreaProps = ComponentProps<"textarea">

/** Takes several lines of text; a Field gives it its label. */
export function TextArea({ className, ...props }: TextAreaProps) {
  return (
    <textarea
      {...useFieldProps()}
      {...props}
      className={classNames(controlClasses, "block px-[0.6875rem] py-2", className)}
    />
  )
}
