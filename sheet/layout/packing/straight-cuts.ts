import { createPace, type InSteps, noting } from "../../in-steps.ts"
import { tooLargePieces } from "../lay-out.ts"
import type { Effort, LayoutResult, PieceType, Placement, SheetBounds, SheetLayout } from "../layout.ts"
import { createRandom, type Random } from "../random.ts"
import { type Band, fillBand, type Lying, type Meter, type Size } from "./band.ts"

type Options = {
  effort: Effort
  seed?: number
  /** Gets, at every pause, the share of the search that is done, 0 to 1. */
  onShare?: (share: number) => void
}

/** The sizes checked at each effort. A current desktop core checks some 100,000 in a millisecond. */
const effortSteps: Record<Effort, number> = { quick: 2_000_000, balanced: 50_000_000, best: 500_000_000 }

/** The sizes checked between two pauses: a few milliseconds. */
const stepsPerPause = 400_000

/** The sizes that a band is filled with at a time, so that many sizes take no longer. */
const mostWays = 80

/** The first pieces that are tried for a band; it takes the best. */
const firstTries = 6
/** The bands that are packed anew at a time: two, and up to two more. */
const leastAnew = 2
const moreAnew = 3
/** The share by which an accepted film may be longer, less and less, so that the search leaves dead ends. */
const firstHeat = 0.004

/** The sizes of all copies and the ways that they may lie in. */
type Stock = { sizes: Size[]; ways: Lying[]; copies: { piece: number; copy: number }[][] }

/**
 * Lays pieces out in bands that a knife parts with straight cuts: across the film, then across the
 * band, then across the column. Ink never counts, only boxes. The search packs some bands anew,
 * again and again, and keeps shorter results. The same input, effort and seed give the same layout in
 * every runtime.
 */
export function* layOutStraight(
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  { effort, seed = 1, onShare }: Options,
): InSteps<LayoutResult> {
  const tooLarge = tooLargePieces(pieces, bounds)
  if (tooLarge.length > 0) return { kind: "too-large", pieces: tooLarge }
  const width = bounds.widthPx - 2 * bounds.edgePx + bounds.gapPx
  const length = bounds.maxLengthPx - 2 * bounds.edgePx + bounds.gapPx
  const stock = stockOf(pieces, bounds, width, length)
  const bands = yield* search(stock, { width, length }, effortSteps[effort], createRandom(seed), onShare)
  const sheets = onSheets(bands, length)
  return {
    kind: "laid-out",
    layout: { sheets: sheets.map((sheet) => toSheet(sheet, stock, pieces, bounds)) },
  }
}

function stockOf(
  pieces: readonly PieceType[],
  { gapPx, rotate }: SheetBounds,
  width: number,
  length: number,
): Stock {
  const stock: Stock = { sizes: [], ways: [], copies: [] }
  const known = new Map<string, number>()
  pieces.forEach(({ widthPx, heightPx, count }, piece) => {
    if (count === 0) return
    const size = { width: widthPx + gapPx, height: heightPx + gapPx, remaining: 0 }
    const key = `${size.width} ${size.height}`
    const index = known.get(key) ?? stock.sizes.push(size) - 1
    if (!known.has(key)) {
      known.set(key, index)
      stock.copies.push([])
      for (const isTurned of rotate && size.width !== size.height ? [false, true] : [false]) {
        const way = isTurned
          ? { width: size.height, height: size.width }
          : { width: size.width, height: size.height }
        if (way.width <= width && way.height <= length) stock.ways.push({ size: index, ...way, isTurned })
      }
    }
    stock.sizes[index].remaining += count
    for (let copy = 0; copy < count; copy++) stock.copies[index].push({ piece, copy })
  })
  stock.ways.sort((a, b) => b.width * b.height - a.width * a.height)
  return stock
}

// Ruins and recreates: bands with the most waste, and some others, are packed anew.
function* search(
  { sizes, ways }: Stock,
  { width, length }: { width: number; length: number },
  steps: number,
  random: Random,
  onShare?: (share: number) => void,
): InSteps<Band[]> {
  const meter: Meter = { steps: 0 }
  const pace = createPace(stepsPerPause)
  const repack = () =>
    noting(pack(ways, sizes, width, meter.steps < steps ? firstTries : 1, random, meter, pace), () =>
      onShare?.(Math.min(1, meter.steps / steps)),
    )
  let bands = yield* repack()
  let shortest = bands
  let fewest = onSheets(bands, length).length
  const heightOf = (list: readonly Band[]) => list.reduce((sum, { height }) => sum + height, 0)
  while (meter.steps < steps && bands.length > 1) {
    const picked = pickBands(bands, width, random)
    for (const { size } of stacksOf([...picked])) sizes[size].remaining++
    const kept = bands.filter((band) => !picked.has(band))
    const anew = yield* repack()
    const heat = firstHeat * (1 - meter.steps / steps) * heightOf(shortest) * random() ** 2
    if (heightOf(anew) <= heightOf([...picked]) + heat) {
      bands = [...kept, ...anew]
      const sheets = onSheets(bands, length).length
      if (sheets < fewest || (sheets === fewest && heightOf(bands) < heightOf(shortest))) {
        shortest = bands
        fewest = sheets
      }
    } else {
      for (const { size } of stacksOf(anew)) sizes[size].remaining++
      for (const { size } of stacksOf([...picked])) sizes[size].remaining--
    }
  }
  return shortest
}

function stacksOf(bands: readonly Band[]): Lying[] {
  return bands.flatMap(({ columns }) => columns.flatMap(({ stack }) => stack))
}

// Packs all remaining copies into bands, each the densest of some that are tried.
function* pack(
  ways: readonly Lying[],
  sizes: readonly Size[],
  width: number,
  tries: number,
  random: Random,
  meter: Meter,
  pace: (units: number) => boolean,
): InSteps<Band[]> {
  const bands: Band[] = []
  for (;;) {
    const possible = ways.filter(({ size }) => sizes[size].remaining > 0)
    if (possible.length === 0) return bands
    const before = meter.steps
    let best: Band | null = null
    for (let tried = 0; tried < tries; tried++) {
      const some = sample(possible, random)
      const first = some[Math.floor(random() * some.length)]
      const band = fillBand(some, sizes, first, width, random, meter)
      for (const { size } of stacksOf([band])) sizes[size].remaining++
      if (best === null || band.area * best.height > best.area * band.height) best = band
    }
    if (best === null) return bands
    for (const { size } of stacksOf([best])) sizes[size].remaining--
    bands.push(best)
    if (pace(meter.steps - before)) yield
  }
}

// Returns every so many-th of the ways, largest first as given.
function sample(ways: readonly Lying[], random: Random): readonly Lying[] {
  const stride = Math.ceil(ways.length / mostWays)
  if (stride === 1) return ways
  const offset = Math.floor(random() * stride)
  return ways.filter((_, i) => i % stride === offset)
}

function pickBands(bands: readonly Band[], width: number, random: Random): Set<Band> {
  const count = Math.min(bands.length, leastAnew + Math.floor(random() * moreAnew))
  const waste = ({ height, area }: Band) => (height * width - area) * (0.3 + random())
  const byWaste = bands.map((band) => ({ band, waste: waste(band) })).sort((a, b) => b.waste - a.waste)
  const picked = new Set<Band>([byWaste[0].band])
  while (picked.size < count) picked.add(bands[Math.floor(random() * bands.length)])
  return picked
}

// Puts the tallest bands first, each on the first sheet that has room.
function onSheets(bands: readonly Band[], length: number): Band[][] {
  const sheets: { room: number; bands: Band[] }[] = []
  for (const band of [...bands].sort((a, b) => b.height - a.height)) {
    let sheet = sheets.find(({ room }) => room >= band.height)
    if (!sheet) {
      sheet = { room: length, bands: [] }
      sheets.push(sheet)
    }
    sheet.room -= band.height
    sheet.bands.push(band)
  }
  return sheets.map((sheet) => sheet.bands)
}

function toSheet(
  bands: readonly Band[],
  { copies }: Stock,
  pieces: readonly PieceType[],
  bounds: SheetBounds,
): SheetLayout {
  const placements: Placement[] = []
  let y = bounds.edgePx
  for (const band of bands) {
    let x = bounds.edgePx
    for (const column of [...band.columns].sort((a, b) => b.stack[0].height - a.stack[0].height)) {
      let top = y
      for (const { size, isTurned, height } of column.stack) {
        const copy = copies[size].shift()
        if (!copy) throw new Error("a band holds more copies than there are")
        const { widthPx, heightPx } = pieces[copy.piece]
        placements.push({
          ...copy,
          x,
          y: top,
          widthPx: isTurned ? heightPx : widthPx,
          heightPx: isTurned ? widthPx : heightPx,
          rotated: isTurned,
        })
        top += height
      }
      x += column.width
    }
    y += band.height
  }
  return { widthPx: bounds.widthPx, lengthPx: y - bounds.gapPx + bounds.edgePx, placements }
}
