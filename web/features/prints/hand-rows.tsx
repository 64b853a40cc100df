import type { ReactNode } from "react"
import type { Hand } from "../sheet-desk/use-hand.ts"
import { isControl } from "./item-row.tsx"
import { useShownInHand } from "./use-shown-in-hand.ts"

type HandRowsProps = {
  /** The row under the mouse, or null. */
  onHover: (itemId: string | null) => void
  hand: Hand | null
  /** A table whose rows carry `data-row`, those of picked pieces marked. */
  children: ReactNode
}

/** Connects the rows of a table to the pieces on the film: a click picks them, and picked ones are marked. */
export function HandRows({ onHover, hand, children }: HandRowsProps) {
  useShownInHand(hand?.pickedItemIds)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys pick pieces in the list of pieces
    // biome-ignore lint/a11y/noStaticElementInteractions: its rows are clicked, not the element
    <div
      className="[&_[data-in-hand]]:bg-accent-soft"
      onPointerOver={(event) => event.pointerType === "mouse" && onHover(rowAt(event.target))}
      onPointerLeave={() => onHover(null)}
      onClick={(event) => {
        const row = rowAt(event.target)
        if (row !== null && !isControl(event.target)) hand?.pickItem(row)
      }}
    >
      {children}
    </div>
  )
}

function rowAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null
  return target.closest<HTMLElement>("[data-row]")?.dataset.row ?? null
}
