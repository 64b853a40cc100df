import { checkPolygons } from "../../harness/nest/check-polygons.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { boundsOf, type Polygon, polygonOutline, turned } from "../../harness/nest/polygon.ts"
import { finish } from "../../sheet/in-steps.ts"
import { makeLayoutKernel } from "../../sheet/layout/layout-kernel.ts"
import type { NestedSheet } from "../../sheet/layout/nest/fill-sheets.ts"
import { type Film, type NestPiece, positionWords } from "../../sheet/layout/nest/level.ts"
import { nestSheets } from "../../sheet/layout/nest/nest-sheets.ts"
import type { NestEffort } from "../../sheet/layout/nest/stages.ts"

/**
 * A strip and the pieces to nest on it, in pixels; polygons have whole corners and their box at 0, 0.
 */
export type PolygonJob = {
  widthPx: number
  gapPx: number
  pieces: { polygon: Polygon; turns: readonly number[]; quantity: number }[]
}

type PolygonNest = {
  lengthPx: number
  firstLengthPx: number
  /** CPU seconds until the first layout, and in all. */
  firstSeconds: number
  cpuSeconds: number
  nearestPx: number
  kernelBytes: number
  steps: number
}

/** Returns the seconds this process has computed so far. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

type PolygonEffort = Omit<NestEffort, "share"> & { seconds: number }

/**
 * Nests a job on one endless strip for so many CPU seconds and checks the result by exact geometry.
 * A second here is a second of computing, whatever else the machine does; the product counts the
 * kernel's steps.
 */
export function nestPolygons(
  job: PolygonJob,
  { seconds, ...effort }: PolygonEffort,
  seed: number,
  limitBytes: number,
): PolygonNest {
  const { shapes, items, film } = questionOf(job)
  const start = cpuSeconds()
  // Asking for CPU time takes long itself where system calls are trapped, so it happens some fifty
  // times in all.
  const askEvery = Math.max(5e6, 2e7 * seconds)
  let asked = { steps: Number.NEGATIVE_INFINITY, share: 0 }
  const share = (steps: number) => {
    if (steps - asked.steps > askEvery) asked = { steps, share: (cpuSeconds() - start) / seconds }
    return asked.share
  }
  let first = { lengthPx: 0, seconds: 0 }
  const result = finish(
    nestSheets(makeLayoutKernel(layoutHost), shapes, items, film, {
      effort: { ...effort, share },
      seed,
      limitBytes,
      onBetter([sheet]) {
        if (first.lengthPx === 0) first = { lengthPx: sheet.lengthPx, seconds: cpuSeconds() - start }
      },
    }),
  )
  const used = cpuSeconds() - start
  if (result === null) throw new Error("the job did not fit the kernel")
  const { length, nearest } = measureNest(job, result.sheets)
  return {
    lengthPx: length,
    firstLengthPx: first.lengthPx,
    firstSeconds: first.seconds,
    cpuSeconds: used,
    nearestPx: nearest,
    kernelBytes: result.usedBytes,
    steps: result.steps,
  }
}

/** Returns the engine's input for a job. */
export function questionOf({ widthPx, gapPx, pieces }: PolygonJob): {
  shapes: NestPiece[]
  items: number[]
  film: Film
} {
  const items = pieces.flatMap(({ quantity }, piece) => Array<number>(quantity).fill(piece))
  const sides = pieces.map(({ polygon }) => boundsOf(polygon))
  return {
    shapes: pieces.map(({ polygon, turns }) => ({ outline: polygonOutline(polygon), turns })),
    items,
    film: {
      widthPx,
      gapPx,
      maxLengthPx: items.reduce((sum, item) => sum + Math.max(sides[item].x1, sides[item].y1) + gapPx, 0),
    },
  }
}

/** Returns a nest's length and least distance by exact geometry. Throws if anything is wrong with it. */
export function measureNest(
  job: PolygonJob,
  sheets: readonly NestedSheet[],
): { length: number; nearest: number } {
  if (sheets.length !== 1) throw new Error("the job did not fit one strip")
  const [sheet] = sheets
  const { items } = questionOf(job)
  if (sheet.items.length !== items.length || new Set(sheet.items).size !== items.length)
    throw new Error("copies are missing")
  const placed = sheet.items.map((item, i) => {
    const [x, y, turn] = sheet.positions.subarray(i * positionWords, i * positionWords + 3)
    const { polygon, turns } = job.pieces[items[item]]
    if (!turns.includes(turn)) throw new Error("a turn is not allowed")
    return turned(polygon, turn).map(([px, py]) => [px + x, py + y] as const)
  })
  return checkPolygons(placed, { width: job.widthPx, gap: job.gapPx })
}
