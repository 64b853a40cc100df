import { finish, type InSteps, noting } from "../in-steps.ts"
import { effortSteps } from "./effort.ts"
import { createKernelPacker } from "./kernel-packer.ts"
import type { Effort, LayoutResult, PieceType, Placement, SheetBounds, SheetLayout } from "./layout.ts"
import { inLayoutKernel, type LayoutHost } from "./layout-kernel.ts"
import type { MakePacker, Packer } from "./packer.ts"
import { createRandom } from "./random.ts"
import { createRectangles, type Size } from "./rectangles.ts"
import { arrange, type Sheet } from "./sheet-sequence.ts"
import { createPacker } from "./skyline-packer.ts"

/** The most copies in one call. A `quick` layout of so many takes well below a second. */
export const maxCopies = 5_000

/**
 * The longest side of a sheet or piece: 333 in at 600 DPI. Sums of 5,000 heights stay below 2^30.
 */
export const maxSidePx = 200_000

const defaultSeed = 1

export type LayoutOptions = {
  seed?: number
  /** With a host the search runs in its kernel: the same layout in half the time. */
  host?: LayoutHost
  /** Gets, at every pause, the share of the search that is done, 0 to 1. */
  onShare?: (share: number) => void
}

/**
 * Lays an order out on as few and as short sheets as the effort allows. The same input, effort and
 * seed give the same layout in every runtime, placement by placement. Pieces that fit no sheet are
 * reported before any search. Throws a RangeError on sizes and counts that are not whole numbers
 * within the limits.
 */
export function layOut(
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  effort: Effort,
  options: LayoutOptions = {},
): LayoutResult {
  return layOutWithin(pieces, bounds, effortSteps[effort], options)
}

/** Does `layOut` with the search's effort given in steps (see `effort.ts`), for benchmarks. */
export function layOutWithin(
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  steps: number,
  options: LayoutOptions = {},
): LayoutResult {
  return finish(layOutInSteps(pieces, bounds, steps, options))
}

/** Does `layOutWithin` in steps. Searches that take turns each hold their own kernel. */
export function* layOutInSteps(
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  steps: number,
  { seed = defaultSeed, host, onShare }: LayoutOptions,
): InSteps<LayoutResult> {
  checkInput(pieces, bounds)
  // Each piece is enlarged by the gap on two sides, and so is the sheet: see README.md.
  const width = bounds.widthPx - 2 * bounds.edgePx + bounds.gapPx
  const height = bounds.maxLengthPx - 2 * bounds.edgePx + bounds.gapPx
  const tooLarge = tooLargePieces(pieces, bounds)
  if (tooLarge.length > 0) return { kind: "too-large", pieces: tooLarge }

  const stock = groupBySize(pieces, bounds)
  const rectangles = createRectangles(
    stock.map((group) => group.size),
    width,
    height,
    bounds.rotate,
  )
  const counts = stock.map((group) => group.copies.length)
  const search = (makePacker: MakePacker) => {
    let packer: Packer | undefined
    const noted: MakePacker = (...strip) => {
      packer = makePacker(...strip)
      return packer
    }
    const sheets = arrange(rectangles, counts, width, height, steps, createRandom(seed), noted)
    return noting(sheets, () => onShare?.(Math.min(1, (packer?.work ?? 0) / steps)))
  }
  const sheets = host
    ? yield* inLayoutKernel(host, (kernel) => search((...strip) => createKernelPacker(kernel, ...strip)))
    : yield* search(createPacker)
  const toLayout = (sheet: Sheet) => toSheetLayout(sheet, stock, rectangles.width, pieces, bounds)
  return { kind: "laid-out", layout: { sheets: sheets.map(toLayout) } }
}

/** Returns the indices of pieces that fit no sheet in any allowed turn. */
export function tooLargePieces(pieces: readonly PieceType[], bounds: SheetBounds): number[] {
  const width = bounds.widthPx - 2 * bounds.edgePx
  const length = bounds.maxLengthPx - 2 * bounds.edgePx
  const fits = (pieceWidth: number, pieceHeight: number) => pieceWidth <= width && pieceHeight <= length
  const isTooLarge = ({ widthPx, heightPx }: PieceType) =>
    !fits(widthPx, heightPx) && !(bounds.rotate && fits(heightPx, widthPx))
  return pieces.flatMap((piece, index) => (piece.count > 0 && isTooLarge(piece) ? [index] : []))
}

function checkInput(pieces: readonly PieceType[], bounds: SheetBounds): void {
  const check = (name: string, value: number, least: number, most: number) => {
    if (!Number.isInteger(value) || value < least || value > most)
      throw new RangeError(`${name} is ${value}, expected a whole number from ${least} to ${most}`)
  }
  check("sheet widthPx", bounds.widthPx, 1, maxSidePx)
  check("sheet maxLengthPx", bounds.maxLengthPx, 1, maxSidePx)
  check("sheet edgePx", bounds.edgePx, 0, maxSidePx)
  check("sheet gapPx", bounds.gapPx, 0, maxSidePx)
  let copies = 0
  pieces.forEach((piece, index) => {
    check(`piece ${index} widthPx`, piece.widthPx, 1, Number.MAX_SAFE_INTEGER)
    check(`piece ${index} heightPx`, piece.heightPx, 1, Number.MAX_SAFE_INTEGER)
    check(`piece ${index} count`, piece.count, 0, maxCopies)
    copies += piece.count
  })
  check("number of copies", copies, 0, maxCopies)
}

/** The copies of one inflated size: one type to the search, whatever their items. */
type Group = { size: Size; copies: { piece: number; copy: number }[]; used: number }

function groupBySize(pieces: readonly PieceType[], bounds: SheetBounds): Group[] {
  const groups = new Map<string, Group>()
  pieces.forEach((piece, index) => {
    if (piece.count === 0) return
    let width = piece.widthPx + bounds.gapPx
    let height = piece.heightPx + bounds.gapPx
    // If turns are allowed, a size and its quarter turn are one type, stored lying.
    if (bounds.rotate && width < height) [width, height] = [height, width]
    const key = `${width}x${height}`
    const group = groups.get(key) ?? { size: { width, height }, copies: [], used: 0 }
    for (let copy = 0; copy < piece.count; copy++) group.copies.push({ piece: index, copy })
    groups.set(key, group)
  })
  // Sorted, so the order in which items were added changes no layout.
  return [...groups.values()].sort((a, b) => b.size.height - a.size.height || b.size.width - a.size.width)
}

// Assigns the search's rectangles to copies, in order, and converts coordinates to the sheet's.
function toSheetLayout(
  sheet: Sheet,
  stock: Group[],
  turnWidth: Int32Array,
  pieces: readonly PieceType[],
  bounds: SheetBounds,
): SheetLayout {
  const placements: Placement[] = []
  for (let i = 0; i < sheet.length; i += 3) {
    const turn = sheet[i]
    const group = stock[turn >> 1]
    const { piece, copy } = group.copies[group.used++]
    const rotated = pieces[piece].widthPx + bounds.gapPx !== turnWidth[turn]
    const { widthPx, heightPx } = pieces[piece]
    placements.push({
      piece,
      copy,
      x: sheet[i + 1] + bounds.edgePx,
      y: sheet[i + 2] + bounds.edgePx,
      widthPx: rotated ? heightPx : widthPx,
      heightPx: rotated ? widthPx : heightPx,
      rotated,
    })
  }
  // From top to bottom, as the sheet is rendered.
  placements.sort((a, b) => a.y - b.y || a.x - b.x)
  const end = placements.reduce((lowest, { y, heightPx }) => Math.max(lowest, y + heightPx), 0)
  return { widthPx: bounds.widthPx, lengthPx: end + bounds.edgePx, placements }
}
