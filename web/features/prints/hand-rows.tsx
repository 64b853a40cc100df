import { type ReactNode, useEffect, useRef } from "react"
import type { Hand } from "../sheet-desk/use-hand.ts"
import { isControl } from "./item-row.tsx"

type HandRowsProps = {
  /** The row under the mouse, or null. */
  onHover: (itemId: string | null) => void
  hand: Hand | null
  /** A table whose rows carry `data-row`. */
  children: ReactNode
}

/** Ties the rows of a table to the pieces on the film: a click picks, and what is picked shows. */
export function HandRows({ onHover, hand, children }: HandRowsProps) {
  const table = useRef<HTMLDivElement>(null)
  const picked = [...(hand?.pickedItemIds ?? [])].join(" ")
  useEffect(() => {
    const [first] = picked.split(" ")
    rowsIn(table.current).get(first)?.scrollIntoView({ block: "nearest" })
  }, [picked])
  // The table draws its rows itself and knows of no hand.
  useEffect(() => {
    const ids = new Set(picked.split(" "))
    for (const [id, row] of rowsIn(table.current)) row.toggleAttribute("data-in-hand", ids.has(id))
  })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys pick pieces in the list of pieces
    // biome-ignore lint/a11y/noStaticElementInteractions: its rows are clicked, not the element
    <div
      ref={table}
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

function rowsIn(table: HTMLElement | null): Map<string, HTMLElement> {
  const rows = [...(table?.querySelectorAll<HTMLElement>("[data-row]") ?? [])]
  return new Map(rows.map((row) => [row.dataset.row ?? "", row]))
}
