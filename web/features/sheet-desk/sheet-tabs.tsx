import { useEffect } from "react"
import { classNames } from "../../lib/class-names.ts"

/** The time that a piece rests on a tab before the stage turns to that sheet. */
const REST_MS = 600

type SheetTabsProps = {
  count: number
  shown: number
  /** The sheet whose tab the hand is over. */
  over: number | null
  onRest: (sheet: number) => void
}

/** Shows tabs of sheets, to drop held pieces onto another one. */
export function SheetTabs({ count, shown, over, onRest }: SheetTabsProps) {
  useEffect(() => {
    if (over === null || over === shown) return
    const timer = setTimeout(() => onRest(over), REST_MS)
    return () => clearTimeout(timer)
  }, [over, shown, onRest])
  return (
    <div
      aria-hidden="true"
      className="appear absolute inset-x-0 top-2 z-20 flex flex-wrap justify-center gap-1.5 px-4"
    >
      {Array.from({ length: count }, (_, sheet) => (
        <span
          key={sheet}
          data-sheet-tab={sheet}
          className={classNames(
            "grid h-10 min-w-20 place-items-center rounded-md border border-stage-ink/40 border-dashed bg-stage/90 px-3 text-sm font-[550] text-stage-ink",
            sheet === shown && "border-solid",
            sheet === over && "border-mat-300 bg-mat-700",
          )}
        >
          Sheet {sheet + 1}
        </span>
      ))}
    </div>
  )
}
