import type { InSteps } from "../../in-steps.ts"
import { grown, type Stencil } from "../hand/stencil.ts"
import { type HandInput, turnPieces } from "../hand/turned-piece.ts"
import type { Layout, Placement } from "../layout.ts"
import type { NestedSheet } from "./fill-sheets.ts"
import { type NestPiece, positionWords } from "./level.ts"
import { type NestInput, toLayout, toSheets } from "./nest-input.ts"
import { boxOutline } from "./outline.ts"
import type { PinnedPiece } from "./pinned-bitmap.ts"

/**
 * The most pinned pieces in a search. Beyond that, neighbouring copies along the film are pinned
 * together: each piece has tables with every other, and each has its size.
 */
const mostPinnedPieces = 24

/** A search around pinned copies. Its last items are the pinned pieces. */
export type AroundInput = {
  shapes: NestPiece[]
  /** The shape of each item. */
  items: number[]
  start: NestedSheet[]
  toLayout(sheets: readonly NestedSheet[]): Layout
}

/**
 * Returns the search's input for a layout of pieces with their reserve. Its pinned placements stay as
 * they are, and all others are searched from where they lie.
 */
export function* aroundInput(given: HandInput, input: NestInput, layout: Layout): InSteps<AroundInput> {
  const { bounds, pieces } = given
  const groups = layout.sheets.flatMap(({ placements }, sheet) =>
    groupsOf(placements.filter(({ pinned }) => pinned)).map((members) => ({ sheet, members })),
  )
  const isPinned = new Set(groups.flatMap(({ members }) => members.map(keyOf)))
  const free = usedOf({ ...input, items: input.items.filter((item) => !isPinned.has(keyOf(item))) })
  const partsOf = pinnedParts(given)
  const pinned: (NestPiece & { pinned: PinnedPiece })[] = []
  for (const { members } of groups) {
    const parts: PinnedPiece["parts"][number][] = []
    for (const placement of members) {
      parts.push(...partsOf(placement))
      yield
    }
    const piece = { ...frameOf(members, bounds.edgePx), parts }
    pinned.push({ outline: boxOutline(piece.widthPx, piece.heightPx), turns: [0], pinned: piece })
  }
  const freeLayout = {
    sheets: layout.sheets.map((sheet) => ({
      ...sheet,
      placements: sheet.placements.filter((placement) => !placement.pinned),
    })),
  }
  const start = toSheets(freeLayout, free, bounds).map((sheet, index): NestedSheet => {
    const own = [...groups.keys()].filter((group) => groups[group].sheet === index)
    const positions = own.flatMap((group) => [pinned[group].pinned.x, pinned[group].pinned.y, 0, 1])
    return {
      ...sheet,
      items: [...sheet.items, ...own.map((group) => free.items.length + group)],
      positions: Int32Array.from([...sheet.positions, ...positions]),
    }
  })
  return {
    shapes: [...free.shapes, ...pinned],
    items: [...free.items.map(({ shape }) => shape), ...groups.map((_, group) => free.shapes.length + group)],
    start,
    toLayout(nested) {
      const sheets = nested.filter((sheet) => sheet.items.length > 0)
      const { length } = free.items
      const isFree = (item: number) => item < length
      const around = sheets.map((sheet) => ({
        ...sheet,
        items: sheet.items.filter(isFree),
        positions: sheet.positions.filter((_, at) => isFree(sheet.items[Math.floor(at / positionWords)])),
      }))
      const laid = toLayout(around, free, pieces, bounds)
      return {
        sheets: laid.sheets.map((sheet, index) => {
          const members = sheets[index].items.flatMap((item) =>
            isFree(item) ? [] : groups[item - length].members,
          )
          return { ...sheet, placements: [...sheet.placements, ...members].sort(alongFilm) }
        }),
      }
    },
  }
}

// Returns the input without shapes that no item has.
function usedOf({ shapes, items }: NestInput): NestInput {
  const used = [...new Set(items.map(({ shape }) => shape))]
  const indexOf = new Map(used.map((shape, index) => [shape, index]))
  return {
    shapes: used.map((shape) => shapes[shape]),
    items: items.map((item) => ({ ...item, shape: indexOf.get(item.shape) ?? 0 })),
  }
}

const keyOf = ({ piece, copy }: { piece: number; copy: number }) => `${piece} ${copy}`

function alongFilm(a: Placement, b: Placement): number {
  return a.y - b.y || a.x - b.x || a.piece - b.piece || a.copy - b.copy
}

// Returns one copy a group, or neighbours along the film if there are too many.
function groupsOf(pinned: readonly Placement[]): Placement[][] {
  const sorted = [...pinned].sort(alongFilm)
  const size = Math.ceil(sorted.length / mostPinnedPieces)
  const groups: Placement[][] = []
  for (let at = 0; at < sorted.length; at += size) groups.push(sorted.slice(at, at + size))
  return groups
}

// Returns the parts around a pinned copy that nothing else may cover. Others keep their half of the gap.
function pinnedParts(given: HandInput): (placement: Placement) => PinnedPiece["parts"] {
  const { bounds } = given
  const turned = turnPieces(given)
  const grownInks = new Map<Stencil, Stencil>()
  return (placement) => {
    const { ink, strip, frame } = turned(placement)
    const stencil = grownInks.get(ink) ?? grown(ink, Math.ceil(bounds.gapPx / 2))
    grownInks.set(ink, stencil)
    // A placement begins with its frame, the reserve included; stencils begin with the printed box.
    const x = placement.x - frame.left - bounds.edgePx
    const y = placement.y - frame.top - bounds.edgePx
    return strip
      ? [
          { x, y, stencil },
          { x, y, stencil: strip },
        ]
      : [{ x, y, stencil }]
  }
}

function frameOf(members: readonly Placement[], edgePx: number) {
  const x = Math.min(...members.map((placement) => placement.x))
  const y = Math.min(...members.map((placement) => placement.y))
  return {
    x: x - edgePx,
    y: y - edgePx,
    widthPx: Math.max(...members.map((placement) => placement.x + placement.widthPx)) - x,
    heightPx: Math.max(...members.map((placement) => placement.y + placement.heightPx)) - y,
  }
}
