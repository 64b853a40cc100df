import { type KeyboardEvent, useEffect } from "react"
import { nudgesIn } from "../../lib/length.ts"
import type { Hand } from "./use-hand.ts"

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Runs a key's command for the picked pieces of a sheet; returns false for other keys. */
export function onDeskKey(event: KeyboardEvent, hand: Hand, sheetIndex: number): boolean {
  const isControl = event.ctrlKey || event.metaKey
  if (event.altKey) return false
  if (isControl) {
    if (event.key.toLowerCase() !== "a") return false
    hand.pickSheet(sheetIndex)
    return true
  }
  if (hand.picked.size === 0) return false
  const arrow = arrows[event.key]
  if (arrow) {
    const { near, far } = nudgesIn()
    const step = Math.max(1, Math.round((event.shiftKey ? far : near) * hand.packed.dpi))
    hand.nudge(arrow[0] * step, arrow[1] * step)
    return true
  }
  switch (event.key) {
    case "r":
    case "R":
      hand.turn()
      return true
    case "d":
    case "D":
      hand.double()
      return true
    case "p":
    case "P":
      hand.togglePin()
      return true
    case "Delete":
    case "Backspace":
      hand.remove()
      return true
    case "Escape":
      hand.pick([])
      return true
    default:
      return false
  }
}

/** Handles Ctrl Z and Shift Ctrl Z (or Ctrl Y) anywhere on the page except where text is typed. */
export function useUndoKeys(hand: Pick<Hand, "undo" | "redo"> | null): void {
  useEffect(() => {
    if (!hand) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]"))
        return
      const key = event.key.toLowerCase()
      if (key === "z" && !event.shiftKey) hand.undo()
      else if (key === "y" || key === "z") hand.redo()
      else return
      event.preventDefault()
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [hand])
}
