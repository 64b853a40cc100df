import { TriangleAlert } from "lucide-react"
import { Button, type ButtonProps } from "../../components/ui/button.tsx"
import { toastError } from "../../lib/toast.tsx"
import { type Gap, gapCounts } from "./print-gaps.ts"

type ProcessOrShowProps = Omit<ButtonProps, "variant" | "size" | "icon" | "onClick"> & {
  gaps: readonly Gap[]
  /** Why the print cannot be processed, in words, or null. */
  problem: string | null
  onProcess: () => void
  /** To the next row that lacks something. */
  onShow: () => void
}

/** Processes a print, or says what is in the way and leads there, as its look tells beforehand. */
export function ProcessOrShow({ gaps, problem, onProcess, onShow, ...button }: ProcessOrShowProps) {
  if (problem === null) return <Button variant="primary" size="lg" onClick={onProcess} {...button} />
  const lacks = gapCounts(gaps) || problem
  return (
    <Button
      size="lg"
      icon={<TriangleAlert className="text-warn-ink" />}
      title={lacks}
      aria-description={`Shows where: ${lacks}`}
      onClick={() => {
        toastError(problem)
        onShow()
      }}
      {...button}
    />
  )
}
