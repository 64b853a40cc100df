import type { InSteps } from "../../in-steps.ts"
import { type Level, type Positions, weightOne } from "./level.ts"
import type { Patches } from "./patches.ts"

/** Items without overlap, or with the least so far. `loss` is the overlap, 0 for none. */
type Separation = { loss: number; positions: Positions }

/** The passes without progress that end a try, and the tries without progress that end the search. */
export type Patience = { idlePasses: number; tries: number }

/** The share to which a pass has to lower the overlap to count as progress. */
const progress = 0.98

/** The passes from one exchange of places to the next, while at most this overlap remains. */
const swapEvery = 4
const littleLoss = 30 * weightOne

/** The loss of items that nothing moves, though a group of them is parted: less than any overlap. */
const parted = 1

/** The passes after which groups are tied anew, as they lie then. */
const tieEvery = 10

/**
 * Moves overlapping items, in passes with growing weights, until none overlaps or patience runs out.
 * With `isGlobal` it searches the whole strip for each item and lets two change places, else only
 * the surroundings. Every try starts from the best positions of the one before, and keeps its
 * weights. `isSpent` can end it at any pass. With `patches` each group ends as one patch of film, too.
 */
export function* separate(
  level: Level,
  patience: Patience,
  isGlobal: boolean,
  isSpent: () => boolean,
  patches?: Patches,
): InSteps<Separation> {
  // Without overlap a nest counts if every group is whole. Else other items are tied together.
  function* judged(loss: number): InSteps<number> {
    if (loss > 0 || !patches || patches.areWhole()) return loss
    patches.tie()
    return Math.max(parted, yield* level.relate())
  }
  patches?.tie()
  let best: Separation = { loss: yield* judged(yield* level.relate()), positions: level.read() }
  if (best.loss === parted) return best
  let passes = 0
  let last = Number.POSITIVE_INFINITY
  for (let failed = 0; best.loss > 0 && failed < patience.tries; ) {
    const before = best.loss
    for (let idle = 0; best.loss > 0 && idle < patience.idlePasses; ) {
      passes++
      if (isGlobal && last < littleLoss && passes % swapEvery === 0) yield* level.swapAll()
      if (patches && passes % tieEvery === 0) {
        patches.tie()
        yield* level.relate()
      }
      const loss = yield* judged(yield* level.moveAll(isGlobal))
      last = loss
      if (level.isFull()) return best
      if (loss === parted) return { loss, positions: level.read() }
      if (loss < best.loss) {
        if (loss < best.loss * progress) idle = 0
        best = { loss, positions: level.read() }
        if (loss === 0) return best
      } else idle++
      level.updateWeights()
      if (isSpent()) return best
    }
    failed = best.loss < before * progress ? 0 : failed + 1
    yield* level.write(best.positions)
  }
  return best
}
