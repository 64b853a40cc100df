import { liveSteps } from "./effort.ts"
import { type LayoutOptions, layOut, layOutWithin } from "./lay-out.ts"
import type { Effort, LayoutResult, PieceType, SheetBounds } from "./layout.ts"
import { describeLayout } from "./utilisation.ts"

/**
 * `layOut` with the efforts that prints use. `quick` is short enough for a phone. `best` takes
 * the better of its own search and `balanced`, because a longer search goes other ways than a short
 * one. So a layout never gets longer while a seller waits for `best`.
 */
export function layOutBoxes(
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  effort: Effort,
  options: LayoutOptions,
): LayoutResult {
  if (effort === "quick") return layOutWithin(pieces, bounds, liveSteps, options)
  const longest = layOut(pieces, bounds, effort, options)
  if (effort !== "best" || longest.kind === "too-large") return longest
  const usual = layOut(pieces, bounds, "balanced", options)
  if (usual.kind === "too-large") return usual
  const [a, b] = [describeLayout(longest.layout), describeLayout(usual.layout)]
  return a.sheets < b.sheets || (a.sheets === b.sheets && a.lengthPx < b.lengthPx) ? longest : usual
}
