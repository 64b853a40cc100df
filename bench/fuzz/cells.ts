import { caseSeed, type Finding, type Mode } from "../../harness/fuzz/mode.ts"
import { nastyText, pick } from "../../harness/fuzz/nasty.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import { inertText, quotedCell } from "../../worker/files/csv.ts"

const PIECES = [
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\r",
  "\n",
  " ",
  '"',
  '""',
  ",",
  ";",
  "'",
  "\u200b",
  "\ufeff",
  "＝",
  "a",
  "1",
  "cmd|' /C calc'!A0",
]

export const cells: Mode = {
  about: "texts as cells of a CSV file: they come back as they were, and none begins like a formula",
  usualCount: 200_000,
  async run(seed, count) {
    const findings: Finding[] = []
    for (let number = 0; number < count; number++) {
      const random = randomFrom(caseSeed(seed, number))
      const length = Math.floor(random() * 8)
      const texts = Array.from({ length: 3 }, () =>
        random() < 0.2 ? nastyText(random) : Array.from({ length }, () => pick(PIECES, random)).join(""),
      )
      const read = readLine(`${texts.map((text) => quotedCell(inertText(text))).join(",")}\r\n`)
      const what = judge(texts, read)
      if (what)
        findings.push({
          case: number,
          kind: "csv",
          what,
          bytes: new TextEncoder().encode(JSON.stringify(texts)),
        })
    }
    return { figures: {}, findings }
  },
}

function judge(texts: readonly string[], read: readonly string[]): string | null {
  if (read.length !== texts.length) return `${texts.length} cells came back as ${read.length}`
  for (const [i, text] of texts.entries()) {
    if (read[i] !== text && read[i] !== `'${text}`) return "a cell came back as another"
    // A spreadsheet ignores leading blanks and invisible characters.
    if (/^[=+\-@＝＋－＠]/.test(read[i].replace(/^[\s\p{C}]+/u, ""))) return "a cell begins like a formula"
  }
  return null
}

/** Reads RFC 4180, independently of our writer. */
function readLine(line: string): string[] {
  const cells: string[] = []
  for (let at = 0; line.slice(at, at + 2) !== "\r\n" || at === 0; ) {
    if (line[at] === ",") at += 1
    if (line[at] !== '"') throw new Error("a cell without quotes")
    let text = ""
    for (at += 1; line[at] !== '"' || line[at + 1] === '"'; at += 1) {
      text += line[at]
      if (line[at] === '"') at += 1
    }
    at += 1
    cells.push(text)
  }
  return cells
}
