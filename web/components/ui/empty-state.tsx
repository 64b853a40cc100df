import type { ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"

export type EmptyStateProps = {
  title: string
  /** One sentence. */
  description?: ReactNode
  /** The next step, unless the page's header has it already. */
  action?: ReactNode
  /** The exact text of the specification, shown first and small. */
  note?: string
  /** `h1` where it is the whole page. */
  headingLevel?: "h1" | "h2" | "h3" | "h4"
}

/** Shows an empty film on the mat, one sentence and the next step. */
export function EmptyState({
  title,
  description,
  action,
  note,
  headingLevel: Heading = "h2",
}: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center md:py-16">
      <EmptyFilm />
      {note !== undefined && (
        <p role="status" className="mt-5 text-xs text-ink-3">
          {note}
        </p>
      )}
      <Heading className={classNames("text-lg font-[620]", note === undefined ? "mt-6" : "mt-1")}>
        {title}
      </Heading>
      {description !== undefined && (
        <p className="mt-1 max-w-sm text-base text-pretty text-ink-2">{description}</p>
      )}
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** Draws a film roll with only the outlines of artwork. */
function EmptyFilm() {
  return (
    <div
      aria-hidden="true"
      className="mat flex h-40 w-72 justify-center overflow-hidden rounded-xl pt-5 [--sq:20px]"
    >
      <div className="[--in:8px] [--len:18]">
        <div className="roll -mx-2 [--roll:16px]" />
        <div className="film">
          <svg viewBox="0 0 176 144" className="absolute inset-0 size-full text-mat-700" aria-hidden="true">
            <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="4 4" opacity="0.55">
              <rect x="8" y="10" width="74" height="56" rx="4" />
              <circle cx="128" cy="42" r="32" />
              <rect x="8" y="76" width="48" height="48" rx="24" />
              <rect x="68" y="84" width="100" height="40" rx="4" />
            </g>
          </svg>
        </div>
      </div>
    </div>
  )
}
