// `npm run bench -- orderday [--json]`: an order day of one seller, 80 orders of 60 designs, from the
// sync to Completed: by an autopilot, without a person, and by hand. Counts the person's actions. Exit
// status 1 over a limit, or if not every open order was printed.

import { judge } from "../../harness/smoke.ts"
import { type Stage, setStage } from "../../harness/stage.ts"
import { type JourneyRow, timeJourney } from "../desk/journey.ts"
import { byAutopilot } from "./by-autopilot.ts"
import { byHand } from "./by-hand.ts"

const journeys = [byAutopilot, byHand]
const isJson = process.argv.includes("--json")

const rows: JourneyRow[] = []
for (const journey of journeys) rows.push(await onStage((stage) => timeJourney(stage, journey)))
if (isJson) console.log(JSON.stringify({ bench: "orderday", rows }))
else print()
judge(!rows.some(isOver))
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

function print(): void {
  console.log("| order day | actions | at most | seconds | on the way |")
  console.log("| --- | ---: | ---: | ---: | --- |")
  for (const row of rows) {
    const marks = Object.entries(row.marks).map(([what, ms]) => `${what} ${(ms / 1_000).toFixed(1)} s`)
    const limit = `${row.maxActions}${isOver(row) ? " OVER" : ""}`
    console.log(`| ${[row.name, row.actions, limit, row.seconds.toFixed(1), marks.join(", ")].join(" | ")} |`)
  }
  console.log("")
  for (const { name, what } of journeys) console.log(`${name}: ${what}`)
}

function isOver({ actions, maxActions }: JourneyRow): boolean {
  return maxActions !== null && actions > maxActions
}
