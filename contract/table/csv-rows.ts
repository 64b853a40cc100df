import { MAX_CELL_LENGTH, MAX_IMPORT_COLUMNS } from "../limit.ts"

/** The letters after which the reader lets others run, within a row or a cell as well. */
const LETTERS_OF_SLICE = 100_000

/** The letters read since the last slice, and the row that ends with them; null within a row. */
type RowSlice = { letters: number; row: string[] | null }

/**
 * Reads a table's rows, in time that grows with the text alone. Quotes are read as people leave them: a
 * quote within a cell is a letter, and so is one within quotes without a separator after it.
 */
export function* csvRows(text: string, separator: string): Generator<RowSlice> {
  const end = text.includes("\n") ? "\n" : "\r"
  const ends = nextOf(text, end)
  const separators = nextOf(text, separator)
  let told = 0
  for (let at = 0; at <= text.length; ) {
    const row: string[] = []
    for (let isLast = false; !isLast; ) {
      let part = text[at] === '"' ? quotedCell({ cell: "", start: at + 1, from: at + 1 }) : plainCell(at)
      while ("from" in part) {
        yield slice(part.from, null)
        part = quotedCell(part)
      }
      const { cell, next } = part
      isLast = next >= text.length || text.startsWith(end, next)
      row.push(cell)
      // The row has one cell more than allowed, which is refused: no more of them are read.
      if (row.length > MAX_IMPORT_COLUMNS) isLast = true
      at = next + 1
      if (!isLast && at - told > LETTERS_OF_SLICE) yield slice(at, null)
    }
    yield slice(at, row)
  }

  function slice(at: number, row: string[] | null): RowSlice {
    const letters = at - told
    told = at
    return { letters, row }
  }

  function plainCell(at: number): Cell {
    const lineEnd = ends(at)
    const next = Math.min(lineEnd, separators(at))
    // A line may end with both marks.
    const isBoth = next === lineEnd && end === "\n" && next > at && text[next - 1] === "\r"
    return { cell: text.slice(at, isBoth ? next - 1 : next), next }
  }

  /** Reads on in a quoted cell, up to its end or some letters further. */
  function quotedCell(open: OpenCell): Cell | OpenCell {
    let { cell, start, from } = open
    for (const most = from + LETTERS_OF_SLICE; from < most; ) {
      const quote = text.indexOf('"', from)
      if (quote < 0) return { cell: cell + text.slice(start), next: text.length }
      if (text[quote + 1] === '"') {
        // A longer cell is refused, so no more of it is kept.
        if (cell.length <= MAX_CELL_LENGTH) cell += text.slice(start, quote + 1)
        start = quote + 2
        from = start
        continue
      }
      const next = afterBlanks(text, quote + 1, separator)
      if (next === text.length || text.startsWith(separator, next) || text.startsWith(end, next))
        return { cell: cell + text.slice(start, quote), next }
      from = quote + 1
    }
    return { cell, start, from }
  }
}

type Cell = { cell: string /** The place of its separator or line end. */; next: number }
/** A quoted cell so far: its letters, the place of those to come, and of the next letter to look at. */
type OpenCell = { cell: string; start: number; from: number }

/** Returns a function that finds the next mark; each place of the text is looked at once. */
function nextOf(text: string, mark: string): (from: number) => number {
  let place = -1
  return (from) => {
    if (place < from) {
      const markAt = text.indexOf(mark, from)
      place = markAt < 0 ? text.length : markAt
    }
    return place
  }
}

/** Returns the place after any blanks between a closing quote and the cell's end. */
function afterBlanks(text: string, from: number, separator: string): number {
  let at = from
  while ((text[at] === " " || text[at] === "\t" || text[at] === "\r") && !text.startsWith(separator, at))
    at += 1
  return at
}
