// npm run bench -- fuzz [MODE] [SEED] [COUNT] [--json]: chance against what reads and writes; each mode is a file of its own.
import { mkdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Mode, Report } from "./mode.ts"
import { pictures } from "./pictures.ts"
import { streams } from "./streams.ts"

const modes: Record<string, Mode> = { pictures, streams }

/** Files written at most; the first ones tell as much as all. */
const SAVED_FINDINGS = 50

const words = process.argv.slice(2)
const isJson = words.includes("--json")
const [name, ...numbers] = namedMode(words.filter((word) => word !== "--json"))
const mode = modes[name]
const [seed = 1, count = mode?.usualCount] = numbers.map(Number)
if (!mode || !Number.isInteger(seed) || !Number.isInteger(count) || count < 1) {
  console.error(
    "usage: npm run bench -- fuzz [MODE] [SEED] [COUNT] [--json]; modes, the first where none is named:",
  )
  for (const [known, { about, usualCount }] of Object.entries(modes))
    console.error(`  ${known}: ${about} (${usualCount} cases)`)
  process.exit(2)
}

const start = performance.now()
const report = await mode.run(seed, count)
const seconds = Math.round((performance.now() - start) / 1000)
const row = { mode: name, seed, cases: count, seconds, ...report.figures, findings: report.findings.length }
if (isJson) console.log(JSON.stringify({ bench: "fuzz", rows: [row] }))
else {
  console.table([row])
  save(report)
}
process.exitCode = report.findings.length > 0 ? 1 : 0

/** Without a mode, the words are pictures' seed and count. */
function namedMode(given: string[]): string[] {
  return given.length > 0 && !/^\d+$/.test(given[0]) ? given : ["pictures", ...given]
}

function save({ findings }: Report): void {
  const folder = join(tmpdir(), "sheetsmith-fuzz")
  if (findings.length > 0) mkdirSync(folder, { recursive: true })
  for (const { case: number, kind, what, bytes } of findings.slice(0, SAVED_FINDINGS)) {
    const file = join(folder, `${name}-${seed}-${number}.${kind}`)
    writeFileSync(file, bytes)
    console.log(`case ${number}: ${what}; saved as ${file}`)
  }
}
