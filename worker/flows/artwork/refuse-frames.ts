import { frameKinds, type Mend } from "../../../contract/artwork/mend.ts"
import { ApiError } from "../../../contract/error.ts"

const FRAMES = "A store's mends are made on every picture. Crop, turn, trace or enlarge the image itself."

/** Refuses mends that no rule of a store has. */
export function refuseFrames(mends: readonly Pick<Mend, "kind">[] = []): void {
  if (mends.some(({ kind }) => frameKinds.includes(kind))) throw new ApiError("unprocessable", FRAMES)
}
