import { finish, type InSteps } from "../in-steps.ts"
import { type CheckedOrder, checkLayoutInSteps } from "../layout/check/check-layout.ts"
import type { LayoutViolation } from "../layout/check/violation.ts"
import { turnOf } from "../layout/laid-copies.ts"
import type { LaidCopy, Layout, Placement } from "../layout/layout.ts"
import type { LayoutHost } from "../layout/layout-kernel.ts"
import { quickBoxesLengthPx } from "../layout/nest/lay-out-shapes.ts"
import type { Packing } from "../layout/packing/packing.ts"
import { describeLayout } from "../layout/utilisation.ts"
import { withoutReserve, withReserve } from "./label-strip.ts"
import type { LaidOutPrint } from "./plan-print.ts"
import { copyInkPx2InSteps, type PrintLayoutInput, printLayoutInputInSteps } from "./print-inks.ts"
import {
  type LayoutItem,
  type LayoutTemplate,
  nestsShapes,
  type PiecesInput,
  piecesInput,
} from "./print-layout.ts"

/**
 * A document's entry for one copy: `copy` counts from 1, `x`, `y` is the top left pixel of the printed
 * box.
 */
type DocumentPlacement<Id extends string> = {
  itemId: Id
  copy: number
  x: number
  y: number
  turn: LaidCopy["turn"]
  pinned: boolean
}

/** A layout that anybody may propose. The boxes' sizes follow from items and template. */
export type LayoutDocument<Id extends string = string> = {
  sheetTemplateId: Id
  packing: Packing
  sheets: { lengthPx: number; placements: DocumentPlacement<Id>[] }[]
}

/** A LayoutViolation in which missing copies are named by item, and count from 1. */
export type DocumentViolation<Id extends string = string> = Omit<LayoutViolation, "missing"> & {
  itemId?: Id
  copies?: number[]
}

type DocumentItem<Id extends string> = LayoutItem & { id: Id }

/** Returns the document of a planned print's layout. Item `i` is piece `i`. */
export function documentOf<Id extends string>(
  layout: Layout,
  items: readonly { id: Id }[],
  { sheetTemplateId, packing }: { sheetTemplateId: Id; packing: Packing },
): LayoutDocument<Id> {
  const sheets = layout.sheets.map(({ lengthPx, placements }) => ({
    lengthPx,
    placements: placements.map(({ piece, copy, x, y, pinned = false, ...turned }) => ({
      itemId: items[piece].id,
      copy: copy + 1,
      x,
      y,
      turn: turnOf(turned),
      pinned,
    })),
  }))
  return { sheetTemplateId, packing, sheets }
}

/**
 * Returns the layout that a sound document describes, in a plan's form. Placements keep their order.
 * Throws a RangeError on an item that is unknown.
 */
export function layoutOf<Id extends string>(
  document: LayoutDocument<Id>,
  items: readonly DocumentItem<Id>[],
  template: LayoutTemplate,
): Layout {
  const known = new Set(items.map(({ id }) => id))
  const stranger = document.sheets
    .flatMap(({ placements }) => placements)
    .find(({ itemId }) => !known.has(itemId))
  if (stranger) throw new RangeError(`item ${stranger.itemId} is not in the print`)
  const input = piecesInput(items, { ...template, packing: document.packing })
  return withoutReserve(packedLayoutOf(document, items, input), input.label)
}

type ProofOptions = {
  /** Packs the boxes for `boxesLengthIn` twice as fast. */
  host?: LayoutHost
  /** The film that boxes would take, if it is known already. */
  boxesLengthIn?: number
}

/** The result of a proof: the print planned as in the document, or the document's violations. */
export type DocumentProof<Id extends string = string> =
  | LaidOutPrint
  | { kind: "invalid"; violations: DocumentViolation<Id>[] }

/**
 * Checks a document against its print: see `checkLayout`. Pieces are boxes if the template nests
 * boxes. Throws a RangeError on places and lengths that are not whole pixels.
 */
export function proveDocument<Id extends string>(
  items: readonly DocumentItem<Id>[],
  template: LayoutTemplate,
  document: LayoutDocument<Id>,
  options: ProofOptions = {},
): DocumentProof<Id> {
  return finish(proveDocumentInSteps(items, template, document, options))
}

/** Does `proveDocument` in steps. */
export function* proveDocumentInSteps<Id extends string>(
  items: readonly DocumentItem<Id>[],
  ownTemplate: LayoutTemplate,
  document: LayoutDocument<Id>,
  { host, boxesLengthIn }: ProofOptions = {},
): InSteps<DocumentProof<Id>> {
  const template = { ...ownTemplate, packing: document.packing }
  const input = yield* printLayoutInputInSteps(items, template)
  const { pieces, bounds, label: foot } = input
  const isShaped = template.nesting === "shapes"
  const inks = isShaped ? input.inks : pieces.map(() => null)
  const packed = packedLayoutOf(document, items, input)
  const order: CheckedOrder = { pieces, inks, bounds, foot }
  const violations = yield* checkLayoutInSteps(order, packed)
  if (violations.length > 0)
    return { kind: "invalid", violations: violations.map((violation) => named(violation, items)) }
  const layout = withoutReserve(packed, foot)
  const { lengthPx, utilisation } = describeLayout(layout)
  const lengthIn = lengthPx / template.dpi
  const isNested = nestsShapes(template)
  const boxesIn = isNested
    ? (boxesLengthIn ?? (yield* quickBoxesLengthPx(pieces, bounds, host)) / template.dpi)
    : lengthIn
  return {
    kind: "planned",
    layout,
    lengthIn,
    boxesLengthIn: boxesIn,
    savedShare: isNested ? 1 - lengthIn / boxesIn : null,
    utilisation: isNested ? (yield* inkPx2(items, input)) / filmPx2(layout) : utilisation,
    copies: items.reduce((sum, { quantity }) => sum + quantity, 0),
    violations: [],
  }
}

/** Returns the layout with each label's reserve, as it is packed. A stranger's piece is −1, its size 0. */
function packedLayoutOf<Id extends string>(
  document: LayoutDocument<Id>,
  items: readonly { id: Id }[],
  { pieces, bounds, label }: PiecesInput,
): Layout {
  const indexOf = new Map(items.map(({ id }, index) => [id, index]))
  const placementOf = ({ itemId, copy, x, y, turn, pinned }: DocumentPlacement<Id>): Placement => {
    const piece = indexOf.get(itemId) ?? -1
    const { widthPx, heightPx } = pieces[piece] ?? { widthPx: 0, heightPx: label.reservePx }
    const artwork = { widthPx, heightPx: heightPx - label.reservePx }
    const rotated = turn === 90 || turn === 270
    return {
      piece,
      copy: copy - 1,
      x,
      y,
      widthPx: rotated ? artwork.heightPx : artwork.widthPx,
      heightPx: rotated ? artwork.widthPx : artwork.heightPx,
      rotated,
      ...(turn >= 180 ? { halfTurned: true } : {}),
      ...(pinned ? { pinned: true } : {}),
    }
  }
  const sheets = document.sheets.map(({ lengthPx, placements }) => ({
    widthPx: bounds.widthPx,
    lengthPx,
    placements: placements.map(placementOf),
  }))
  return withReserve({ sheets }, label)
}

function named<Id extends string>(
  { missing, ...violation }: LayoutViolation,
  items: readonly { id: Id }[],
): DocumentViolation<Id> {
  if (!missing) return violation
  return { ...violation, itemId: items[missing.piece].id, copies: missing.copies.map((copy) => copy + 1) }
}

function* inkPx2(items: readonly { quantity: number }[], input: PrintLayoutInput): InSteps<number> {
  const ofCopies = yield* copyInkPx2InSteps(input)
  return ofCopies.reduce((sum, px2, piece) => sum + px2 * items[piece].quantity, 0)
}

function filmPx2({ sheets }: Layout): number {
  return Math.max(
    1,
    sheets.reduce((sum, { widthPx, lengthPx }) => sum + widthPx * lengthPx, 0),
  )
}
