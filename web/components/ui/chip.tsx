import type { ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"
import { formatCount } from "../../lib/format.ts"

export type ChipProps = {
  children: ReactNode
  count?: number
  isPicked: boolean
  onPick: () => void
  /** A second, small action at its right end (edit), drawn by the caller as a button. */
  action?: ReactNode
}

/** Draws a filter among several, with its name and count. */
export function Chip({ children, count, isPicked, onPick, action }: ChipProps) {
  const hasAction = action !== undefined && action !== null && action !== false
  return (
    <span
      className={classNames(
        "inline-flex h-8 flex-none items-center rounded-full border border-line bg-surface text-sm font-[500] text-ink-2 coarse:h-11",
        isPicked && "border-accent bg-accent-soft text-accent-ink",
      )}
    >
      <button
        type="button"
        aria-pressed={isPicked}
        onClick={onPick}
        className={classNames(
          "inline-flex h-full items-center gap-[0.4375rem] whitespace-nowrap rounded-full px-3 coarse:px-4",
          hasAction && "pr-1.5 coarse:pr-1.5",
        )}
      >
        {children}
        {count !== undefined && (
          <span className={isPicked ? "font-[450]" : "font-[450] text-ink-3"}>{formatCount(count)}</span>
        )}
      </button>
      {action}
    </span>
  )
}

/** Lays out chips in a line that wraps on wide screens and scrolls sideways on phones. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a box
    <div
      role="group"
      aria-label={label}
      className="flex gap-2 coarse:-mx-4 coarse:overflow-x-auto coarse:px-4 coarse:py-1 md:flex-wrap"
    >
      {children}
    </div>
  )
}
