import { createHash } from "node:crypto"
import { STAMP_VERSION } from "../../../sheet/raster/make-stamp.ts"
import type { AttemptStampRow } from "../../data/prints/attempt-stamp-rows.ts"

export type PlannedStamp = Omit<AttemptStampRow, "attemptId" | "isDone">

/** Returns the stamp with its key, a digest of all that decides the pixels, so prints share equal stamps. */
export function keyedStamp(stamp: Omit<PlannedStamp, "stampKey">): PlannedStamp {
  const { sourceKey, widthPx, heightPx, rotated, halfTurned, mirror, overlayKey } = stamp
  const trim = { x: stamp.trimX, y: stamp.trimY, width: stamp.trimWidth, height: stamp.trimHeight }
  const turn = halfTurned ? [rotated, "half"] : [rotated]
  const { gridWidthPx, gridHeightPx } = stamp
  const grid = gridWidthPx === null ? [] : ["grid", gridWidthPx, gridHeightPx, overlayKey]
  const parts = [STAMP_VERSION, sourceKey, trim, widthPx, heightPx, ...turn, mirror, ...grid]
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)
  return { ...stamp, stampKey: `stamps/${stamp.imageId}/${digest}` }
}

/**
 * Returns the stamp of the ink that a piece shares with others: its artwork without the piece's own
 * text, upright, drawn once for every name and every turn. Null for a stamp that is drawn whole.
 */
export function sharedStampOf(stamp: PlannedStamp): PlannedStamp | null {
  const { baseBox } = stamp
  if (baseBox === null) return null
  const { x, y, width, height } = baseBox
  return keyedStamp({
    ...stamp,
    ...{ widthPx: width, heightPx: height, trimX: x, trimY: y, trimWidth: width, trimHeight: height },
    ...{ rotated: false, halfTurned: false, mirror: false, overlayKey: null, baseBox: null },
  })
}
