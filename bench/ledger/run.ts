// `npm run bench -- ledger [SEED [COUNT]] [--json]`: that many random histories (1,000 by default)
// against the real object and the model.
import { createVitest } from "vitest/node"
import { sized } from "../../harness/smoke.ts"
import { root } from "../../local/bundle.ts"

const isJson = process.argv.includes("--json")
const [seed = 1, count = sized(1_000, 5)] = process.argv
  .slice(2)
  .filter((arg) => arg !== "--json")
  .map(Number)
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || seed < 0 || count < 1) {
  console.error("Usage: npm run bench -- ledger [SEED [COUNT]] [--json], two whole numbers")
  process.exit(2)
}
// The histories play where the objects live: in the test pool, as the project's test of them does.
process.env.HISTORIES = JSON.stringify({ seed, count })
const vitest = await createVitest("test", {
  root,
  project: "objects",
  testNamePattern: "random histories",
  reporters: [{}],
  watch: false,
})
const { testModules } = await vitest.start(["test/durable-objects/ledger-history.test.ts"])
const played = testModules.flatMap((file) => [
  ...file.children.allTests("passed"),
  ...file.children.allTests("failed"),
])
const meta = played[0]?.meta().histories
await vitest.close()
if (!meta) throw new Error("the histories were not played")
const { calls, seconds, difference } = meta

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
