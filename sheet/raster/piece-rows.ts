import type { Box, RowSink, RowSource } from "./artwork.ts"
import { layOver } from "./draw-over.ts"
import type { RasterHost } from "./host.ts"
import type { Pause } from "./pause.ts"
import { openTextRows } from "./text-rows.ts"

type Size = { widthPx: number; heightPx: number }

/** A piece as it lies on the grid of its image; boxes count in the grid's pixels. */
export type PieceOnGrid = {
  grid: Size
  /** The piece's part of the grid. */
  part: Box
  /** The artwork below the texts, at the grid's scale, and its place. */
  below: RowSource
  belowBox: Box
  /** Texts as SVG paths on a canvas that fills the grid; "" for none. */
  texts: string
  canvas: { width: number; height: number }
}

/**
 * Opens a piece's rows: the pieces' common artwork, and the piece's own texts drawn over it at the
 * printed resolution. The result is that of drawing all of it together, pixel for pixel. Neither is
 * ever held whole.
 */
export async function openPieceRows(piece: PieceOnGrid, host: RasterHost): Promise<RowSource> {
  const { part, grid, texts, canvas } = piece
  const picture = { width: grid.widthPx, height: grid.heightPx }
  const drawing = texts === "" ? null : await openTextRows({ texts, canvas, picture, part }, host)
  const below = placedRows(piece)
  return {
    widthPx: part.width,
    heightPx: part.height,
    decode: (sink, pause) => (drawing ? layRows(below, drawing, sink, pause) : below.decode(sink, pause)),
  }
}

/** Returns the rows of the piece without its texts: the common artwork, and nothing around it. */
function placedRows({ part, below, belowBox }: PieceOnGrid): RowSource {
  const [widthPx, heightPx] = [part.width, part.height]
  const from = Math.max(part.x, belowBox.x)
  const to = Math.min(part.x + part.width, belowBox.x + belowBox.width)
  return {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      const line = new Uint8Array(widthPx * 4)
      let next = 0
      const clearTo = (y: number) => {
        if (next < y) line.fill(0)
        while (next < y) sink(line, next++)
      }
      await below.decode((row, y) => {
        const at = belowBox.y + y - part.y
        if (at < 0 || at >= heightPx) return
        clearTo(at)
        line.fill(0)
        if (to > from)
          line.set(row.subarray((from - belowBox.x) * 4, (to - belowBox.x) * 4), (from - part.x) * 4)
        sink(line, next++)
      }, pause)
      clearTo(heightPx)
    },
  }
}

/** The rows of one decoder that wait for the other's before it is held. */
const ROWS_AHEAD = 32

/**
 * Lays the rows of two decoders over one another. Each hands on rows as they come, so those of the
 * decoder that is ahead are kept, and it is held at its pauses until the other has caught up. The
 * consumer's own pause holds the upper one, and so both.
 */
async function layRows(lower: RowSource, upper: RowSource, sink: RowSink, pause?: Pause): Promise<void> {
  const lowerRows: Uint8Array[] = []
  const upperRows: Uint8Array[] = []
  const spare: Uint8Array[] = []
  let failure: { error: unknown } | null = null
  let done = 0
  let wake = () => {}

  const take = (rows: Uint8Array[]) => (row: Uint8Array) => {
    const copy = spare.pop() ?? new Uint8Array(row.length)
    copy.set(row)
    rows.push(copy)
    while (lowerRows.length > 0 && upperRows.length > 0) {
      const [below, above] = [lowerRows.shift(), upperRows.shift()]
      if (!below || !above) return
      layOver(below, above)
      sink(below, done++)
      spare.push(below, above)
    }
  }
  const holdWhileAhead = async (rows: Uint8Array[]) => {
    wake()
    while (rows.length >= ROWS_AHEAD && !failure) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (failure) throw failure.error
  }
  const run = async (source: RowSource, rows: Uint8Array[], rest?: Pause) => {
    try {
      await source.decode(take(rows), async (pixels) => {
        await rest?.(pixels)
        await holdWhileAhead(rows)
      })
    } catch (error) {
      failure ??= { error }
    } finally {
      wake()
    }
  }
  await Promise.all([run(lower, lowerRows), run(upper, upperRows, pause)])
  // Typescript does not see that the runs above set it.
  const failed = failure as { error: unknown } | null
  if (failed) throw failed.error
}
