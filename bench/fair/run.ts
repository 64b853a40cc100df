// `npm run bench -- fair [--json]`: three sellers at the same press: one with 2,000 sheets, one with a
// thousand heavy pieces, one with a single sheet. Prints what the third waits for, alone and beside them.
import { BusyPress } from "../../harness/busy-press.ts"
import { judge, sized } from "../../harness/smoke.ts"

const SHEETS = sized(2_000, 20)
const PIECES = sized(1_000, 10)
const TRIES = sized(5, 1)
const MOST_MS = 5_000

const isJson = process.argv.includes("--json")
const press = await BusyPress.start()
const sheets = await press.givenSeller("sheets")
const pieces = await press.givenSeller("pieces", "heavy")
const single = await press.givenSeller("single")
const rows = [{ beside: "nobody", ...(await press.timePrint(single)) }]
await press.processMany(sheets, SHEETS)
for (let i = 0; i < TRIES; i++) rows.push({ beside: "the sheets", ...(await press.timePrint(single)) })
await press.processPieces(pieces, PIECES)
for (let i = 0; i < TRIES; i++) rows.push({ beside: "both", ...(await press.timePrint(single)) })
const left = { sheets: await press.countPrints(sheets), pieces: await press.countPrints(pieces) }
await press.stop()

if (isJson) console.log(JSON.stringify({ bench: "fair", limits: { beginsMs: MOST_MS }, rows, left }))
else {
  for (const { beside, beginsMs, doneMs } of rows)
    console.log(
      `beside ${beside.padEnd(10)}  begins after ${(beginsMs / 1000).toFixed(2)} s, done after ${(doneMs / 1000).toFixed(2)} s`,
    )
  console.log(`of the others: ${JSON.stringify(left)}`)
}
judge(rows.every(({ beginsMs }) => beginsMs <= MOST_MS))
