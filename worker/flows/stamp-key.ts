import { createHash } from "node:crypto"
import { STAMP_VERSION } from "../../sheet/raster/make-stamp.ts"
import type { AttemptStampRow } from "../data/attempt-stamp-rows.ts"

export type PlannedStamp = Omit<AttemptStampRow, "attemptId" | "isDone">

/** The stamp with its key. Its digest covers all that decides the pixels, so prints share equal stamps. */
export function keyedStamp(stamp: Omit<PlannedStamp, "stampKey">): PlannedStamp {
  const { sourceKey, widthPx, heightPx, rotated, halfTurned, mirror } = stamp
  const trim = { x: stamp.trimX, y: stamp.trimY, width: stamp.trimWidth, height: stamp.trimHeight }
  const turn = halfTurned ? [rotated, "half"] : [rotated]
  const made = [STAMP_VERSION, sourceKey, trim, widthPx, heightPx, ...turn, mirror]
  const digest = createHash("sha256").update(JSON.stringify(made)).digest("hex").slice(0, 32)
  return { ...stamp, stampKey: `stamps/${stamp.imageId}/${digest}` }
}
