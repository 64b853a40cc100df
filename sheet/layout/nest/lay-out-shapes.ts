import { maxCopies } from "../lay-out.ts"
import { layOutBoxes } from "../lay-out-boxes.ts"
import type { Effort, Layout, LayoutResult, PieceType, Placement, SheetBounds } from "../layout.ts"
import { type LayoutHost, openLayoutKernel } from "../layout-kernel.ts"
import { describeLayout } from "../utilisation.ts"
import { checkNest } from "./check-nest.ts"
import { type NestPiece, positionWords } from "./level.ts"
import { type NestEffort, type NestedSheet, nestSheets } from "./nest-sheets.ts"
import { boxOutline, type Foot, noFoot, withFoot } from "./outline.ts"
import { inkOutline, type PrintedInk } from "./printed-ink.ts"

/**
 * The kernel's elementary steps that a current desktop core makes in a millisecond, measured over the benchmark's gang
 * sheets: 750,000 to 1,400,000.
 */
export const nestStepsPerMs = 1_000_000

/** `instant` stays below a tenth of a second, tables included; `balanced` takes about one second, `best` ten. */
const nestEfforts: Record<Effort, Omit<NestEffort, "share"> & { steps: number }> = {
  instant: { steps: 100 * nestStepsPerMs, depth: "preview", across: 160, orders: 2 },
  balanced: { steps: 1_000 * nestStepsPerMs, depth: "short", across: 256, orders: 4 },
  best: { steps: 10_000 * nestStepsPerMs, depth: "long", across: 256, orders: 4 },
}

/** From so many copies on a search gets its effort whole; fewer are settled sooner. */
const wholeEffortCopies = 20

/** What the kernel may take in all: half of a Worker's 128 MB, less the host's own share; a second's search stays smaller. */
const kernelLimitBytes: Record<Effort, number> = {
  instant: 24_000_000,
  balanced: 24_000_000,
  best: 56_000_000,
}

/** Ink that fills more of its boxes than this leaves nothing to nest into. */
const mostFill = 0.97

const defaultSeed = 1

/**
 * `utilisation` is the share of the film that is ink for shapes, that is boxes of artwork for boxes. `violations` says what
 * the check found wrong with a nest, which then was given up for boxes; it should be empty always.
 */
export type ShapesResult =
  | Extract<LayoutResult, { kind: "too-large" }>
  | {
      kind: "laid-out"
      layout: Layout
      nesting: "shapes" | "boxes"
      boxesLengthPx: number
      utilisation: number
      violations: string[]
    }

export type ShapesOptions = {
  effort: Effort
  seed?: number
  /** What every piece has at its foot; its reserve is part of the piece's height. */
  foot?: Foot
  /** Called with the boxes, then with every better layout; not checked yet. */
  onBetter?: (layout: Layout, boxesLengthPx: number, utilisation: number) => void
}

/**
 * `layOut` for pieces with silhouettes: `inks[piece]` is null for a piece that is ink all over. Boxes are laid out first and
 * kept wherever nesting needs as much film, or more sheets. A nest that fails the independent check falls back to boxes.
 * `best` goes on from what `balanced` finds, so it never takes more film. The same input, effort and seed give the same
 * layout in every runtime.
 */
export function layOutShapes(
  pieces: readonly PieceType[],
  inks: readonly (PrintedInk | null)[],
  bounds: SheetBounds,
  host: LayoutHost,
  { effort, seed = defaultSeed, foot = noFoot, onBetter }: ShapesOptions,
): ShapesResult {
  const order = orderOf(pieces, inks, bounds, foot)
  const inkPx2 = order === null ? 0 : inkOf(order)
  const boxesPx2 = pieces.reduce(
    (sum, piece) => sum + piece.widthPx * (piece.heightPx - foot.reservePx) * piece.count,
    0,
  )
  const isNestable = order !== null && inkPx2 <= mostFill * boxesPx2
  const efforts: Effort[] = effort === "best" ? ["balanced", "best"] : [effort]
  const boxes = layOutBoxes(pieces, bounds, isNestable ? efforts[0] : effort, { seed, host })
  if (boxes.kind === "too-large") return boxes
  const boxesLengthPx = describeLayout(boxes.layout).lengthPx
  const violations: string[] = []
  let best = boxes.layout
  if (isNestable) {
    onBetter?.(best, boxesLengthPx, boxesPx2 / filmPx2(best))
    for (const each of efforts) {
      const nest = nestOrder(order, pieces, bounds, host, {
        effort: each,
        seed,
        foot,
        start: best,
        onBetter: (layout) => onBetter?.(layout, boxesLengthPx, inkPx2 / filmPx2(layout)),
      })
      if (nest === null || !isShorter(nest.sheets, best.sheets)) continue
      const found = checkNest(pieces, inks, bounds, nest, foot)
      if (found.length === 0) best = nest
      violations.push(...found)
    }
  }
  const isNested = best !== boxes.layout
  return {
    kind: "laid-out",
    layout: best,
    nesting: isNested ? "shapes" : "boxes",
    boxesLengthPx,
    utilisation: (isNested ? inkPx2 : boxesPx2) / Math.max(1, filmPx2(best)),
    violations,
  }
}

type OrderSearch = {
  effort: Effort
  seed: number
  foot: Foot
  start: Layout
  onBetter(layout: Layout): void
}

// Null where the memory is too small.
function nestOrder(
  order: Order,
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  host: LayoutHost,
  { effort, seed, foot, start, onBetter }: OrderSearch,
): Layout | null {
  const { steps: wholeSteps, ...search } = nestEfforts[effort]
  const steps = wholeSteps * Math.min(1, order.items.length / wholeEffortCopies)
  const startSheets = toSheets(start, order, bounds)
  const result = nestSheets(
    openLayoutKernel(host),
    order.shapes,
    order.items.map(({ shape }) => shape),
    {
      widthPx: bounds.widthPx - 2 * bounds.edgePx,
      maxLengthPx: bounds.maxLengthPx - 2 * bounds.edgePx,
      gapPx: bounds.gapPx,
      stripBeyondPx: foot.stripPx - foot.reservePx,
    },
    {
      effort: { ...search, share: (done) => done / steps },
      seed,
      limitBytes: kernelLimitBytes[effort],
      start: startSheets,
      onBetter(sheets) {
        if (isShorter(sheets, startSheets)) onBetter(toLayout(sheets, order, pieces, bounds))
      },
    },
  )
  return result && toLayout(result.sheets, order, pieces, bounds)
}

/** What is nested: distinct shapes, and for every item its shape and whose copy it is. */
type Order = { shapes: NestPiece[]; items: { shape: number; piece: number; copy: number }[] }

// Pieces with the same ink at the same size, and equal boxes, are one shape. Null where there is nothing, or too much, to nest.
function orderOf(
  pieces: readonly PieceType[],
  inks: readonly (PrintedInk | null)[],
  bounds: SheetBounds,
  foot: Foot,
): Order | null {
  const copies = pieces.reduce((sum, { count }) => sum + count, 0)
  if (copies === 0 || copies > maxCopies) return null
  const shapes: NestPiece[] = []
  const known: { ink: PrintedInk | null; widthPx: number; heightPx: number }[] = []
  const items: Order["items"] = []
  pieces.forEach(({ widthPx, heightPx, count }, piece) => {
    if (count === 0) return
    const ink = inks[piece]
    let shape = known.findIndex(
      (other) => other.widthPx === widthPx && other.heightPx === heightPx && isSameInk(other.ink, ink),
    )
    if (shape < 0) {
      shape = shapes.length
      known.push({ ink, widthPx, heightPx })
      const turns = ink === null ? [0, 1] : [0, 1, 2, 3]
      const outline = ink === null ? boxOutline(widthPx, heightPx - foot.reservePx) : inkOutline(ink)
      shapes.push({ outline: withFoot(outline, foot), turns: bounds.rotate ? turns : [0] })
    }
    for (let copy = 0; copy < count; copy++) items.push({ shape, piece, copy })
  })
  return { shapes, items }
}

function isSameInk(a: PrintedInk | null, b: PrintedInk | null): boolean {
  if (a === null || b === null) return a === b
  const isSameBox =
    a.box.x === b.box.x && a.box.y === b.box.y && a.box.width === b.box.width && a.box.height === b.box.height
  return a.silhouette === b.silhouette && a.mirror === b.mirror && isSameBox
}

/** Bands, in pixels, that are fine enough to tell how full a box is. */
const fillBandPx = 4

// The ink of all copies.
function inkOf({ shapes, items }: Order): number {
  const inkPx2 = shapes.map(({ outline: { bands, heightPx } }) => {
    const { starts, ends } = bands(fillBandPx)
    let px2 = 0
    for (let band = 0; band + 1 < starts.length; band++) {
      const tallPx = Math.min(fillBandPx, heightPx - band * fillBandPx)
      for (let i = starts[band]; i < starts[band + 1]; i += 2) px2 += (ends[i + 1] - ends[i]) * tallPx
    }
    return px2
  })
  return items.reduce((sum, { shape }) => sum + inkPx2[shape], 0)
}

type Sheets = readonly { lengthPx: number }[]

function isShorter(sheets: Sheets, than: Sheets): boolean {
  const film = (list: Sheets) => list.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
  return sheets.length <= than.length && film(sheets) < film(than)
}

function filmPx2(layout: Layout): number {
  return layout.sheets.reduce((sum, { widthPx, lengthPx }) => sum + widthPx * lengthPx, 0)
}

// A layout as the nesting search knows positions.
function toSheets(layout: Layout, { items }: Order, bounds: SheetBounds): NestedSheet[] {
  const itemOf = new Map(items.map(({ piece, copy }, item) => [`${piece} ${copy}`, item]))
  return layout.sheets.map(({ placements, lengthPx }) => ({
    items: placements.map(({ piece, copy }) => itemOf.get(`${piece} ${copy}`)!),
    positions: Int32Array.from(
      placements.flatMap(({ x, y, rotated, halfTurned }) => [
        x - bounds.edgePx,
        y - bounds.edgePx,
        (rotated ? 1 : 0) + (halfTurned ? 2 : 0),
        1,
      ]),
    ),
    lengthPx: lengthPx - 2 * bounds.edgePx,
  }))
}

function toLayout(
  sheets: readonly NestedSheet[],
  { items }: Order,
  pieces: readonly PieceType[],
  bounds: SheetBounds,
): Layout {
  return {
    sheets: sheets.map((sheet) => {
      const placements = sheet.items.map((item, i): Placement => {
        const [x, y, turn] = sheet.positions.subarray(i * positionWords, (i + 1) * positionWords)
        const { piece, copy } = items[item]
        const { widthPx, heightPx } = pieces[piece]
        const rotated = turn % 2 === 1
        return {
          piece,
          copy,
          x: x + bounds.edgePx,
          y: y + bounds.edgePx,
          widthPx: rotated ? heightPx : widthPx,
          heightPx: rotated ? widthPx : heightPx,
          rotated,
          ...(turn >= 2 ? { halfTurned: true as const } : {}),
        }
      })
      placements.sort((a, b) => a.y - b.y || a.x - b.x || a.piece - b.piece || a.copy - b.copy)
      return { widthPx: bounds.widthPx, lengthPx: sheet.lengthPx + 2 * bounds.edgePx, placements }
    }),
  }
}
