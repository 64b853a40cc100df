// `npm run bench -- ledger SEED COUNT [--json]`: random histories against the real object and the model.
import { startHubRuntime } from "../../harness/hub/hub-runtime.ts"
import { makeHistory, playHistories } from "../../harness/hub/ledger-history.ts"

const isJson = process.argv.includes("--json")
const [seed = Number.NaN, count = Number.NaN] = process.argv
  .slice(2)
  .filter((arg) => arg !== "--json")
  .map(Number)
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || seed < 0 || count < 1) {
  console.error("Usage: npm run bench -- ledger SEED COUNT [--json], two whole numbers")
  process.exit(2)
}
let calls = 0
for (let each = seed; each < seed + count; each++) {
  for (const step of makeHistory(each)) calls += "calls" in step ? step.calls.length : 0
}
const runtime = await startHubRuntime()
const startMs = performance.now()
const difference = await playHistories(runtime, seed, count)
const seconds = (performance.now() - startMs) / 1000
await runtime.dispose()

const row = {
  seed,
  histories: count,
  calls,
  seconds: Number(seconds.toFixed(2)),
  agrees: difference === null,
  difference,
}
if (isJson) console.log(JSON.stringify({ bench: "ledger", rows: [row] }))
else {
  console.log(`${count} histories from seed ${seed}, ${calls} calls, ${row.seconds} s`)
  if (difference) {
    console.log(`seed ${difference.seed}, step ${difference.step}, ${difference.what}`)
    console.log(`  the model says  ${difference.expected}\n  the object says ${difference.got}`)
  } else console.log("every answer, statement and mirror agrees with the model")
}
process.exit(difference ? 1 : 0)
