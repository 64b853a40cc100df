// `npm run bench -- desk [NAME…] [--json]`: a seller's daily ways by actions and time, and the frames
// while pieces are dragged on the film; the production build on the local runtime in Chromium. Exit
// status 1 over a limit. NAME is one of the journeys, or `drag`.

import { judge } from "../../harness/smoke.ts"
import { type Stage, setStage } from "../../harness/stage.ts"
import { autopilotOffer } from "./autopilot-offer.ts"
import { bankTransfer } from "./bank-transfer.ts"
import { buildForty } from "./build-forty.ts"
import { type DragRow, dragLimits, printDrags, timeDrags } from "./drag.ts"
import { firstSheet } from "./first-sheet.ts"
import { type JourneyRow, timeJourney } from "./journey.ts"
import { orderMorning, todaysFilm } from "./order-morning.ts"
import { ownColumns } from "./own-columns.ts"
import { shopWithAddress } from "./shop-with-address.ts"
import { textGivenFields, textLeftOut } from "./text-without-place.ts"
import { uploadSixty } from "./upload-sixty.ts"

const journeys = [
  firstSheet,
  uploadSixty,
  buildForty,
  todaysFilm,
  orderMorning,
  autopilotOffer,
  textGivenFields,
  textLeftOut,
  ownColumns,
  shopWithAddress,
  bankTransfer,
]
const isJson = process.argv.includes("--json")
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.includes(word))

const rows: JourneyRow[] = []
let drags: DragRow[] = []
for (const journey of journeys)
  if (isWanted(journey.name)) rows.push(await onStage((stage) => timeJourney(stage, journey)))
if (isWanted("drag")) drags = await onStage(timeDrags)

if (isJson) console.log(JSON.stringify({ bench: "desk", rows, drag: { limits: dragLimits, rows: drags } }))
else {
  printJourneys()
  if (drags.length > 0) printDrags(drags)
}
judge(!rows.some(isOver) && drags.every((row) => row.isWithinLimits))
process.exit()

/** Gives each its own runtime: none starts with another's data or load. */
async function onStage<T>(act: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await setStage()
  try {
    return await act(stage)
  } finally {
    await stage.close()
  }
}

function printJourneys(): void {
  if (rows.length === 0) return
  console.log("| journey | actions | at most | fields | seconds | on the way |")
  console.log("| --- | ---: | ---: | ---: | ---: | --- |")
  for (const row of rows) {
    const marks = Object.entries(row.marks).map(([what, ms]) => `${what} ${(ms / 1_000).toFixed(1)} s`)
    const limit = row.maxActions === null ? "" : `${row.maxActions}${isOver(row) ? " OVER" : ""}`
    const cells = [row.name, row.actions, limit, row.fields, row.seconds.toFixed(1), marks.join(", ")]
    console.log(`| ${cells.join(" | ")} |`)
  }
  console.log("")
  for (const { name, what } of journeys) if (isWanted(name)) console.log(`${name}: ${what}`)
}

function isOver({ actions, maxActions }: JourneyRow): boolean {
  return maxActions !== null && actions > maxActions
}
