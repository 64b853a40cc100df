import sharp from "sharp"
import { openNodeHost } from "../../cli/node-host.ts"
import { bytesSource, bytesStamp, collect } from "../../harness/bytes.ts"
import { seeded } from "../../harness/seeded-random.ts"
import { checkCutLine } from "../../sheet/contour/check-cut-line.ts"
import { writeCutFile } from "../../sheet/contour/cut-file.ts"
import { traceCutLine } from "../../sheet/contour/trace-cut-line.ts"
import type { SheetJob } from "../../sheet/raster/compose-sheet.ts"
import { makeStamp } from "../../sheet/raster/make-stamp.ts"

/**
 * `node bench/contour/run.ts`: cut lines of whole sheets, in processor time and peak memory above
 * what there was before: 40 designs on 22 × 60 in, 5,000 pieces on 22 × 200 in, apart and so close
 * that all lines meet.
 */
const host = await openNodeHost()
const ROLL_PX = 6600

type Case = {
  name: string
  lengthPx: number
  designs: number
  sizePx: number
  pieces: number
  gapPx: number
  offsetMm: number
}

const cases: Case[] = [
  {
    name: "22 × 60 in, 40 designs",
    lengthPx: 18_000,
    designs: 40,
    sizePx: 1180,
    pieces: 70,
    gapPx: 75,
    offsetMm: 1.5,
  },
  {
    name: "22 × 60 in, 40 designs, joined",
    lengthPx: 18_000,
    designs: 40,
    sizePx: 1180,
    pieces: 70,
    gapPx: 20,
    offsetMm: 8,
  },
  {
    name: "22 × 200 in, 5,000 pieces",
    lengthPx: 60_000,
    designs: 50,
    sizePx: 230,
    pieces: 5000,
    gapPx: 36,
    offsetMm: 1,
  },
  {
    name: "22 × 200 in, 5,000 pieces, joined",
    lengthPx: 60_000,
    designs: 50,
    sizePx: 230,
    pieces: 5000,
    gapPx: 10,
    offsetMm: 3,
  },
]

for (const one of cases) await measure(one)

async function measure({ name, lengthPx, designs, sizePx, pieces, gapPx, offsetMm }: Case): Promise<void> {
  const stamps = new Map<string, Uint8Array>()
  for (let i = 0; i < designs; i++) stamps.set(`${i}`, await blot(sizePx, i))
  const step = sizePx + gapPx
  const across = Math.floor((ROLL_PX - 200) / step)
  const placements: SheetJob["placements"] = Array.from({ length: pieces }, (_, i) => ({
    stamp: `${i % designs}`,
    x: 100 + (i % across) * step,
    y: 100 + Math.floor(i / across) * step,
    widthPx: sizePx,
    heightPx: sizePx,
  }))
  const job: SheetJob = { widthPx: ROLL_PX, lengthPx, dpi: 300, placements }
  const openStamp = async (stamp: string) => bytesStamp(stamps.get(stamp) ?? new Uint8Array())
  const rules = { offsetMm, corners: "round", smallestHoleMm: 2.5 } as const
  const memory = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  globalThis.gc?.()
  const before = memory()
  let most = before
  const rest = async () => {
    most = Math.max(most, memory())
  }
  const resting = { ...host, rest }
  const time = async <T>(what: () => Promise<T>): Promise<[T, number]> => {
    const start = process.cpuUsage()
    const result = await what()
    const { user, system } = process.cpuUsage(start)
    most = Math.max(most, memory())
    return [result, (user + system) / 1e6]
  }
  const [line, traced] = await time(() => traceCutLine(job, rules, openStamp, resting))
  const peakMiB = (most - before) / 2 ** 20
  const [, proved] = await time(() => checkCutLine(line, job, rules, openStamp, resting))
  const sizes = (["svg", "dxf"] as const).map((kind) => {
    let bytes = 0
    for (const piece of writeCutFile(kind, line, job, "CutContour")) bytes += piece.length
    return `${kind} ${(bytes / 2 ** 20).toFixed(1)} MiB`
  })
  const rings = line.designs.flatMap((design) => design.rings).length
  console.log(
    `${name}: ${(line.lengthPx / 300).toFixed(0)} in, ${rings} lines of designs and ${line.joined.length} joined; ` +
      `traced in ${traced.toFixed(2)} s of processor (peak ${peakMiB.toFixed(0)} MiB), proved in ${proved.toFixed(2)} s; ${sizes.join(", ")}`,
  )
}

/** A round blot with a wavy edge and a hole or two, as a stamp. */
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
