// `npm run bench -- fair [--json]`: sellers at the same press: one with 2,000 sheets, one with a thousand heavy
// pieces, one with four shops that say nothing, one with a single sheet and a shop. Prints what the last waits
// for, alone and beside them.
import { BusyPress } from "../../harness/busy-press.ts"
import { judge, sized } from "../../harness/smoke.ts"

const SHEETS = sized(2_000, 20)
const PIECES = sized(1_000, 10)
const TRIES = sized(5, 1)
const MOST_MS = 5_000
const SILENT_SHOPS = 4
/** The most for a sync: two silent shops pass through the one consumer before it. */
const MOST_SYNC_MS = 15_000

const isJson = process.argv.includes("--json")
const press = await BusyPress.start()
const sheets = await press.givenSeller("sheets")
const pieces = await press.givenSeller("pieces", "heavy")
const single = await press.givenSeller("single")
const shop = await press.givenShop(single)
const silent = await press.givenSeller("silent")
const syncs = [{ beside: "nobody", ms: await press.timeSync(single, shop) }]
await press.syncSilent(silent, SILENT_SHOPS)
for (let i = 0; i < TRIES; i++) syncs.push({ beside: "silent shops", ms: await press.timeSync(single, shop) })
const rows = [{ beside: "nobody", ...(await press.timePrint(single)) }]
await press.processMany(sheets, SHEETS)
for (let i = 0; i < TRIES; i++) rows.push({ beside: "the sheets", ...(await press.timePrint(single)) })
await press.processPieces(pieces, PIECES)
for (let i = 0; i < TRIES; i++) rows.push({ beside: "both", ...(await press.timePrint(single)) })
const left = { sheets: await press.countPrints(sheets), pieces: await press.countPrints(pieces) }
await press.stop()

if (isJson)
  console.log(
    JSON.stringify({ bench: "fair", limits: { beginsMs: MOST_MS, syncMs: MOST_SYNC_MS }, rows, syncs, left }),
  )
else {
  for (const { beside, beginsMs, doneMs } of rows)
    console.log(
      `beside ${beside.padEnd(10)}  begins after ${(beginsMs / 1000).toFixed(2)} s, done after ${(doneMs / 1000).toFixed(2)} s`,
    )
  for (const { beside, ms } of syncs)
    console.log(`beside ${beside.padEnd(12)}  a sync has ended after ${(ms / 1000).toFixed(2)} s`)
  console.log(`of the others: ${JSON.stringify(left)}`)
}
judge(rows.every(({ beginsMs }) => beginsMs <= MOST_MS) && syncs.every(({ ms }) => ms <= MOST_SYNC_MS))
