import type { InSteps } from "../in-steps.ts"
import { effortSteps, liveSteps } from "./effort.ts"
import { type LayoutOptions, layOutInSteps } from "./lay-out.ts"
import type { Effort, LayoutResult, PieceType, SheetBounds } from "./layout.ts"
import { describeLayout } from "./utilisation.ts"

/**
 * Lays out as `layOut` does, in steps, with the efforts that prints use. `quick` is short enough for a
 * phone. `best` takes the better of its own search and `balanced`, because a longer search goes other
 * ways than a short one. So a layout never gets longer while a seller waits for `best`.
 */
export function* layOutBoxes(
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  effort: Effort,
  options: LayoutOptions,
): InSteps<LayoutResult> {
  if (effort === "quick") return yield* layOutInSteps(pieces, bounds, liveSteps, options)
  if (effort === "balanced") return yield* layOutInSteps(pieces, bounds, effortSteps.balanced, options)
  const { onShare } = options
  const longShare = effortSteps.best / (effortSteps.best + effortSteps.balanced)
  const longest = yield* layOutInSteps(pieces, bounds, effortSteps.best, {
    ...options,
    onShare: (share) => onShare?.(longShare * share),
  })
  if (longest.kind === "too-large") return longest
  const usual = yield* layOutInSteps(pieces, bounds, effortSteps.balanced, {
    ...options,
    onShare: (share) => onShare?.(longShare + (1 - longShare) * share),
  })
  if (usual.kind === "too-large") return usual
  const [a, b] = [describeLayout(longest.layout), describeLayout(usual.layout)]
  return a.sheets < b.sheets || (a.sheets === b.sheets && a.lengthPx < b.lengthPx) ? longest : usual
}
