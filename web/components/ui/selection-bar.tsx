import { X } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "./button.tsx"
import { clearOfToasts } from "./clear-of-toasts.ts"

export type SelectionBarProps = {
  count: number
  onClear: () => void
  /** Actions; the destructive one last. */
  children: ReactNode
}

/** What can be done with the picked things; floats at the bottom while there are any. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  if (count === 0) return null
  return (
    <section
      ref={clearOfToasts}
      aria-label="Selection"
      className="rise fixed bottom-5 left-1/2 z-30 flex max-w-[calc(100vw-1rem)] -translate-x-1/2 items-center gap-1 overflow-x-auto rounded-lg bg-raised py-1.5 pr-1.5 pl-4 shadow-float coarse:gap-0 coarse:pl-3"
    >
      <span role="status" className="mr-2 text-sm font-[600] coarse:mr-0 whitespace-nowrap">
        {count} selected
      </span>
      {children}
      <Button variant="ghost" size="icon-sm" aria-label="Clear selection" onClick={onClear}>
        <X />
      </Button>
    </section>
  )
}
