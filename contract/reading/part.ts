/** A stretch of an answer's plain text. */
export type Part = { text: string; from: number }

const SEPARATOR = /[\s,;|/•·–—-]/
const KEEPS_ITS_DOT = /(?:^|[\s.])(?:jr|sr|dr|mr|mrs|ms|st|\p{L})\.$/iu
const QUOTED = /^(["“”„«»'‘’])([^"“”„«»\n]+)(["“”«»'‘’])$/

export function sliceOf(part: Part, start: number, end = part.text.length): Part {
  return { text: part.text.slice(start, Math.max(start, end)), from: part.from + start }
}

/** Removes spaces and separators around it, and a full stop that ends no abbreviation. */
export function trimmed({ text, from }: Part): Part {
  let start = 0
  let end = text.length
  while (start < end && SEPARATOR.test(text.charAt(start)) && !isSign(text, start)) start++
  while (end > start && SEPARATOR.test(text.charAt(end - 1))) end--
  const body = text.slice(start, end)
  if (body.endsWith(".") && !body.endsWith("..") && !KEEPS_ITS_DOT.test(body)) end--
  return { text: text.slice(start, end), from: from + start }
}

/** Removes the marks of `“Zoe”`, which nobody wants on a name or number. */
export function unquoted(part: Part): Part {
  const [, , inner = ""] = QUOTED.exec(part.text) ?? []
  return inner !== "" && !/['‘’] /.test(inner) ? trimmed(sliceOf(part, 1, part.text.length - 1)) : part
}

export function linesOf(part: Part): Part[] {
  const lines: Part[] = []
  for (const match of part.text.matchAll(/[^\n]+/g)) {
    const line = trimmed(sliceOf(part, match.index, match.index + match[0].length))
    if (line.text !== "") lines.push(line)
  }
  return lines
}

/** Returns true for the minus of `-7`, which is no separator. */
function isSign(text: string, at: number): boolean {
  return text.charAt(at) === "-" && /\d/.test(text.charAt(at + 1))
}
