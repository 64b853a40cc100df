// npm run bench -- fuzz [MODE] [SEED] [COUNT | --minutes N | --seconds N] [--json]: random input for
// all readers and writers; each mode has its own file. --seed may name a seed too.
// npm run bench -- fuzz svg [SEED] [--json] [--only NAME]: drawings whose work multiplies, see
// svg-run.ts.
import { mkdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Mode, Report } from "../../harness/fuzz/mode.ts"
import { runSeeds } from "../../harness/fuzz/run-seeds.ts"
import { sized } from "../../harness/smoke.ts"
import { api } from "./api.ts"
import { bands } from "./bands.ts"
import { calls } from "./calls.ts"
import { cells } from "./cells.ts"
import { cuts } from "./cuts.ts"
import { feeds } from "./feeds.ts"
import { fonts } from "./fonts.ts"
import { inputs } from "./inputs.ts"
import { mends } from "./mends.ts"
import { files, pictures } from "./pictures.ts"
import { streams } from "./streams.ts"

const modes: Record<string, Mode> = {
  pictures,
  files,
  streams,
  bands,
  feeds,
  calls,
  api,
  cells,
  cuts,
  fonts,
  inputs,
  mends,
}

/** The most files written; the first ones show as much as all. */
const SAVED_FINDINGS = 50

// It searches for bounds instead of running a number of cases, and has its own arguments.
if (process.argv[2] === "svg") {
  await import("./svg-run.ts")
  process.exit()
}
const { values, positionals } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    minutes: { type: "string", default: "0" },
    seconds: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
  },
  allowPositionals: true,
})
const isJson = values.json
const maxSeconds = Number(values.minutes) * 60 + Number(values.seconds)
const [name, ...numbers] = namedMode(positionals)
const mode = modes[name]
const [seed = Number(values.seed), count = mode && sized(mode.usualCount, 3)] = numbers.map(Number)
if (!mode || !Number.isInteger(seed) || !Number.isInteger(count) || count < 1 || !(maxSeconds >= 0)) {
  console.error(
    "usage: npm run bench -- fuzz [MODE] [SEED] [COUNT | --minutes N | --seconds N] [--json]; modes, the first where none is named:",
  )
  for (const [known, { about, usualCount }] of Object.entries(modes))
    console.error(`  ${known}: ${about} (${usualCount} cases)`)
  process.exit(2)
}

const start = performance.now()
// A seed's usual cases may take longer than the requested time.
const maxMs = maxSeconds * 1000
const report = await runSeeds(mode, { seed, count, maxMs, nowMs: () => performance.now() })
await mode.close?.()
const seconds = Math.round((performance.now() - start) / 1000)
const row = {
  mode: name,
  seed,
  cases: report.cases,
  seconds,
  ...report.figures,
  findings: report.findings.length,
}
if (isJson) console.log(JSON.stringify({ bench: "fuzz", rows: [row] }))
else {
  console.table([row])
  save(report)
}
process.exitCode = report.findings.length > 0 ? 1 : 0

/** Returns the arguments with a mode; without one, they are the seed and count of `pictures`. */
function namedMode(given: string[]): string[] {
  return given.length > 0 && !/^\d+$/.test(given[0]) ? given : ["pictures", ...given]
}

function save({ findings, extremes = [] }: Report): void {
  const folder = join(tmpdir(), "sheetsmith-fuzz")
  mkdirSync(folder, { recursive: true })
  for (const { amount, unit, kind, name: words, bytes } of extremes) {
    const file = join(folder, `${name}-${unit === "ms" ? "slowest" : "largest"}.${kind}`)
    writeFileSync(file, bytes)
    console.log(
      `${unit === "ms" ? "slowest" : "largest"}: ${Math.round(amount)} ${unit}, ${words}; saved as ${file}`,
    )
  }
  for (const { case: number, kind, what, bytes, seed: own = seed } of findings.slice(0, SAVED_FINDINGS)) {
    const file = join(folder, `${name}-${own}-${number}.${kind}`)
    writeFileSync(file, bytes)
    console.log(`seed ${own}, case ${number}: ${what}; saved as ${file}`)
  }
}
