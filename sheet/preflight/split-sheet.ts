type Box = { x: number; y: number; widthPx: number; heightPx: number }

/** An artwork on a sheet and the box of its label, in sheet pixels. */
export type LabelledBox = Box & { label: Box | null }

type Sheet<P> = { lengthPx: number; placements: readonly P[] }

export type SplitSheet<P> =
  | { kind: "split"; sheets: { lengthPx: number; placements: P[] }[] }
  /** A piece that no sheet of this length takes, and the length that it needs. */
  | { kind: "too-long"; piece: P; neededPx: number }

/**
 * Splits a sheet's pieces onto sheets of at most `maxLengthPx`: as few as can be and, of the ways to
 * take pieces in the order in which they end, the one of least film. A sheet that is short enough
 * stays as it is.
 *
 *     ┌─────────────┐      ┌─────────────┐   Pieces move along the film alone, and those of one
 *     │ ▄▄▄  ███    │      │ ▄▄▄  ███    │   sheet all by the same way, so no two come closer to
 *     │ ▀▀▀  ███ ▄▄ │      │ ▀▀▀  ███    │   each other. None is cut. If no straight line runs
 *     │ ▄▄▄▄     ██ │  ──► └─────────────┘   between pieces, those that end beyond it go to the
 *     │ ████     ▀▀ │      │          ▄▄ │   next sheet, and the film between is spent twice.
 *     │ ████        │      │ ▄▄▄▄     ██ │
 *     └─────────────┘      │ ████     ▀▀ │
 *
 * Every sheet keeps the margin of the whole one at both ends. Labels stay on the film; as there,
 * they may reach into the margin. Sheets keep the order of pieces, and each that of its placements.
 */
export function splitSheet<P extends LabelledBox>(sheet: Sheet<P>, maxLengthPx: number): SplitSheet<P> {
  const { lengthPx, placements } = sheet
  if (lengthPx <= maxLengthPx) return { kind: "split", sheets: [{ lengthPx, placements: [...placements] }] }
  const marginPx = marginOf(sheet)
  const reaches = placements.map((piece) => reachOf(piece, marginPx)).sort((a, b) => a.end - b.end)
  const longest = reaches.find(({ start, end }) => end - start > maxLengthPx)
  if (longest) return { kind: "too-long", piece: longest.piece, neededPx: longest.end - longest.start }
  const numberOf = new Map<P, number>(placements.map((piece, number) => [piece, number]))
  const inOrder = (a: P, b: P) => (numberOf.get(a) ?? 0) - (numberOf.get(b) ?? 0)
  const sheets = cutsOf(reaches, maxLengthPx).map((ofSheet) => {
    const start = startOf(ofSheet)
    const pieces = ofSheet.map(({ piece }) => piece).sort(inOrder)
    return {
      lengthPx: ofSheet[ofSheet.length - 1].end - start,
      placements: pieces.map((piece) => movedUp(piece, start)),
    }
  })
  return { kind: "split", sheets }
}

/** A piece's part of the film's length, with its label and the margins. */
type Reach<P> = { piece: P; start: number; end: number }

function reachOf<P extends LabelledBox>(piece: P, marginPx: number): Reach<P> {
  const { y, heightPx, label } = piece
  const start = y - marginPx
  const end = y + heightPx + marginPx
  if (label === null) return { piece, start, end }
  return { piece, start: Math.min(start, label.y), end: Math.max(end, label.y + label.heightPx) }
}

/** Returns the smaller of the ends without artwork: a hand may have left more at the top. */
function marginOf({ lengthPx, placements }: Sheet<LabelledBox>): number {
  const top = placements.reduce((least, { y }) => Math.min(least, y), lengthPx)
  const bottom = placements.reduce((most, { y, heightPx }) => Math.max(most, y + heightPx), 0)
  return Math.max(0, Math.min(top, lengthPx - bottom))
}

/**
 * Groups pieces, sorted by their ends, for a sheet each. Taking them in that order needs no more sheets
 * than any other way: each may take all that end soon enough for it.
 */
function cutsOf<P>(reaches: readonly Reach<P>[], maxLengthPx: number): Reach<P>[][] {
  const count = reaches.length
  // From the piece at an index on: sheets and film that the best way takes, and its first sheet's end.
  const sheets = new Uint32Array(count + 1)
  const filmPx = new Float64Array(count + 1)
  const next = new Uint32Array(count + 1)
  for (let from = count - 1; from >= 0; from--) {
    sheets[from] = count + 1
    let start = Number.POSITIVE_INFINITY
    for (let last = from; last < count; last++) {
      start = Math.min(start, reaches[last].start)
      const lengthPx = reaches[last].end - start
      if (lengthPx > maxLengthPx) break
      const more = sheets[last + 1] + 1
      const film = filmPx[last + 1] + lengthPx
      if (more > sheets[from] || (more === sheets[from] && film > filmPx[from])) continue
      sheets[from] = more
      filmPx[from] = film
      next[from] = last + 1
    }
  }
  const groups: Reach<P>[][] = []
  for (let from = 0; from < count; from = next[from]) groups.push(reaches.slice(from, next[from]))
  return groups
}

function startOf(reaches: readonly Reach<unknown>[]): number {
  return reaches.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY)
}

function movedUp<P extends LabelledBox>(piece: P, byPx: number): P {
  const { label } = piece
  return { ...piece, y: piece.y - byPx, label: label && { ...label, y: label.y - byPx } }
}
