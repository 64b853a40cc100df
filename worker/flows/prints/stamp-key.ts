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
  // Versions before had stamps of pieces that hold what they share with others too.
  const laid = stamp.baseBox === null ? [] : ["laid"]
  const grid = gridWidthPx === null ? [] : ["grid", gridWidthPx, gridHeightPx, overlayKey, ...laid]
  const parts = [STAMP_VERSION, sourceKey, trim, widthPx, heightPx, ...turn, mirror, ...grid]
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)
  return { ...stamp, stampKey: `stamps/${stamp.imageId}/${digest}` }
}

/**
 * Returns the stamp of the ink that a piece shares with others, over which its own text is laid: its artwork
 * without the text, turned as the piece is, drawn once for every name. Null for a stamp of its own.
 */
export function sharedStampOf(stamp: PlannedStamp): PlannedStamp | null {
  const { baseBox, rotated } = stamp
  if (baseBox === null) return null
  const { x, y, width, height } = baseBox
  return keyedStamp({
    ...stamp,
    ...{ widthPx: rotated ? height : width, heightPx: rotated ? width : height },
    ...{ trimX: x, trimY: y, trimWidth: width, trimHeight: height, overlayKey: null, baseBox: null },
  })
}

/** Returns these stamps, each once, and those that they are laid over. */
export function withShared(stamps: readonly PlannedStamp[]): PlannedStamp[] {
  const all = stamps.flatMap((stamp) => [stamp, sharedStampOf(stamp) ?? stamp])
  return [...new Map(all.map((stamp) => [stamp.stampKey, stamp])).values()]
}
