import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openNodeHost } from "../../cli/node-host.ts"
import { compareSheet, findings } from "../../harness/formats/compare-sheet.ts"
import { hasJudges } from "../../harness/formats/judges.ts"
import { seededPrint } from "../../harness/formats/seeded-print.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { sheetFormats } from "../../sheet/formats/formats.ts"
import { startRuntime } from "../render/runtime.ts"
import { type FileSheet, makeSheets } from "./sheets.ts"

/**
 * `node bench/files/run.ts [--json] [--runs 3] [--prints 200]`: each format beside PNG in the local
 * Workers runtime, once the stamps exist: time, size, peak memory above the idle runtime, which
 * starts anew for each run, and the writer's own share of it. Then seeded prints in every format:
 * pixel for pixel the PNG in Ghostscript, Poppler, MuPDF, libtiff and libvips. Exit status 1 if one
 * differs, or if the writer of PDF holds too much.
 */
type FileRow = {
  job: string
  format: string
  wallMs: number
  cpuMs: number
  timeRatio: number
  bytes: number
  sizeRatio: number
  peakMiB: number
  heldMiB: number
}

/** The most memory that the writer of PDF may hold, whatever the sheet. */
const PDF_HELD_MIB = 16

const args = process.argv.slice(2)
const isJson = args.includes("--json")
const optionOf = (name: string, usual: number) =>
  args.includes(name) ? Number(args[args.indexOf(name) + 1]) : usual
const runs = optionOf("--runs", sized(3, 1))
const prints = optionOf("--prints", sized(200, 1))
const say = (line: string) => isJson || console.log(line)

const rows: FileRow[] = []
if (runs > 0) for (const sheet of await makeSheets()) rows.push(...(await measure(sheet)))
const alike = await comparePrints(prints)
if (isJson) console.log(JSON.stringify({ bench: "files", rows, alike }))

async function measure({ name, sheet, stampDir }: FileSheet): Promise<FileRow[]> {
  const best = new Map<string, FileRow>()
  for (let run = 0; run < runs; run++) {
    for (const format of Object.keys(sheetFormats) as (keyof typeof sheetFormats)[]) {
      const runtime = await startRuntime(stampDir)
      try {
        const { wallMs, cpuMs, sheetBytes, peakBytes } = await runtime.run({
          stamps: [],
          sheet,
          format,
          areStampsMade: true,
        })
        const known = best.get(format)
        const peakMiB = Math.max(known?.peakMiB ?? 0, Number((peakBytes / 2 ** 20).toFixed(1)))
        const least = known && known.cpuMs < cpuMs ? known : { wallMs, cpuMs }
        best.set(format, {
          job: name,
          format,
          wallMs: Math.round(least.wallMs),
          cpuMs: least.cpuMs,
          timeRatio: 0,
          bytes: sheetBytes,
          sizeRatio: 0,
          peakMiB,
          heldMiB: known?.heldMiB ?? heldMiB(name, format),
        })
      } finally {
        runtime.stop()
      }
    }
  }
  const png = best.get("png")
  if (!png) throw new Error("there is no PNG to compare with")
  say(name)
  return [...best.values()].map((row) => {
    const timeRatio = Number((row.cpuMs / png.cpuMs).toFixed(3))
    const sizeRatio = Number((row.bytes / png.bytes).toFixed(3))
    say(
      `  ${row.format.padEnd(5)} ${(row.cpuMs / 1000).toFixed(2)} s of processor (${timeRatio} of PNG's), ` +
        `${(row.bytes / 2 ** 20).toFixed(1)} MiB (${sizeRatio}), peak ${row.peakMiB} MiB, holds ${row.heldMiB} MiB`,
    )
    judge(row.format !== "pdf" || row.heldMiB <= PDF_HELD_MIB)
    return { ...row, timeRatio, sizeRatio }
  })
}

function heldMiB(name: string, format: string): number {
  const script = fileURLToPath(new URL("held.ts", import.meta.url))
  const bytes = Number(
    execFileSync(process.execPath, ["--expose-gc", script, name, format], { encoding: "utf8" }),
  )
  return Number((bytes / 2 ** 20).toFixed(1))
}

async function comparePrints(count: number) {
  if (!hasJudges) {
    say("The prints were not compared: some of the readers are not installed.")
    return { prints: 0, sheets: 0, pieces: 0, differing: [] }
  }
  const host = await openNodeHost()
  const scratch = mkdtempSync(join(tmpdir(), "sheetsmith-files-"))
  const differing: string[] = []
  let sheets = 0
  let pieces = 0
  for (let seed = 0; seed < count; seed++) {
    const print = await seededPrint(seed, host)
    pieces += print.pieces
    for (const [i, job] of print.sheets.entries()) {
      sheets++
      const differences = findings(await compareSheet(job, print.openStamp, host, scratch))
      if (differences.length === 0) continue
      differing.push(`print ${seed}, sheet ${i + 1}: ${differences.join("; ")}`)
      say(differing[differing.length - 1])
    }
  }
  rmSync(scratch, { recursive: true })
  say(
    `${count} prints, ${sheets} sheets of ${pieces} pieces in every format: ${differing.length} differ from the PNG`,
  )
  if (differing.length > 0) process.exitCode = 1
  return { prints: count, sheets, pieces, differing }
}
