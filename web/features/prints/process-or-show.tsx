import { TriangleAlert } from "lucide-react"
import type { MouseEvent } from "react"
import { Button, type ButtonProps } from "../../components/ui/button.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { toastError } from "../../lib/toast.tsx"
import { type Gap, gapCounts } from "./print-gaps.ts"

type ProcessOrShowProps = Omit<ButtonProps, "variant" | "size" | "icon"> & {
  gaps: readonly Gap[]
  /** Why the print cannot be processed, in words, or null. */
  problem: string | null
  onProcess: () => void
  /** Goes to the next row that lacks something. */
  onShow: () => void
}

/** Processes a print, or leads to what is in the way; its look tells which beforehand. */
export function ProcessOrShow(props: ProcessOrShowProps) {
  const { gaps, problem, onProcess, onShow, onClick, ...button } = props
  // A tooltip around the button also handles the click.
  const after = (act: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    onClick?.(event)
    act()
  }
  const command = asCommand("process-print")
  if (problem === null)
    return <Button {...button} {...command} variant="primary" size="lg" onClick={after(onProcess)} />
  const lacks = gapCounts(gaps) || problem
  return (
    <Button
      {...button}
      {...command}
      size="lg"
      icon={<TriangleAlert className="text-warn-ink" />}
      title={lacks}
      aria-description={`Shows where: ${lacks}`}
      onClick={after(() => {
        toastError(problem)
        onShow()
      })}
    />
  )
}
