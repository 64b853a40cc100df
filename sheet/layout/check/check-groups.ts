import type { SheetLayout } from "../layout.ts"
import { type CutFilm, cutFilm, inkCells, type LaidInk, outside } from "./cut-film.ts"
import type { InkShapes } from "./ink-shapes.ts"
import { quarterTurnsOf } from "./turned-rect.ts"

/**
 * The rule of a film that is cut group by group. `groupOf` returns the group of a copy. A group's `ranks`
 * say in which sequence groups follow each other along the film. `neckPx` is the least film by which
 * pieces of one group hang together.
 */
export type GroupRule = {
  groupOf(piece: number, copy: number): number
  ranks: readonly number[]
  neckPx: number
}

/**
 * A broken rule of groups: one lies `apart` in several pieces of film, or `around` others, or ends too
 * `early`, before one of lower rank begins. `placements` are indices into the sheet's.
 */
type GroupViolation = { code: "apart" | "around" | "early"; placements: number[] }

/** Returns the side of the cells on which film is cut: half of the gap, if that is fine enough and not too fine. */
export function cutCellPx(gapPx: number, neckPx: number): number {
  return Math.max(1, Math.ceil(neckPx / 16), Math.min(Math.floor(neckPx / 4), Math.floor(gapPx / 2)))
}

/**
 * Checks that one closed line cuts each group out of a sheet, halfway between inks: its pieces hang
 * together by the neck, and it lies around no other group. No group ends above the beginning of one
 * of lower rank.
 */
export function checkGroups(
  { placements, widthPx, lengthPx }: SheetLayout,
  { shapes, gapPx, rule }: { shapes: InkShapes; gapPx: number; rule: GroupRule },
): GroupViolation[] {
  const groups = placements.map(({ piece, copy }) => rule.groupOf(piece, copy))
  const cellPx = cutCellPx(gapPx, rule.neckPx)
  const inks = placements.map((placement): LaidInk => {
    const { ink } = shapes.shapeOf(placement.piece, quarterTurnsOf(placement))
    return { cells: inkCells(ink, cellPx), x: placement.x, y: placement.y }
  })
  const film = cutFilm(inks, { widthPx, lengthPx }, cellPx)
  const violations: GroupViolation[] = []
  const of = (group: number) => [...groups.keys()].filter((i) => groups[i] === group)
  for (const group of apartGroups(film, groups, rule.neckPx))
    violations.push({ code: "apart", placements: of(group) })
  for (const group of aroundGroups(film, groups)) violations.push({ code: "around", placements: of(group) })
  const spans = new Map<number, { start: number; end: number }>()
  placements.forEach(({ y, heightPx }, i) => {
    const { start, end } = spans.get(groups[i]) ?? { start: y, end: y + heightPx }
    spans.set(groups[i], { start: Math.min(start, y), end: Math.max(end, y + heightPx) })
  })
  for (const [earlier, { start }] of spans) {
    for (const [later, { end }] of spans) {
      if (rule.ranks[earlier] >= rule.ranks[later] || end >= start) continue
      violations.push({ code: "early", placements: [...of(earlier), ...of(later)] })
    }
  }
  return violations
}

/** Returns the groups whose film falls into several pieces. */
export function apartGroups(film: CutFilm, groups: readonly number[], neckPx: number): number[] {
  return [...new Set(groups)].filter((group) => {
    const own = [...groups.keys()].filter((i) => groups[i] === group)
    const isSeen = new Set([own[0]])
    for (const a of isSeen)
      for (const b of film.neighbours[a])
        if (b !== outside && groups[b] === group && film.borderPx(a, b) >= neckPx) isSeen.add(b)
    return isSeen.size < own.length
  })
}

/** Returns the groups that lie all around others, so that two lines would cut them out. */
export function aroundGroups(film: CutFilm, groups: readonly number[]): number[] {
  return [...new Set(groups)].filter((group) => {
    const others = [...groups.keys()].filter((i) => groups[i] !== group)
    const isSeen = new Set(others.filter((i) => film.neighbours[i].includes(outside)))
    for (const a of isSeen)
      for (const b of film.neighbours[a]) if (b !== outside && groups[b] !== group) isSeen.add(b)
    return isSeen.size < others.length
  })
}
