import type { Id } from "../../contract/id.ts"
import { finishPausing } from "../../sheet/in-steps.ts"
import { decodePicture, encodePicture } from "../../sheet/raster/picture-file.ts"
import { drawLabelPiece, drawPiece, openSheetPicture, type Share } from "../../sheet/raster/sheet-picture.ts"
import type { AttemptRow } from "../data/attempt-rows.ts"
import { type AttemptStampRow, listStamps } from "../data/attempt-stamp-rows.ts"
import { databaseOf } from "../data/database.ts"
import { findAnyImage, imageKeys } from "../data/image-rows.ts"
import { sheetPreviewKey } from "../data/sheet-files.ts"
import type { SheetRow, StoredPlacement } from "../data/sheet-rows.ts"
import type { Env } from "../env.ts"
import { rest } from "../isolate/rest.ts"
import { logWarning } from "../log.ts"
import { rasterHost } from "../raster/raster-host.ts"

/** Twice the displayed width; at most 2 MB of pixels. */
const MOST = { widthPx: 480, heightPx: 1080 }

/**
 * Draws a small picture of a sheet from its images' previews, one image at a time. Deleted images
 * are left out. Answers the R2 key; null on failure, because a sheet is complete without a picture.
 */
export async function pictureSheet(
  env: Env,
  attempt: AttemptRow,
  row: SheetRow,
  placements: readonly StoredPlacement[],
): Promise<string | null> {
  const key = sheetPreviewKey(row)
  try {
    const picture = openSheetPicture(row, MOST)
    const stamps = await listStamps(databaseOf(env), attempt.id)
    const placed = Map.groupBy(placements, (placement) => placement.stampKey)
    for (const [imageId, ofImage] of Map.groupBy(stamps, (stamp) => stamp.imageId)) {
      const artwork = await previewOf(env, imageId)
      if (!artwork) continue
      for (const stamp of ofImage) {
        const printed = shareOf(stamp, artwork)
        for (const placement of placed.get(stamp.stampKey) ?? []) {
          const piece = { ...placement, mirror: stamp.mirror }
          await finishPausing(drawPiece(picture, piece, artwork.picture, printed), rest)
        }
      }
    }
    for (const { label, rotated } of placements)
      if (label) {
        const drawing = drawLabelPiece(picture, { ...label, rotated, mirror: attempt.mirror })
        await finishPausing(drawing, rest)
      }
    await env.FILES.put(key, await encodePicture(picture, rasterHost), {
      httpMetadata: { contentType: "image/png" },
    })
    return key
  } catch (error) {
    logWarning("sheet not pictured", { attemptId: attempt.id, key, error })
    return null
  }
}

async function previewOf(env: Env, imageId: Id) {
  const image = await findAnyImage(databaseOf(env), imageId)
  const object = image && (await env.FILES.get(imageKeys(imageId).preview))
  if (!object || !image.widthPx || !image.heightPx) return null
  return {
    picture: await decodePicture(await object.bytes(), rasterHost),
    widthPx: image.widthPx,
    heightPx: image.heightPx,
  }
}

function shareOf(stamp: AttemptStampRow, artwork: { widthPx: number; heightPx: number }): Share {
  return {
    left: stamp.trimX / artwork.widthPx,
    top: stamp.trimY / artwork.heightPx,
    width: stamp.trimWidth / artwork.widthPx,
    height: stamp.trimHeight / artwork.heightPx,
  }
}
