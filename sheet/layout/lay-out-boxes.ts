import { quickSteps } from "./effort.ts"
import { type LayoutOptions, layOut, layOutWithin } from "./lay-out.ts"
import type { Effort, LayoutResult, PieceType, SheetBounds } from "./layout.ts"
import { describeLayout } from "./utilisation.ts"

/**
 * `layOut` as prints use it. `instant` is short enough for a phone. `best` is never worse than
 * `balanced`: a longer search goes other ways than a short one, so it is the better of both. What a
 * seller is shown first and then waits on can only get shorter.
 */
export function layOutBoxes(
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  effort: Effort,
  options: LayoutOptions,
): LayoutResult {
  if (effort === "instant") return layOutWithin(pieces, bounds, quickSteps, options)
  const longest = layOut(pieces, bounds, effort, options)
  if (effort !== "best" || longest.kind === "too-large") return longest
  const usual = layOut(pieces, bounds, "balanced", options)
  if (usual.kind === "too-large") return usual
  const [a, b] = [describeLayout(longest.layout), describeLayout(usual.layout)]
  return a.sheets < b.sheets || (a.sheets === b.sheets && a.lengthPx < b.lengthPx) ? longest : usual
}
