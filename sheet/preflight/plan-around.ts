import type { InSteps } from "../in-steps.ts"
import { checkLayoutInSteps } from "../layout/check/check-layout.ts"
import { makeRoom } from "../layout/hand/make-room.ts"
import { tooLargePieces } from "../layout/lay-out.ts"
import type { Effort, LaidCopy, Layout } from "../layout/layout.ts"
import type { LayoutHost } from "../layout/layout-kernel.ts"
import { aroundInput } from "../layout/nest/around-input.ts"
import { quickBoxesLengthPx } from "../layout/nest/lay-out-shapes.ts"
import { inkAreaPx2, nestInputOf } from "../layout/nest/nest-input.ts"
import { onFewerSheets } from "../layout/nest/on-one-roll.ts"
import { isShorter, nestSteps, searchNest } from "../layout/nest/search-nest.ts"
import type { PrintLayoutInput } from "./print-inks.ts"

/** The places of copies that a hand or another search has chosen. */
type GivenPlaces = { pins: readonly LaidCopy[]; start: readonly LaidCopy[] }

/** A layout of pieces with their reserve, and its figures. */
export type AroundPlan =
  | { kind: "too-large"; pieces: number[] }
  | { kind: "laid-out"; layout: Layout; boxesLengthPx: number | undefined; inkShare: number | undefined }

type AroundOptions = {
  places: GivenPlaces
  /** True if ink decides where pieces lie: then the film is compared with that of boxes. */
  isNested: boolean
  /** True if the rest may be searched shorter; else it only makes room. */
  isTightened: boolean
  effort: Effort
  seed: number
  /** Gets the layout that makes room at once, then every shorter one. */
  onBetter: (plan: Extract<AroundPlan, { kind: "laid-out" }>) => void
  onShare?: (share: number) => void
}

/**
 * Lays a print out around given places: pins lie exactly where they are, and the rest begins from
 * where it was. Never longer than the layout that only makes room.
 */
export function* planAround(
  input: PrintLayoutInput,
  host: LayoutHost | null,
  { places, isNested, isTightened, effort, seed, onBetter, onShare }: AroundOptions,
): InSteps<AroundPlan> {
  const { pieces, inks, bounds, label } = input
  const tooLarge = tooLargePieces(pieces, bounds)
  if (tooLarge.length > 0) return { kind: "too-large", pieces: tooLarge }
  const room = yield* makeRoom(input, places.pins, places.start)
  const boxesLengthPx = isNested ? yield* quickBoxesLengthPx(pieces, bounds, host ?? undefined) : undefined
  const shapes = nestInputOf(pieces, inks, bounds, label)
  const inkPx2 = isNested && shapes !== null ? yield* inkAreaPx2(shapes) : undefined
  const plan = (layout: Layout) => ({
    kind: "laid-out" as const,
    layout,
    boxesLengthPx,
    inkShare: inkPx2 === undefined ? undefined : inkPx2 / Math.max(1, filmPx2(layout)),
  })
  onBetter(plan(room))
  if (!isTightened || host === null || shapes === null) return plan(room)
  let best = room
  function* isBetter(layout: Layout): InSteps<boolean> {
    if (!isShorter(layout.sheets, best.sheets)) return false
    return (yield* checkLayoutInSteps({ pieces, inks, bounds, foot: label }, layout)).length === 0
  }
  const efforts: Effort[] = effort === "best" ? ["balanced", "best"] : [effort]
  const allSteps = efforts.reduce((sum, stageEffort) => sum + nestSteps[stageEffort], 0)
  let doneSteps = 0
  for (const stageEffort of efforts) {
    const nested = yield* searchNest(yield* aroundInput(input, shapes, best), bounds, host, {
      effort: stageEffort,
      seed,
      foot: label,
      goesOn: true,
      onBetter: (layout) => onBetter(plan(layout)),
      onShare: (share) => onShare?.((doneSteps + share * nestSteps[stageEffort]) / allSteps),
    })
    doneSteps += nestSteps[stageEffort]
    if (nested !== null && (yield* isBetter(nested))) best = nested
  }
  // Pinned pieces keep their sheet, so there nothing may change sheets at will.
  for (const stageEffort of places.pins.length === 0 ? efforts : []) {
    const order = { input: shapes, pieces, bounds, foot: label }
    const fewer = yield* onFewerSheets(best, order, host, { effort: stageEffort, seed })
    if (fewer === null || !(yield* isBetter(fewer))) continue
    best = fewer
    onBetter(plan(best))
  }
  return plan(best)
}

function filmPx2({ sheets }: Layout): number {
  return sheets.reduce((sum, { widthPx, lengthPx }) => sum + widthPx * lengthPx, 0)
}
