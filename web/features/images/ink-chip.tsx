import { CircleAlert, TriangleAlert } from "lucide-react"
import type { InkMark } from "../../../contract/artwork/ink.ts"
import { classNames } from "../../lib/class-names.ts"
import { marksText, openMarks } from "./ink-names.ts"

/** Returns the sign and the colour of what is to be looked at: what will show, or may. */
export function lookOf(severity: InkMark["severity"]) {
  return severity === "bad"
    ? { Icon: CircleAlert, ink: "text-bad-ink" }
    : { Icon: TriangleAlert, ink: "text-warn-ink" }
}

/** Counts what is to be looked at, over a picture. */
export function InkChip({ marks, className }: { marks: readonly InkMark[]; className?: string }) {
  const open = openMarks(marks)
  if (open.length === 0) return null
  const { Icon, ink } = lookOf(open[0].severity)
  const label = `${open.length} to look at: ${marksText(marks)}`
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={classNames(
        "inline-flex h-6 items-center gap-1 rounded-full bg-raised px-2 text-xs font-[600] tabular-nums shadow-float",
        ink,
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" /> {open.length}
    </span>
  )
}

/** Names what is to be looked at, in front of other words. */
export function InkWords({ marks }: { marks: readonly InkMark[] }) {
  const [worst] = openMarks(marks)
  if (worst === undefined) return null
  return (
    <>
      <span className={classNames("font-[550]", lookOf(worst.severity).ink)}>{marksText(marks)}</span>,{" "}
    </>
  )
}
