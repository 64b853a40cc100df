import { Trash2 } from "lucide-react"
import { Button, type ButtonProps } from "./button.tsx"

type DeleteButtonProps = { label: string } & Omit<ButtonProps, "variant" | "icon" | "children" | "aria-label">

/** Draws a bin that deletes what `label` names: in the head of a page, or smaller in a row. */
export function DeleteButton({ label, size = "icon-sm", ...rest }: DeleteButtonProps) {
  return (
    <Button variant="ghost" size={size} aria-label={label} title="Delete" {...rest}>
      <Trash2 />
    </Button>
  )
}
