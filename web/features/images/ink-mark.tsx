import { Check, CircleAlert, Info, TriangleAlert } from "lucide-react"
import type { InkMark, InkSeverity } from "../../../contract/artwork/ink.ts"
import { classNames } from "../../lib/class-names.ts"
import { plural } from "../../lib/format.ts"
import { marksText, openMarks, severityWords } from "./ink-words.ts"

const looks: Record<InkSeverity, { Icon: typeof Info; ink: string }> = {
  bad: { Icon: CircleAlert, ink: "text-bad-ink" },
  warn: { Icon: TriangleAlert, ink: "text-warn-ink" },
  note: { Icon: Info, ink: "text-ink-2" },
}

/** Says in a word and a sign how sure it is that a finding shows on the shirt. */
export function SeverityWord({ severity }: { severity: InkSeverity }) {
  const { Icon, ink } = looks[severity]
  return (
    <span className={classNames("inline-flex flex-none items-center gap-1 text-xs font-[550]", ink)}>
      <Icon aria-hidden="true" className="size-3.5" />
      {severityWords[severity]}
    </span>
  )
}

/** Counts what is to be looked at, over a picture. */
export function InkChip({ marks, className }: { marks: readonly InkMark[]; className?: string }) {
  const open = openMarks(marks)
  if (open.length === 0) return null
  const { Icon, ink } = looks[open[0].severity]
  const label = `${plural(open.length, "finding")} to look at: ${marksText(marks)}`
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
      <span className={classNames("font-[550]", looks[worst.severity].ink)}>{marksText(marks)}</span>,{" "}
    </>
  )
}

type PinProps = { severity: InkSeverity; number: number | null; isPicked?: boolean; isOnArt?: boolean }

/** Draws a finding's number: square where it will show, round where it may; a tick where it is known. */
export function InkPin({ severity, number, isPicked = false, isOnArt = false }: PinProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "grid size-5.5 flex-none place-items-center border-2 text-xs leading-none font-[650] tabular-nums",
        number === null
          ? "rounded-full border-line-strong bg-raised text-ink-3"
          : severity === "bad"
            ? "rounded-[5px] border-bad-fill bg-bad-fill text-on-bad"
            : "rounded-full border-warn bg-raised text-ink",
        isOnArt && "ink-pin-on-art",
        isPicked && "is-picked",
      )}
    >
      {number ?? <Check className="size-3" />}
    </span>
  )
}
