import { type SampleOrder, sampleTemplate } from "./sample-orders.ts"

/** A copy on the film: the corner of its box in inches, and how it is turned, in degrees clockwise. */
export type FilmCopy = { line: number; copy: number; x: number; y: number; turn: 0 | 90 | 180 | 270 }

export type LivingFilm = { copies: readonly FilmCopy[]; lengthIn: number }

/** Returns the film of an order as a hand begins: upright, in rows, one copy after the other. */
export function filmInRows(order: SampleOrder): LivingFilm {
  const { widthIn, edgeIn, gapIn } = sampleTemplate
  const copies: FilmCopy[] = []
  let [x, y, end] = [edgeIn, edgeIn, edgeIn]
  order.forEach(({ width, height, count }, line) => {
    for (let copy = 0; copy < count; copy++) {
      if (x + width > widthIn - edgeIn) [x, y] = [edgeIn, end + gapIn]
      copies.push({ line, copy, x, y, turn: 0 })
      x += width + gapIn
      end = Math.max(end, y + height)
    }
  })
  return { copies, lengthIn: end + edgeIn }
}

/**
 * Returns a film with its copies named after the nearest ones of the same design on the film before, so
 * that as few as possible cross the film, in the order of lines.
 */
export function namedAfter(before: LivingFilm, film: LivingFilm): LivingFilm {
  const pairs = film.copies.flatMap((to) =>
    before.copies
      .filter(({ line }) => line === to.line)
      .map((from) => ({ from, to, distance: Math.hypot(to.x - from.x, to.y - from.y) })),
  )
  const named = new Map<FilmCopy, FilmCopy>()
  const taken = new Set<FilmCopy>()
  for (const { from, to } of pairs.sort((a, b) => a.distance - b.distance)) {
    if (named.has(to) || taken.has(from)) continue
    named.set(to, { ...to, copy: from.copy })
    taken.add(from)
  }
  const copies = film.copies.map((copy) => named.get(copy) ?? copy)
  return { ...film, copies: copies.sort((a, b) => a.line - b.line || a.copy - b.copy) }
}
