import { finish, finishPausing, type InSteps } from "../in-steps.ts"
import { type CheckedOrder, checkLayoutInSteps } from "../layout/check/check-layout.ts"
import { type LayoutViolation, violationText } from "../layout/check/violation.ts"
import { layOutBoxes } from "../layout/lay-out-boxes.ts"
import type { Effort, LaidCopy, Layout, SheetLayout } from "../layout/layout.ts"
import type { LayoutHost } from "../layout/layout-kernel.ts"
import { layOutShapesInSteps } from "../layout/nest/lay-out-shapes.ts"
import { layOutByOrder } from "../layout/packing/by-order.ts"
import { nestByOrder } from "../layout/packing/nest-by-order.ts"
import { layOutStraight } from "../layout/packing/straight-cuts.ts"
import { describeLayout } from "../layout/utilisation.ts"
import type { StampSpec } from "../raster/make-stamp.ts"
import { withoutReserve } from "./label-strip.ts"
import { orderGroups, shipDay } from "./order-groups.ts"
import { type Artwork, pieceGrid, printedBox } from "./piece-size.ts"
import { planAround } from "./plan-around.ts"
import { printLayoutInputInSteps } from "./print-inks.ts"
import { type LayoutItem, type LayoutTemplate, nestsShapes } from "./print-layout.ts"

/** The result of planning. `too-large` lists the indices of items that fit no sheet in any allowed turn. */
export type PrintPlan = LaidOutPrint | { kind: "too-large"; items: number[] }

/**
 * A planned print, as plain JSON. Piece `i` of the layout is item `i`. Placements are those of the
 * artworks, without labels.
 */
export type LaidOutPrint = {
  kind: "planned"
  layout: Layout
  lengthIn: number
  /**
   * The film that the same pieces take as boxes, packed tightest by the quick search, whichever search
   * laid them out. Equals `lengthIn` if pieces are laid out as boxes, see `nestsShapes`.
   */
  boxesLengthIn: number
  /** The share of the film that nesting saves against boxes. Null if pieces are laid out as boxes. */
  savedShare: number | null
  utilisation: number
  copies: number
  /** The check's reasons for giving up a nest for boxes. For the log. */
  violations: LayoutViolation[]
}

/** The least film by which pieces of one order hang together. */
const NECK_IN = 0.5

type PlanOptions = {
  effort?: Effort
  /**
   * Copies that stay exactly where they are. A pin that cannot stay, because it is over the edge or too
   * close to an earlier one, is placed like the rest, and is not marked as pinned in the layout.
   */
  pins?: readonly LaidCopy[]
  /**
   * The layout to begin from, with or without pins. Copies that do not collide stay where they are in the
   * first layout that `onBetter` gets, at once. The plan is never longer than that.
   */
  start?: readonly LaidCopy[] | null
  /** A seed for another search; without one, equal prints get equal plans. */
  seed?: number
  /** Gets the boxes, then every shorter nest. These are not checked yet. */
  onBetter?: (plan: LaidOutPrint) => void
  /** Gets, at every pause, the share of the search that is done, 0 to 1. */
  onShare?: (share: number) => void
}

/**
 * Lays a print out. The same items in the same order give the same plan everywhere: page, Worker
 * and command line all call this, so the sheet shown is the sheet printed. The result is checked
 * before anything is paid for or drawn. A layout of boxes that breaks the rules throws. Without a
 * host the kernel's slower twin packs boxes; shapes need a host.
 */
export function planPrint(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  host: LayoutHost | null,
  options: PlanOptions = {},
): PrintPlan {
  return finish(planInSteps(items, template, host, options))
}

/**
 * Does `planPrint` for a runtime that others use as well: awaits `pause` every few milliseconds of its
 * work. Plans under way at the same time each take their own kernel's memory.
 */
export function planPrintPausing(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  host: LayoutHost | null,
  options: PlanOptions,
  pause: () => Promise<void>,
): Promise<PrintPlan> {
  return finishPausing(planInSteps(items, template, host, options), pause)
}

function* planInSteps(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  host: LayoutHost | null,
  { effort = "balanced", seed, pins = [], start = null, onBetter, onShare }: PlanOptions,
): InSteps<PrintPlan> {
  const isStarted = pins.length > 0 || (start !== null && template.packing === "tightest")
  // If no ink decides anything, none is read.
  const nesting = isStarted || nestsShapes(template) ? template.nesting : "boxes"
  const groups = template.packing === "by-order" ? orderGroups(items) : []
  const isByOrder = !isStarted && groups.some(({ order }) => order !== null)
  // Scissors that cut orders apart get no piece out of another's hole.
  const useHoles = template.useHoles && !isByOrder
  const input = yield* printLayoutInputInSteps(items, { ...template, nesting, useHoles })
  const { pieces, inks, bounds, label } = input
  const describe = (
    packed: Layout,
    boxesPx?: number,
    inkShare?: number,
    violations: LayoutViolation[] = [],
  ) => {
    const layout = withoutReserve(packed, label)
    const { lengthPx, utilisation } = describeLayout(layout)
    return {
      kind: "planned" as const,
      layout,
      lengthIn: lengthPx / template.dpi,
      boxesLengthIn: (boxesPx ?? lengthPx) / template.dpi,
      savedShare: boxesPx === undefined ? null : 1 - lengthPx / boxesPx,
      utilisation: inkShare ?? utilisation,
      copies: items.reduce((sum, item) => sum + item.quantity, 0),
      violations,
    }
  }
  // A hand's pins come before any way to pack; a start is a start for the tightest alone.
  if (isStarted) {
    const result = yield* planAround(input, host, {
      places: { pins, start: start ?? [] },
      isNested: nestsShapes(template),
      isTightened: template.packing === "tightest",
      effort,
      seed: seed ?? 1,
      onShare,
      onBetter: ({ layout, boxesLengthPx, inkShare }) =>
        onBetter?.(describe(layout, boxesLengthPx, inkShare)),
    })
    if (result.kind === "too-large") return { kind: "too-large", items: result.pieces }
    yield* prove({ pieces, inks, bounds, foot: label }, result.layout)
    return describe(result.layout, result.boxesLengthPx, result.inkShare)
  }
  if (template.packing === "straight-cuts") {
    const result = yield* layOutStraight(pieces, bounds, { effort, seed, onShare })
    if (result.kind === "too-large") return { kind: "too-large", items: result.pieces }
    yield* prove({ pieces, bounds, foot: label }, result.layout)
    return describe(result.layout)
  }
  if (isByOrder) {
    const days = [...new Set(groups.map(shipDay))]
    const pieceGroups = groups.map((group) => ({
      rank: days.indexOf(shipDay(group)),
      pieces: group.items,
      isLoose: group.order === null,
    }))
    const neckPx = Math.round(NECK_IN * template.dpi)
    if (nesting === "shapes") {
      if (host === null) throw new Error("shapes cannot be nested without the layout kernel")
      const result = yield* nestByOrder({ pieces, inks, bounds, foot: label, groups: pieceGroups }, host, {
        effort,
        seed,
        neckPx,
        onShare,
        onBetter: (layout, boxesPx, inkShare) => onBetter?.(describe(layout, boxesPx, inkShare)),
      })
      if (result.kind === "too-large") return { kind: "too-large", items: result.pieces }
      yield* prove({ pieces, inks, bounds, foot: label }, result.layout)
      return describe(result.layout, result.boxesLengthPx, result.utilisation)
    }
    const result = yield* layOutByOrder(pieces, pieceGroups, bounds, { effort, seed, neckPx, onShare })
    if (result.kind === "too-large") return { kind: "too-large", items: result.pieces }
    yield* prove({ pieces, bounds, foot: label }, result.layout)
    return describe(result.layout)
  }
  if (template.nesting === "boxes") {
    const result = yield* layOutBoxes(pieces, bounds, effort, { host: host ?? undefined, seed, onShare })
    if (result.kind === "too-large") return { kind: "too-large", items: result.pieces }
    yield* prove({ pieces, bounds, foot: label }, result.layout)
    return describe(result.layout)
  }
  if (host === null) throw new Error("shapes cannot be nested without the layout kernel")
  const result = yield* layOutShapesInSteps(pieces, inks, bounds, host, {
    effort,
    seed,
    foot: label,
    onShare,
    onBetter: (layout, boxesPx, inkShare) => onBetter?.(describe(layout, boxesPx, inkShare)),
  })
  if (result.kind === "too-large") return { kind: "too-large", items: result.pieces }
  if (result.nesting === "boxes") yield* prove({ pieces, bounds, foot: label }, result.layout)
  return describe(result.layout, result.boxesLengthPx, result.utilisation, result.violations)
}

/** Returns the stamp of each placement of a planned sheet, in the order of the placements. */
export function stampsOf(
  sheet: SheetLayout,
  items: readonly { image: Artwork; widthIn: number }[],
  template: Pick<LayoutTemplate, "trim" | "mirror" | "dpi">,
): StampSpec[] {
  return sheet.placements.map(({ piece, widthPx, heightPx, rotated, halfTurned }) => {
    const { image, widthIn } = items[piece]
    const grid = pieceGrid({ image, widthIn, template })
    return {
      trim: grid ? grid.part : printedBox(image, template.trim),
      ...(grid ? { grid: { widthPx: grid.widthPx, heightPx: grid.heightPx } } : {}),
      widthPx,
      heightPx,
      rotated,
      ...(halfTurned ? { halfTurned } : {}),
      mirror: template.mirror,
    }
  })
}

/** Returns by how many degrees clockwise the stamp of a placement is turned. */
export function turnOf({
  rotated,
  halfTurned,
}: {
  rotated: boolean
  halfTurned?: boolean
}): 0 | 90 | 180 | 270 {
  if (rotated) return halfTurned ? 270 : 90
  return halfTurned ? 180 : 0
}

function* prove(order: CheckedOrder, layout: Layout): InSteps<void> {
  const violations = yield* checkLayoutInSteps(order, layout)
  if (violations.length === 0) return
  throw new Error(`the layout is wrong: ${violations.slice(0, 5).map(violationText).join("; ")}`)
}
