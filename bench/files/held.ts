import { openSync, readSync, statSync } from "node:fs"
import { join } from "node:path"
import { openNodeHost } from "../../cli/node-host.ts"
import { sheetFormats } from "../../sheet/formats/formats.ts"
import type { StampReader } from "../../sheet/raster/stamp-reader.ts"
import { makeSheets } from "./sheets.ts"

/**
 * `node --expose-gc bench/files/held.ts SHEET FORMAT`: the most bytes that a writer holds while it
 * writes, with the kernel's memory and without garbage: on the heap and outside of it, right after
 * each collection. Prints the number alone.
 */
const SETTLE_TURNS = 8
const PIECES_BETWEEN = 97

declare const gc: () => void

const [name, format] = process.argv.slice(2) as [string, keyof typeof sheetFormats]
const chosen = (await makeSheets()).find((sheet) => sheet.name === name)
if (!chosen) throw new Error(`there is no sheet ${name}`)
const { sheet, stampDir } = chosen
const host = await openNodeHost()
const opened = new Map<string, number>()
const job = { ...sheet, about: { title: "A sheet", createdAtMs: null } }
const idle = await settledBytes()
let most = 0
let pieces = 0
for await (const _ of sheetFormats[format].write(job, async (stamp) => stampOf(stamp.split("#")[0]), host)) {
  if (pieces++ % PIECES_BETWEEN !== 0) continue
  gc()
  most = Math.max(most, heldBytes() - idle)
}
console.log(most)

function stampOf(stamp: string): StampReader {
  const path = join(stampDir, `${stamp}.stamp`)
  const file = opened.get(path) ?? openSync(path, "r")
  opened.set(path, file)
  return {
    sizeBytes: statSync(path).size,
    readInto: async (offset, target) => void readSync(file, target, 0, target.length, offset),
    async read(offset, length) {
      const bytes = new Uint8Array(length)
      readSync(file, bytes, 0, length, offset)
      return bytes
    },
  }
}

function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Returns the held bytes after a pause, so that late frees are done. */
async function settledBytes(): Promise<number> {
  for (let turn = 0; turn < SETTLE_TURNS; turn++) {
    gc()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return heldBytes()
}
