type Reveal = (rowId: string) => void

/** The ways to bring a row near the window, one for each list that draws only those rows. */
const reveals = new Set<Reveal>()

/** Adds a way; returns a function that removes it. */
export function onReveal(reveal: Reveal): () => void {
  reveals.add(reveal)
  return () => void reveals.delete(reveal)
}

/**
 * Returns the element of a row, drawn first if it is far from the window. Not to be called while React draws.
 */
export function findRow(rowId: string): HTMLElement | null {
  for (const reveal of reveals) reveal(rowId)
  return document.querySelector(`[data-row="${CSS.escape(rowId)}"]`)
}
