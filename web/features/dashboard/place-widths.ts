export type NamedWidth = { name: string; widthIn: number }

type Place = NamedWidth & { x: number; y: number; isFirst: boolean }

const EDGE_IN = 0.6
const GAP_IN = 0.5
/** The most pieces of one width: enough to compare it with the others. */
const MOST_OF_ONE = 4

/**
 * Places squares of these widths in rows, the widest first, a row or less of each; what the film has no room
 * for is left out.
 */
export function placeWidths(
  widths: readonly NamedWidth[],
  film: { widthIn: number; lengthIn: number },
): Place[] {
  const places: Place[] = []
  let y = EDGE_IN
  for (const { name, widthIn } of [...widths].sort((a, b) => b.widthIn - a.widthIn)) {
    const fits = Math.floor((film.widthIn - 2 * EDGE_IN + GAP_IN) / (widthIn + GAP_IN))
    if (fits < 1 || y + widthIn + EDGE_IN > film.lengthIn) continue
    for (let i = 0; i < Math.min(fits, MOST_OF_ONE); i++)
      places.push({ name, widthIn, x: EDGE_IN + i * (widthIn + GAP_IN), y, isFirst: i === 0 })
    y += widthIn + GAP_IN
  }
  return places
}
