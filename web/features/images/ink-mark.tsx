import { Check, Info } from "lucide-react"
import type { InkSeverity } from "../../../contract/artwork/ink.ts"
import { classNames } from "../../lib/class-names.ts"
import { lookOf } from "./ink-chip.tsx"
import { severityWords } from "./ink-words.ts"

/** Says in a word and a sign how sure it is that a finding shows on the shirt. */
export function SeverityWord({ severity }: { severity: InkSeverity }) {
  const { Icon, ink } = severity === "note" ? { Icon: Info, ink: "text-ink-2" } : lookOf(severity)
  return (
    <span className={classNames("inline-flex flex-none items-center gap-1 text-xs font-[550]", ink)}>
      <Icon aria-hidden="true" className="size-3.5" />
      {severityWords[severity]}
    </span>
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
