import { ChevronDown, ChevronUp } from "lucide-react"
import type { ReactNode } from "react"
import type { PanelOpening } from "./use-open-panel.ts"

type WaitingPanelProps = PanelOpening & {
  /** The id of its heading. */
  id: string
  icon: ReactNode
  /** The things that wait, with their number. */
  title: string
  /** A line about it, where there is room. */
  summary?: string
  /** Small pictures at the end of the line. */
  pictures?: ReactNode
  /** Buttons for all of it. */
  actions?: ReactNode
  children: ReactNode
}

/** Shows what waits for a person as one line, and the rest below it once it is opened. */
export function WaitingPanel(props: WaitingPanelProps) {
  const { id, icon, title, summary, pictures, actions, isOpen, onToggle, children } = props
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <section aria-labelledby={id} className="border-warn/25 border-t first:border-t-0">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className={`flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left text-sm ${isOpen ? "bg-warn-soft" : "hover:bg-hover"}`}
        >
          <span className="flex-none text-warn-ink [&>svg]:size-4.5">{icon}</span>
          <span id={id} className="font-[600] text-warn-ink">
            {title}
          </span>
          <span className="min-w-0 flex-1 truncate text-ink-2 coarse:invisible">{!isOpen && summary}</span>
          {!isOpen && <span className="flex flex-none gap-1 coarse:hidden">{pictures}</span>}
          <Chevron aria-hidden="true" className="size-4 flex-none text-ink-3" />
        </button>
      </h2>
      {isOpen && (
        <>
          {actions && (
            <div className="flex flex-wrap gap-2 border-warn/25 border-b px-4 py-2 coarse:[&>*]:flex-1">
              {actions}
            </div>
          )}
          {children}
        </>
      )}
    </section>
  )
}
