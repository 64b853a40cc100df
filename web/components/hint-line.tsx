import { Lightbulb, X } from "lucide-react"
import type { HintId } from "../../contract/accounts/hint.ts"
import { classNames } from "../lib/class-names.ts"
import { endHint } from "../lib/hints.ts"

export type HintProps = { id: HintId; children: string; className?: string }

/** Draws a hint with the button that closes it. */
export function HintLine({ id, children, className }: HintProps) {
  return (
    <p role="note" className={classNames("flex items-center gap-2 text-sm text-ink-2", className)}>
      <Lightbulb className="size-4 flex-none text-accent-ink" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
      <button
        type="button"
        aria-label="Close this hint"
        onClick={() => endHint(id)}
        className="touch grid size-6 flex-none place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </p>
  )
}
