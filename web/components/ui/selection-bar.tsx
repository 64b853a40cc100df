import { X } from "lucide-react"
import type { ReactNode } from "react"
import { Hint } from "../hint.tsx"
import { Button } from "./button.tsx"
import { clearOfToasts } from "./clear-of-toasts.ts"

export type SelectionBarProps = {
  count: number
  onClear: () => void
  /** A line of its own above the actions. */
  above?: ReactNode
  /** Actions; the destructive one last. */
  children: ReactNode
}

/**
 * Shows the actions for selected things, floating at the bottom while there are any. On a phone it is as wide
 * as the screen, and actions that do not fit one line wrap into the next.
 */
export function SelectionBar({ count, onClear, above, children }: SelectionBarProps) {
  if (count === 0) return null
  return (
    <section
      ref={clearOfToasts}
      aria-label="Selection"
      className="rise fixed bottom-5 left-1/2 z-30 max-w-[calc(100vw-1rem)] -translate-x-1/2 rounded-lg bg-raised shadow-float coarse:right-2 coarse:bottom-[max(0.5rem,env(safe-area-inset-bottom))] coarse:left-2 coarse:max-w-none coarse:translate-x-0"
    >
      {count > 1 && (
        <Hint
          id="shift-click"
          className="absolute bottom-full left-0 mb-2 w-max rounded-md bg-raised px-3 py-1.5 shadow-float coarse:hidden"
        >
          Hold Shift and click to select everything in between.
        </Hint>
      )}
      {above}
      <div className="flex items-center gap-1 py-1.5 pr-1.5 pl-4 coarse:flex-wrap coarse:gap-0 coarse:pl-1.5">
        <span
          role="status"
          className="mr-2 text-sm font-[600] whitespace-nowrap coarse:mr-0 coarse:flex-1 coarse:pl-2.5"
        >
          {count} selected
        </span>
        <div className="contents coarse:order-last coarse:flex coarse:w-full coarse:flex-wrap coarse:gap-1 coarse:[&>*]:flex-1">
          {children}
        </div>
        <Button variant="ghost" size="icon-sm" aria-label="Clear selection" onClick={onClear}>
          <X />
        </Button>
      </div>
    </section>
  )
}
