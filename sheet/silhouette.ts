/**
 * The ink of an artwork in cells of `cellPx` × `cellPx` of its pixels over the whole picture. A cell is
 * ink if any of its pixels is. `rows[r]` holds the ink columns of cell row r as pairs [from, to),
 * ascending and apart.
 */
export type Silhouette = {
  widthPx: number
  heightPx: number
  cellPx: number
  /** True if the artwork is drawn anew at the printed size, not resampled from these pixels. */
  isVector: boolean
  rows: readonly Uint16Array[]
}

/**
 * The least alpha of ink: everything that is not fully transparent is ink, so soft shadows and trim
 * boxes agree.
 */
export const INK_ALPHA = 1

/**
 * The most cells along the longer side: they measure a 12 in print to 0.012 in, finer than the search's
 * finest steps.
 */
export const SILHOUETTE_MAX_CELLS = 1_024

/**
 * The most runs of one silhouette, 64 KiB. Halftones have hundreds a row, and nothing fits into their
 * gaps.
 */
export const SILHOUETTE_MAX_RUNS = 16_384

/** The gap in a row, in cells, below which it is closed. Doubled until there are few enough runs. */
const narrowestGap = 3

/** Returns the silhouette of a picture that is ink all over. */
export function boxSilhouette(widthPx: number, heightPx: number): Silhouette {
  const cellPx = Math.max(1, Math.ceil(Math.max(widthPx, heightPx) / SILHOUETTE_MAX_CELLS))
  const row = Uint16Array.of(0, Math.ceil(widthPx / cellPx))
  const rows = Array.from({ length: Math.ceil(heightPx / cellPx) }, () => row)
  return { widthPx, heightPx, cellPx, isVector: false, rows }
}

/** Collects a silhouette from rows of straight RGBA8. Pass each row once, in any order. */
export function openSilhouette(
  widthPx: number,
  heightPx: number,
  isVector: boolean,
): { push(row: Uint8Array, y: number): void; finish(): Silhouette } {
  const cellPx = Math.max(1, Math.ceil(Math.max(widthPx, heightPx) / SILHOUETTE_MAX_CELLS))
  const columns = Math.ceil(widthPx / cellPx)
  const rows = Math.ceil(heightPx / cellPx)
  const cells = new Uint8Array(columns * rows)
  return {
    push(row, y) {
      const first = Math.floor(y / cellPx) * columns
      for (let column = 0, x = 0; column < columns; column++) {
        const end = Math.min(widthPx, x + cellPx)
        if (cells[first + column] === 0) {
          while (x < end && row[x * 4 + 3] < INK_ALPHA) x++
          if (x < end) cells[first + column] = 1
        }
        x = end
      }
    },
    finish() {
      const fine = Array.from({ length: rows }, (_, row) =>
        runsOf(cells.subarray(row * columns, (row + 1) * columns)),
      )
      return { widthPx, heightPx, cellPx, isVector, rows: fewRuns(fine) }
    },
  }
}

/** Cells in a box of a silhouette, which counts in cells: one byte for each, row by row, not 0 where there is ink. */
type CellPart = { x: number; y: number; width: number; height: number; cells: Uint8Array }

/**
 * Returns a silhouette with more ink in a part of it; its other rows are the ones below. The added ink was
 * drawn, so the result counts as a vector's.
 */
export function silhouetteWith(below: Silhouette, { x, y, width, height, cells }: CellPart): Silhouette {
  const rows = [...below.rows]
  const line = new Uint8Array(Math.ceil(below.widthPx / below.cellPx))
  for (let row = 0; row < height; row++) {
    const runs = below.rows[y + row]
    line.fill(0)
    for (let i = 0; i < runs.length; i += 2) line.fill(1, runs[i], runs[i + 1])
    for (let column = 0; column < width; column++) if (cells[row * width + column] !== 0) line[x + column] = 1
    rows[y + row] = runsOf(line)
  }
  return { ...below, isVector: true, rows: fewRuns(rows) }
}

/** Returns the rows with so many gaps closed that there are few enough runs. */
function fewRuns(fine: readonly Uint16Array[]): readonly Uint16Array[] {
  let rows = fine
  for (let gap = narrowestGap; rows.reduce((sum, row) => sum + row.length / 2, 0) > SILHOUETTE_MAX_RUNS; ) {
    gap *= 2
    rows = rows.map((runs) => closed(runs, gap))
  }
  return rows
}

/** Returns the runs of a row of cells; narrow gaps are closed. */
function runsOf(cells: Uint8Array): Uint16Array {
  const runs: number[] = []
  for (let column = 0; column < cells.length; column++) {
    if (cells[column] === 0) continue
    const end = runs.length - 1
    if (end > 0 && column - runs[end] < narrowestGap) runs[end] = column + 1
    else runs.push(column, column + 1)
  }
  return Uint16Array.from(runs)
}

/** Returns a row's runs with those gaps closed that are narrower. */
function closed(runs: Uint16Array, narrowest: number): Uint16Array {
  const kept: number[] = []
  for (let i = 0; i < runs.length; i += 2) {
    const end = kept.length - 1
    if (end > 0 && runs[i] - kept[end] < narrowest) kept[end] = runs[i + 1]
    else kept.push(runs[i], runs[i + 1])
  }
  return Uint16Array.from(kept)
}

const magic = 0x31_4c_49_53
const headerBytes = 20
const vectorFlag = 1

/**
 * Encodes a silhouette in a few KiB: a header, then for every row the number of its runs and their
 * ends as differences.
 */
export function encodeSilhouette(silhouette: Silhouette): Uint8Array {
  const body: number[] = []
  const write = (value: number) => {
    for (; value > 127; value >>>= 7) body.push((value & 127) | 128)
    body.push(value)
  }
  for (const row of silhouette.rows) {
    write(row.length / 2)
    row.forEach((end, i) => {
      write(end - (i > 0 ? row[i - 1] : 0))
    })
  }
  const bytes = new Uint8Array(headerBytes + body.length)
  const view = new DataView(bytes.buffer)
  const { widthPx, heightPx, cellPx, isVector } = silhouette
  const header = [magic, widthPx, heightPx, cellPx, isVector ? vectorFlag : 0]
  header.forEach((value, i) => {
    view.setUint32(i * 4, value, true)
  })
  bytes.set(body, headerBytes)
  return bytes
}

/** Reads the result of encodeSilhouette. Throws a RangeError on anything else. */
export function decodeSilhouette(bytes: Uint8Array): Silhouette {
  const refuse = (what: string): never => {
    throw new RangeError(`a silhouette of ${bytes.length} bytes ${what}`)
  }
  if (bytes.length < headerBytes) refuse("has no header")
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [mark, widthPx, heightPx, cellPx, flags] = [0, 4, 8, 12, 16].map((at) => view.getUint32(at, true))
  const columns = Math.ceil(widthPx / cellPx)
  const count = Math.ceil(heightPx / cellPx)
  const isSized = columns >= 1 && count >= 1 && Math.max(columns, count) <= SILHOUETTE_MAX_CELLS
  if (mark !== magic || !isSized || flags > vectorFlag) refuse(`has a header of ${widthPx} × ${heightPx} px`)
  let at = headerBytes
  const read = () => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      if (at >= bytes.length) return refuse("ends too early")
      value |= (bytes[at] & 127) << shift
      if (bytes[at++] < 128) return value
    }
    return refuse("holds a number that is too large")
  }
  let runs = 0
  const rows = Array.from({ length: count }, (_, y) => {
    const length = read()
    runs += length
    if (runs > SILHOUETTE_MAX_RUNS) refuse("has too many runs")
    const row = new Uint16Array(2 * length)
    let end = 0
    for (let i = 0; i < row.length; i++) {
      const step = read()
      if (step === 0 && i > 0) refuse(`has an empty run in row ${y}`)
      end += step
      if (end > columns) refuse(`reaches over the picture in row ${y}`)
      row[i] = end
    }
    return row
  })
  if (at !== bytes.length) refuse("goes on after its end")
  return { widthPx, heightPx, cellPx, isVector: flags === vectorFlag, rows }
}
