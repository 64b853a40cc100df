// `npm run bench -- lanes [--json]`: a person's single sheet, an upload and a sync, while another account's 5,000
// sheets are queued, and its four shops say nothing. Each queue has one consumer and all share one isolate, the least that there may be.
import { setTimeout } from "node:timers/promises"
import { BusyPress } from "../../harness/busy-press.ts"
import { judge, sized } from "../../harness/smoke.ts"

const SHEETS = sized(5_000, 20)
const TRIES = sized(10, 2)
const PAUSE_MS = 500
const MOST_MS = 5_000
const SILENT_SHOPS = 4

const isJson = process.argv.includes("--json")
const press = await BusyPress.start()
const many = await press.givenSeller("many")
const person = await press.givenSeller("person")
const alone = await press.timePrint(person)
const shop = await press.givenShop(person)
await press.syncSilent(many, SILENT_SHOPS)
await press.processMany(many, SHEETS)
const before = await press.countPrints(many)
const rows = []
for (let i = 0; i < TRIES; i++) {
  const wait = await press.timePrint(person)
  const uploadMs = await press.timeUpload(person)
  rows.push({ ...wait, uploadMs, syncMs: await press.timeSync(person, shop) })
  await setTimeout(PAUSE_MS)
}
const after = await press.countPrints(many)
await press.stop()

const worst = Math.max(...rows.map(({ beginsMs }) => beginsMs))
if (isJson)
  console.log(JSON.stringify({ bench: "lanes", limits: { beginsMs: MOST_MS }, rows, before, after }))
else {
  console.log(`with nobody else: begins after ${s(alone.beginsMs)}, done after ${s(alone.doneMs)}`)
  console.log(`another account: ${before.underWay} sheets under way, ${before.waiting} wait for their turn`)
  for (const row of rows)
    console.log(
      `begins after ${s(row.beginsMs)}, done after ${s(row.doneMs)}; an upload is read after ${s(row.uploadMs)}, a shop's orders after ${s(row.syncMs)}`,
    )
  console.log(`the other account meanwhile: ${after.done - before.done} sheets done, ${after.waiting} wait`)
  console.log(`the longest wait ${s(worst)}, at most ${s(MOST_MS)}`)
}
judge(worst <= MOST_MS)

function s(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
