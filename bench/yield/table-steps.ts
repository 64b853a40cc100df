import { readTable } from "../../contract/table/read-table.ts"
import { syntheticBulk } from "../../harness/synthetic-order-files.ts"
import { createPace } from "../../sheet/in-steps.ts"
import { inertText, quotedCell } from "../../worker/files/csv.ts"
import { READ_BEFORE_REST } from "../../worker/isolate/rest.ts"
import { mappedLayout, suggestedMapping } from "../../worker/order-files/mapped-file.ts"
import { openOrderFile, samplesOf } from "../../worker/order-files/open-order-file.ts"
import { readOrderFile } from "../../worker/order-files/read-order-file.ts"
import type { Gate, Step } from "./holds.ts"

/** The rows of a statement that are written at once. */
const rows = 500
/** The letters of a file at its limit. */
const LETTERS = 10_000_000

/** Yields the steps that write and read tables. */
export function* tableSteps(): Generator<Step> {
  const notes = Array.from({ length: rows * 7 }, (_, i) => `=Print ${i}, "gang sheet" of order ${i * 7}`)
  const run = () => notes.map((note) => quotedCell(inertText(note))).join(",")
  yield { name: "CSV", of: `${rows} rows of 7 cells`, run }
  const header = "Order,SKU,Note\n"
  const files = {
    "20,000 rows of a report": syntheticBulk(20_000, (row) => `DESIGN-${row % 60}-10IN`),
    "a cell of quotes": `${header}"${'"'.repeat(LETTERS)}`,
    "a row of long cells": `${header}${`${"y".repeat(30_000)},`.repeat(299)}`,
    "a header of long names": `${`${"y ".repeat(15_000)},`.repeat(290)}Order\n1\n`,
    "rows of many blanks": `${header}${`${",".repeat(250)}\n`.repeat(15_000)}R-1,TEE,\n`,
    "20,000 rows of another program": `${header}${"R-1,TEE,Name: Zoe and some more words\n".repeat(19_990)}`,
    "a line of Windows-1252": `${header}R-1,TEE,${"Zo\u00eb ".repeat(LETTERS / 4)}`,
  }
  for (const [of, text] of Object.entries(files)) {
    const bytes = of.includes("1252") ? Buffer.from(text, "latin1") : new TextEncoder().encode(text)
    yield { name: `reading ${of}`, of, run: (gate) => readOrders(new Uint8Array(bytes), gate) }
  }
}

/** Reads a file as an import does, with a gate wherever it rests. */
async function readOrders(bytes: Uint8Array, gate: Gate): Promise<void> {
  const isDone = createPace(READ_BEFORE_REST)
  const pause = async (letters: number) => void (isDone(letters) && gate())
  const file = openOrderFile(await readTable(bytes, pause))
  if (!file) return
  samplesOf(file)
  const layout = file.layout ?? mappedLayout(suggestedMapping(file.columns))
  await readOrderFile(file, layout, { timeZone: "UTC", nowMs: 0, pause })
}
