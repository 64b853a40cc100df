import { MAX_CELL_LENGTH, MAX_IMPORT_COLUMNS } from "../limit.ts"

/**
 * Reads a table's rows, in time that grows with the text alone. Quotes are read as people leave them: a
 * quote within a cell is a letter, and so is one within quotes without a separator after it.
 */
export function* csvRows(text: string, separator: string): Generator<string[]> {
  const end = text.includes("\n") ? "\n" : "\r"
  const ends = nextOf(text, end)
  const separators = nextOf(text, separator)
  for (let at = 0; at <= text.length; ) {
    const row: string[] = []
    for (let isLast = false; !isLast; ) {
      const { cell, next } = text[at] === '"' ? quotedCell(text, at, separator, end) : plainCell(text, at)
      isLast = next >= text.length || text.startsWith(end, next)
      row.push(cell)
      // The row has one cell more than allowed, which is refused: no more of them are read.
      if (row.length > MAX_IMPORT_COLUMNS) isLast = true
      at = next + 1
    }
    yield row
  }

  function plainCell(from: string, at: number): Cell {
    const lineEnd = ends(at)
    const next = Math.min(lineEnd, separators(at))
    // A line may end with both marks.
    const isBoth = next === lineEnd && end === "\n" && next > at && from[next - 1] === "\r"
    return { cell: from.slice(at, isBoth ? next - 1 : next), next }
  }
}

type Cell = { cell: string /** The place of its separator or line end. */; next: number }

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

function quotedCell(text: string, at: number, separator: string, end: string): Cell {
  let cell = ""
  let start = at + 1
  for (let from = start; ; ) {
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
}

/** Returns the place after any blanks between a closing quote and the cell's end. */
function afterBlanks(text: string, from: number, separator: string): number {
  let at = from
  while ((text[at] === " " || text[at] === "\t" || text[at] === "\r") && !text.startsWith(separator, at))
    at += 1
  return at
}
