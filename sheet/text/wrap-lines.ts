/** The number of words above which a text gets one line for each instead of the best breaks. */
const MAX_WORDS = 60

/** A way to break a text: its lines, and the width of the longest. */
export type Breaking = { lines: string[]; width: number }

/**
 * Returns, for each number of lines, the way to break `text` between words whose longest line is
 * shortest. The text's own line ends stay. `widthOf` measures a text.
 */
export function breakings(text: string, widthOf: (line: string) => number): Breaking[] {
  const parts = text.split("\n").map((part) => breakPart(part, widthOf))
  const counts = parts.map((ways) => ways.length)
  // Parts that break most easily are broken first: the longest line decides.
  const chosen = parts.map(() => 0)
  const result: Breaking[] = []
  for (;;) {
    const lines = parts.flatMap((ways, i) => ways[chosen[i]].lines)
    const widths = parts.map((ways, i) => ways[chosen[i]].width)
    result.push({ lines, width: Math.max(...widths) })
    const widest = widths.indexOf(Math.max(...widths))
    if (chosen[widest] + 1 >= counts[widest]) return result
    chosen[widest]++
  }
}

/** Returns ways to break a text without line ends, from one line to a line for each word. */
function breakPart(part: string, widthOf: (line: string) => number): Breaking[] {
  const words = part.split(/(?<=[ -])(?! )/).filter((word) => word !== "")
  const whole = { lines: [part], width: widthOf(part) }
  if (words.length < 2) return [whole]
  if (words.length > MAX_WORDS) return [whole, linesOf(words, widthOf)]
  const ways = evenBreaks(words, widthOf).map((lines) => linesOf(lines, widthOf))
  return [whole, ...ways]
}

function linesOf(lines: readonly string[], widthOf: (line: string) => number): Breaking {
  const trimmed = lines.map((line) => line.trim())
  return { lines: trimmed, width: Math.max(...trimmed.map(widthOf)) }
}

/**
 * Returns the partitions of words into two lines and more whose longest line is shortest, by dynamic
 * programming. Words are measured alone: kerning over a space changes no break.
 */
function evenBreaks(words: readonly string[], widthOf: (line: string) => number): string[][] {
  const total = words.length
  const widths = words.map((word) => widthOf(word.trimEnd()))
  const starts = [0]
  for (const [i, word] of words.entries()) starts.push(starts[i] + widthOf(word))
  const lineWidth = (from: number, to: number) => starts[to - 1] - starts[from] + widths[to - 1]
  // best[n][to]: the longest line's width if the first `to` words fill n + 1 lines.
  const best = [Array.from({ length: total + 1 }, (_, to) => (to === 0 ? 0 : lineWidth(0, to)))]
  const cuts: number[][] = [new Array(total + 1).fill(0)]
  const breaks: string[][] = []
  for (let n = 1; n < total; n++) {
    best.push(new Array(total + 1).fill(Infinity))
    cuts.push(new Array(total + 1).fill(0))
    for (let to = n + 1; to <= total; to++) {
      for (let from = n; from < to; from++) {
        const width = Math.max(best[n - 1][from], lineWidth(from, to))
        if (width < best[n][to]) [best[n][to], cuts[n][to]] = [width, from]
      }
    }
    const lines: string[] = []
    for (let line = n, to = total; line >= 0; to = cuts[line][to], line--)
      lines.unshift(words.slice(cuts[line][to], to).join(""))
    breaks.push(lines)
  }
  return breaks
}
