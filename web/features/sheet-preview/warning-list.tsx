import { useState } from "react"
import { Notice } from "../../components/ui/notice.tsx"
import { formatTyped } from "../../lib/length.ts"
import { type ItemWarning, isResolutionWarning } from "./preview-item.ts"

type WarningListProps = {
  warnings: readonly ItemWarning[]
  /** Gives the item the largest size that no longer warns. Without it nothing is offered. */
  onSetWidth?: (itemId: string, widthIn: number) => void
  /** The warnings shown before the rest is asked for. */
  limit?: number
}

/** Lists warnings about the print, each with its remedy. */
export function WarningList({ warnings, onSetWidth, limit = 2 }: WarningListProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (warnings.length === 0) return null
  const shown = isOpen ? warnings : warnings.slice(0, limit)
  const hidden = warnings.length - limit
  return (
    <div className="grid max-h-48 gap-2 overflow-y-auto">
      {shown.map((warning) => {
        const mend = isResolutionWarning(warning) ? warning.sharpWidthIn : null
        return (
          <Notice
            key={`${warning.itemId} ${warning.kind} ${warning.message}`}
            tone="warn"
            className="py-2"
            action={
              mend !== null &&
              onSetWidth && (
                <button
                  type="button"
                  onClick={() => onSetWidth(warning.itemId, mend)}
                  className="touch font-[600] whitespace-nowrap underline decoration-current/40 underline-offset-3"
                >
                  Set {formatTyped(mend)}
                </button>
              )
            }
          >
            <WarningWords warning={warning} />
          </Notice>
        )
      })}
      {hidden > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="touch justify-self-start text-xs font-[550] text-ink-2 hover:underline"
        >
          {isOpen ? "Show fewer" : `${hidden} more`}
        </button>
      )}
    </div>
  )
}

function WarningWords({ warning }: { warning: ItemWarning }) {
  const rest = warning.message.startsWith(warning.name) ? warning.message.slice(warning.name.length) : null
  if (rest === null) return warning.message
  return (
    <>
      <b className="font-[600]">{warning.name}</b>
      {rest}
    </>
  )
}
