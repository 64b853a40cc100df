import { judge } from "./smoke.ts"
import { type Stage, setStage } from "./stage.ts"

type StagedBench<Row> = {
  bench: string
  limits: object
  measure: (stage: Stage) => Promise<Row[]>
  /** Prints for people; with `--json` only one document is printed. */
  print: (rows: readonly Row[]) => void
  isWithin: (row: Row) => boolean
}

/** Measures the whole product in a browser, prints the rows and ends. */
export async function runOnStage<Row>(options: StagedBench<Row>): Promise<never> {
  const { bench, limits, measure, print, isWithin } = options
  const stage = await setStage()
  const rows = await measure(stage).finally(() => stage.close())
  if (process.argv.includes("--json")) console.log(JSON.stringify({ bench, limits, rows }))
  else print(rows)
  judge(rows.every(isWithin))
  process.exit()
}
