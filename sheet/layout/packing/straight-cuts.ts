import { createPace, type InSteps, noting } from "../../in-steps.ts"
import { tooLargePieces } from "../lay-out.ts"
import type { Effort, LayoutResult, PieceType, Placement, SheetBounds, SheetLayout } from "../layout.ts"
import { createRandom, type Random } from "../random.ts"
import { type Band, fillBand, type Lying, type Meter, type Size } from "./band.ts"
import { fillSheets, firstFit, heightOf, onSheets } from "./band-sheets.ts"

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

/** The least sizes checked to save a sheet: a quick search alone hardly does. */
const leastFewerSteps = 8_000_000
/** The factor by which bands may take too much film where one sheet less is tried. */
const nearlyFewer = 1.03
/** The weight of the film of bands that lie on no sheet, beside the film of all. */
const beyondWeight = 3

type Film = { width: number; length: number }

type SearchRequest = { steps: number; random: Random; onShare?: (share: number) => void }

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
  const film: Film = { width, length }
  // If one sheet cannot hold everything, the second search is half of the progress.
  const isLong = areaOf(stock.sizes) > width * length
  const random = createRandom(seed)
  const shortest = yield* searchShortest(stock, film, {
    steps: effortSteps[effort],
    random,
    onShare: onShare && ((share) => onShare(isLong ? share / 2 : share)),
  })
  const bands = yield* searchFewer(stock, film, shortest, {
    steps: Math.max(leastFewerSteps, effortSteps[effort]),
    random,
    onShare: onShare && isLong ? (share) => onShare((1 + share) / 2) : undefined,
  })
  return {
    kind: "laid-out",
    layout: { sheets: onSheets(bands, length).map((sheet) => toSheet(sheet, stock, pieces, bounds)) },
  }
}

function areaOf(sizes: readonly Size[]): number {
  return sizes.reduce((sum, { width, height, remaining }) => sum + width * height * remaining, 0)
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

// Returns the bands of the fewest sheets that the search met, then of the least film.
function* searchShortest(stock: Stock, { width, length }: Film, request: SearchRequest): InSteps<Band[]> {
  let shortest: Band[] = []
  let fewest = Number.POSITIVE_INFINITY
  const keep = (bands: Band[]) => {
    const sheets = firstFit(bands, length).length
    if (sheets > fewest || (sheets === fewest && heightOf(bands) >= heightOf(shortest))) return
    shortest = bands
    fewest = sheets
  }
  yield* search(stock, width, {
    ...request,
    begins: keep,
    accepts({ before, next, remaining }) {
      const heat = firstHeat * remaining * heightOf(shortest) * request.random() ** 2
      const isAccepted = heightOf(next) <= heightOf(before) + heat
      if (isAccepted) keep(next)
      return isAccepted
    },
  })
  return shortest
}

// Searches for one sheet less as long as the bands' film would nearly go onto fewer sheets.
function* searchFewer(
  stock: Stock,
  film: Film,
  given: readonly Band[],
  request: SearchRequest,
): InSteps<Band[]> {
  let bands = [...given]
  for (;;) {
    const mostSheets = onSheets(bands, film.length).length - 1
    if (mostSheets < heightOf(bands) / film.length / nearlyFewer) return bands
    const fewer = yield* searchFor(stock, film, bands, mostSheets, request)
    if (fewer === null) return bands
    bands = fewer
  }
}

// Returns bands that fill so many sheets and no more. Null if the search meets none.
function* searchFor(
  stock: Stock,
  { width, length }: Film,
  begin: Band[],
  mostSheets: number,
  request: SearchRequest,
): InSteps<Band[] | null> {
  let result: Band[] | null = null
  const costOf = (bands: Band[], meter: Meter) => {
    const { beyond } = fillSheets(bands, length, mostSheets, meter)
    if (beyond.length === 0) result = bands
    return heightOf(bands) + beyondWeight * heightOf(beyond)
  }
  let cost = costOf(begin, { steps: 0 })
  yield* search(stock, width, {
    ...request,
    begin,
    isDone: () => result !== null,
    accepts({ next, remaining, meter }) {
      const heat = firstHeat * remaining * heightOf(begin) * request.random() ** 2
      const nextCost = costOf(next, meter)
      if (nextCost > cost + heat) return false
      cost = nextCost
      return true
    },
  })
  return result
}

// Ruins and recreates: bands with the most waste, and some others, are packed anew.
function* search(
  { sizes, ways }: Stock,
  width: number,
  {
    steps,
    random,
    onShare,
    begin,
    begins,
    accepts,
    isDone,
  }: SearchRequest & {
    begin?: Band[]
    begins?: (bands: Band[]) => void
    /** Judges a change; `remaining` is the share of the search that is left. */
    accepts: (change: { before: Band[]; next: Band[]; remaining: number; meter: Meter }) => boolean
    isDone?: () => boolean
  },
): InSteps<void> {
  const meter: Meter = { steps: 0 }
  const pace = createPace(stepsPerPause)
  const repack = () =>
    noting(pack(ways, sizes, width, meter.steps < steps ? firstTries : 1, random, meter, pace), () =>
      onShare?.(Math.min(1, meter.steps / steps)),
    )
  let bands = begin ?? (yield* repack())
  begins?.(bands)
  while (meter.steps < steps && bands.length > 1 && !isDone?.()) {
    const picked = pickBands(bands, width, random)
    for (const { size } of stacksOf([...picked])) sizes[size].remaining++
    const kept = bands.filter((band) => !picked.has(band))
    const anew = yield* repack()
    const next = [...kept, ...anew]
    const counted = meter.steps
    if (accepts({ before: bands, next, remaining: 1 - meter.steps / steps, meter })) bands = next
    else {
      for (const { size } of stacksOf(anew)) sizes[size].remaining++
      for (const { size } of stacksOf([...picked])) sizes[size].remaining--
    }
    if (pace(meter.steps - counted)) yield
  }
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
