import { expect, test } from "vitest"
import { seeded } from "../../../harness/seeded-random.ts"
import { type Runs, uniteRuns } from "../../../sheet/layout/nest/runs.ts"

const COLUMNS = 300

function rowOf({ starts, ends }: Runs, row: number): number[] {
  return [...ends.subarray(starts[row], starts[row + 1])]
}

/** The runs that cells painted one by one have. */
function paintedRuns(runs: readonly (readonly [number, number])[]): number[] {
  const cells = new Uint8Array(COLUMNS + 2)
  for (const [from, to] of runs) cells.fill(1, from + 1, to + 1)
  const ends: number[] = []
  for (let x = 0; x <= COLUMNS; x++) if (cells[x] !== cells[x + 1]) ends.push(x)
  return ends
}

test("united runs cover what cells painted one by one do, however many there are in a row", () => {
  const random = seeded(1)
  const rows = Array.from({ length: 400 }, (_, row) =>
    Array.from({ length: row % 40 }, () => {
      const from = random(COLUMNS)
      return [from, Math.min(COLUMNS, from + random(row % 3 === 0 ? 4 : 60))] as const
    }),
  )
  const united = uniteRuns(COLUMNS, rows.length)
  for (const row of rows) {
    for (const [from, to] of row) united.add(from, to)
    united.endRow()
  }
  const runs = united.runs()
  rows.forEach((row, y) => {
    expect(rowOf(runs, y), `row ${y}`).toEqual(paintedRuns(row))
  })
})
