import { setImmediate } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { strToU8, zipSync } from "fflate"
import { expect, test } from "vitest"
import { MIB } from "../../contract/limit.ts"
import { readTable } from "../../contract/table/read-table.ts"
import { isArchive } from "../../contract/table/read-xlsx.ts"
import { csvOf } from "../../harness/synthetic-order-files.ts"
import { syntheticXlsx } from "../../harness/synthetic-xlsx.ts"
import { importRoom } from "../../worker/files/import-room.ts"

const pause = async () => undefined

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

async function heldBytes(): Promise<number> {
  // The objects that hold buffers go first, their bytes after them.
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage()
    await setImmediate()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Reads a file as an import does. */
function read(bytes: Uint8Array) {
  const { tableBytes } = importRoom(bytes.length, isArchive(bytes))
  return readTable(bytes, pause, tableBytes)
}

function workbookOf(rows: string, texts = ""): Uint8Array {
  return zipSync({
    "xl/workbook.xml": strToU8("<workbook/>"),
    "xl/sharedStrings.xml": strToU8(texts),
    "xl/worksheets/sheet1.xml": strToU8(rows),
  })
}

const rowOf = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`

test("a small workbook that would hold much is refused before it does", async () => {
  const long = `Ж${"a".repeat(32_000)}`
  const workbooks = {
    "long cells": workbookOf(rowOf(long).repeat(300)),
    "long texts": workbookOf(rowOf("x"), `<si><t>${long}</t></si>`.repeat(300)),
    "many short cells": workbookOf(`<row>${'<c t="str"><v>abc</v></c>'.repeat(250)}</row>`.repeat(400)),
    "many short texts": workbookOf(rowOf("x"), "<si><t>1</t></si>".repeat(200_000)),
  }
  for (const [name, bytes] of Object.entries(workbooks))
    await expect(read(bytes), name).rejects.toThrow(
      "This file has too many cells. Split it and import each part.",
    )
})

test("a workbook's cells keep nothing of the sheet that they were cut from", async () => {
  // Thirty megabytes of blanks between five hundred cells.
  const bytes = workbookOf((rowOf("a text of some letters") + " ".repeat(60_000)).repeat(500))
  await read(workbookOf(rowOf("x")))
  const before = await heldBytes()
  const { rows } = await read(bytes)
  expect((await heldBytes()) - before).toBeLessThan(10 * MIB)
  expect(rows).toHaveLength(500)
})

test("a workbook claims more than its rows may hold, and files of orders of every size fit", async () => {
  for (const length of [300, 40_000, 10 * MIB]) {
    const { claim, tableBytes } = importRoom(length, true)
    expect(claim).toBeGreaterThan(tableBytes + length)
  }
  const columns = Array.from({ length: 40 }, (_, at) => `Column ${at}`)
  for (const count of [1, 200, 4_000]) {
    const same = [columns, ...Array.from({ length: count }, () => columns.map(() => "the same text"))]
    const own = [
      columns,
      ...Array.from({ length: count }, (_, row) =>
        columns.map((name, at) => (at % 4 === 0 ? `${row} ${at}` : name)),
      ),
    ]
    for (const rows of [same, own]) {
      expect((await read(syntheticXlsx(rows))).rows).toHaveLength(count + 1)
      expect((await read(strToU8(csvOf(rows)))).rows.length).toBeGreaterThan(count)
    }
  }
})
