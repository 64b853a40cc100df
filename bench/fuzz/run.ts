// npm run bench -- fuzz SEED COUNT [--json]: damaged pictures against every decoder.
import { mkdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openNodeHost } from "../render/node-host.ts"
import { runFuzz } from "./fuzz.ts"
import { makeSamples } from "./samples.ts"

const words = process.argv.slice(2)
const isJson = words.includes("--json")
const [seed = 1, count = 10_000] = words.filter((word) => word !== "--json").map(Number)
if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1) {
  console.error("usage: npm run bench -- fuzz SEED COUNT [--json]")
  process.exit(2)
}

const report = await runFuzz(await openNodeHost(), await makeSamples(), seed, count)
const { findings, ...figures } = report
const row = { seed, ...figures, findings: findings.length }
if (isJson) console.log(JSON.stringify({ bench: "fuzz", rows: [row] }))
else {
  console.table([row])
  const folder = join(tmpdir(), "sheetsmith-fuzz")
  if (findings.length > 0) mkdirSync(folder, { recursive: true })
  for (const { case: number, kind, what, bytes } of findings.slice(0, 50)) {
    const file = join(folder, `${seed}-${number}.${kind}`)
    writeFileSync(file, bytes)
    console.log(`case ${number}: ${what}; saved as ${file}`)
  }
}
process.exitCode = findings.length > 0 ? 1 : 0
