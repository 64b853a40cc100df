import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import sharp from "sharp"
import { openNodeHost } from "../../cli/node-host.ts"
import { bytesSource, collect } from "../../harness/bytes.ts"
import { seeded } from "../../harness/seeded-random.ts"
import { sized } from "../../harness/smoke.ts"
import type { AskedContour } from "../../sheet/contour/make-cut-line.ts"
import type { SheetJob } from "../../sheet/raster/compose-sheet.ts"
import { makeStamp } from "../../sheet/raster/make-stamp.ts"
import { artworkDir } from "../render/artwork.ts"
import { startRuntime } from "../render/runtime.ts"

/**
 * `npm run bench -- contour [--json] [--heap=MIB] [NAME …]`: cut lines of whole sheets in the local Workers
 * runtime, once the stamps exist: tracing and proving them alone, and the PDF with and without its
 * line. Time is the processor's; memory the peak above the idle runtime, which starts anew for each
 * run.
 */
type CutRow = {
  job: string
  run: string
  cutIn: number | null
  cpuMs: number
  peakMiB: number
  bytes: number
}

type Case = {
  name: string
  lengthPx: number
  designs: number
  sizePx: number
  pieces: number
  gapPx: number
  offsetIn: number
}

const host = await openNodeHost()
/** The rest of a job's 60 MiB beside kernels and buffers. */
const HEAP_MIB = 40
const ROLL_PX = 6600
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, heap: { type: "string", default: `${HEAP_MIB}` } },
})
const isJson = values.json
const heapMiB = Number(values.heap)
if (!(heapMiB >= 1)) throw new Error(`--heap wants MiB, got ${values.heap}`)

const large = { lengthPx: 18_000, designs: 42, sizePx: 1400, pieces: 42, gapPx: 100 }
const medium = { lengthPx: 18_000, designs: 60, sizePx: 500, pieces: 300, gapPx: 60 }
const many = { lengthPx: 60_000, designs: 50, sizePx: 230, pieces: 5000, gapPx: 36 }
const cases: Case[] = [
  { ...large, name: "42 apart", offsetIn: 0.06 },
  { ...large, name: "42 joined", gapPx: 20, offsetIn: 0.3 },
  { ...medium, name: "300 apart", offsetIn: 0.06 },
  { ...medium, name: "300 joined", gapPx: 15, offsetIn: 0.12 },
  { ...many, name: "5000 apart", offsetIn: 0.04 },
  { ...many, name: "5000 joined", gapPx: 10, offsetIn: 0.12 },
]
const few: Case[] = [
  { name: "4 apart", lengthPx: 900, designs: 2, sizePx: 200, pieces: 4, gapPx: 60, offsetIn: 0.06 },
]

const stampDir = join(artworkDir, "cut-stamps")
mkdirSync(stampDir, { recursive: true })
const rows: CutRow[] = []
for (const cutCase of sized(cases, few))
  if (wanted.length === 0 || wanted.includes(cutCase.name)) await measure(cutCase)
if (isJson) console.log(JSON.stringify({ bench: "contour", rows }))

async function measure({ name, lengthPx, designs, sizePx, pieces, gapPx, offsetIn }: Case): Promise<void> {
  for (let i = 0; i < designs; i++) {
    const path = join(stampDir, `blot-${sizePx}-${i}.stamp`)
    if (!existsSync(path)) writeFileSync(path, await blot(sizePx, i))
  }
  const step = sizePx + gapPx
  const across = Math.floor((ROLL_PX - 200) / step)
  const placements: SheetJob["placements"] = Array.from({ length: pieces }, (_, i) => ({
    stamp: `blot-${sizePx}-${i % designs}`,
    x: 100 + (i % across) * step,
    y: 100 + Math.floor(i / across) * step,
    widthPx: sizePx,
    heightPx: sizePx,
  }))
  const sheet: SheetJob = { widthPx: ROLL_PX, lengthPx, dpi: 300, placements }
  const contour: AskedContour = {
    offsetIn,
    corners: "round",
    islands: false,
    holes: false,
    smallestHoleIn: 0.1,
    name: "CutContour",
    marks: null,
  }
  for (const [run, job] of [
    ["line alone", { contour, isCutAlone: true }],
    ["PDF with it", { contour, format: "pdf" }],
    ["PDF without", { format: "pdf" }],
  ] as const) {
    const runtime = await startRuntime(stampDir, [], heapMiB)
    try {
      const { cpuMs, peakBytes, sheetBytes, cutIn } = await runtime.run({
        stamps: [],
        sheet,
        areStampsMade: true,
        ...job,
      })
      const peakMiB = Number((peakBytes / 2 ** 20).toFixed(1))
      rows.push({ job: name, run, cutIn: cutIn ?? null, cpuMs, peakMiB, bytes: sheetBytes })
      if (isJson) continue
      const length = cutIn === undefined ? "" : `, ${cutIn} in to cut`
      const size = sheetBytes === 0 ? "" : `, ${(sheetBytes / 2 ** 20).toFixed(1)} MiB`
      console.log(
        `${name.padEnd(12)} ${run.padEnd(12)} ${(cpuMs / 1000).toFixed(2)} s of processor, peak ${peakMiB} MiB${size}${length}`,
      )
    } finally {
      runtime.stop()
    }
  }
}

/** Returns a round blot with a wavy edge and a hole or two, as a stamp. */
async function blot(sizePx: number, seed: number): Promise<Uint8Array> {
  const random = seeded(seed + 1)
  const waves = Array.from({ length: 5 }, (_, i) => ({
    count: i + 2,
    size: random(60) / 1000,
    phase: random(628) / 100,
  }))
  const rgba = new Uint8Array(sizePx * sizePx * 4)
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) {
      const [dx, dy] = [x / sizePx - 0.5, y / sizePx - 0.5]
      const way = Math.atan2(dy, dx)
      const edge =
        0.36 + waves.reduce((sum, { count, size, phase }) => sum + size * Math.sin(count * way + phase), 0)
      const isInk = Math.hypot(dx, dy) < Math.min(0.499, edge) && Math.hypot(dx - 0.1, dy) > 0.08
      if (isInk) rgba.set([x & 255, y & 255, 90, 255], (y * sizePx + x) * 4)
    }
  }
  const raw = { width: sizePx, height: sizePx, channels: 4 as const }
  const png = new Uint8Array(await sharp(rgba, { raw }).png().toBuffer())
  const trim = { x: 0, y: 0, width: sizePx, height: sizePx }
  const spec = { trim, widthPx: sizePx, heightPx: sizePx, rotated: false, mirror: false }
  return collect(makeStamp(bytesSource(png), "png", spec, host))
}
