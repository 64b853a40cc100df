import type { InSteps } from "../in-steps.ts"
import { makeRoom } from "../layout/hand/make-room.ts"
import { tooLargePieces } from "../layout/lay-out.ts"
import { layOutBoxes } from "../layout/lay-out-boxes.ts"
import type { LaidCopy, Layout } from "../layout/layout.ts"
import type { LayoutHost } from "../layout/layout-kernel.ts"
import { inkAreaPx2, nestInputOf } from "../layout/nest/nest-input.ts"
import { describeLayout } from "../layout/utilisation.ts"
import { withReserve } from "./label-strip.ts"
import type { printLayoutInput } from "./print-layout.ts"

/** Where copies lie that a hand or another search has placed. */
export type GivenPlaces = { pins: readonly LaidCopy[]; start: readonly LaidCopy[] }

/** A layout of pieces with their reserve, and what it is measured by. */
export type AroundPlan =
  | { kind: "too-large"; pieces: number[] }
  | { kind: "laid-out"; layout: Layout; boxesLengthPx: number | undefined; inkShare: number | undefined }

type AroundOptions = {
  places: GivenPlaces
  nesting: "boxes" | "shapes"
  /** Called at once with the layout that makes room, then with every shorter one. */
  onBetter: (plan: Extract<AroundPlan, { kind: "laid-out" }>) => void
}

/**
 * Lays a print out around what is given: pins lie exactly where they are, and the rest begins from
 * where it was. Never longer than the layout that only makes room.
 */
export function* planAround(
  input: ReturnType<typeof printLayoutInput>,
  host: LayoutHost | null,
  { places, nesting, onBetter }: AroundOptions,
): InSteps<AroundPlan> {
  const { pieces, inks, bounds, label } = input
  const tooLarge = tooLargePieces(pieces, bounds)
  if (tooLarge.length > 0) return { kind: "too-large", pieces: tooLarge }
  const room = withReserve(yield* makeRoom(input, places.pins, places.start), label)
  const isNested = nesting === "shapes"
  const boxes = isNested ? yield* layOutBoxes(pieces, bounds, "quick", { host: host ?? undefined }) : null
  const boxesLengthPx = boxes?.kind === "laid-out" ? describeLayout(boxes.layout).lengthPx : undefined
  const shapes = isNested ? nestInputOf(pieces, inks, bounds, label) : null
  const inkPx2 = shapes === null ? undefined : yield* inkAreaPx2(shapes)
  const plan = (layout: Layout) => ({
    kind: "laid-out" as const,
    layout,
    boxesLengthPx,
    inkShare: inkPx2 === undefined ? undefined : inkPx2 / Math.max(1, filmPx2(layout)),
  })
  onBetter(plan(room))
  return plan(room)
}

function filmPx2({ sheets }: Layout): number {
  return sheets.reduce((sum, { widthPx, lengthPx }) => sum + widthPx * lengthPx, 0)
}
