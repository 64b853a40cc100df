import type { Id } from "../../../contract/id.ts"
import { finishPausing } from "../../../sheet/in-steps.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"
import { openWatermark, WATERMARK } from "../../../sheet/raster/label/watermark.ts"
import { decodePicture, encodePicture } from "../../../sheet/raster/picture-file.ts"
import {
  drawLabelPiece,
  drawPiece,
  openSheetPicture,
  type Share,
} from "../../../sheet/raster/sheet-picture.ts"
import { imageKeys } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { pieceFolderOf } from "../../data/pieces/variant-rows.ts"
import type { AttemptRow } from "../../data/prints/attempt-rows.ts"
import { listPicturedStamps, type PicturedStamp } from "../../data/prints/attempt-stamp-rows.ts"
import { sheetPreviewKey } from "../../data/prints/sheet-files.ts"
import type { SheetRow, StoredPlacement } from "../../data/prints/sheet-rows.ts"
import type { Env } from "../../env.ts"
import { rest } from "../../isolate/rest.ts"
import { logWarning } from "../../log.ts"
import { rasterHost } from "../../raster/raster-host.ts"
import { piecePicture } from "../pieces/piece-look.ts"

/** The largest picture: twice the displayed width; at most 2 MB of pixels. */
const MOST = { widthPx: 480, heightPx: 1080 }

/**
 * Draws a small picture of a sheet from the previews of its images and of their pieces with values, one
 * at a time. Deleted images are left out. Returns the R2 key; null on failure, because a sheet is
 * complete without a picture.
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
    const stamps = await listPicturedStamps(databaseOf(env), attempt.id)
    const placed = Map.groupBy(placements, (placement) => placement.stampKey)
    const shown = stamps.flatMap((stamp) => {
      const printed = placed.has(stamp.stampKey) ? shareOf(stamp) : null
      return printed ? [{ stamp, printed }] : []
    })
    for (const [, ofLook] of Map.groupBy(shown, ({ stamp }) => pieceFolderOf(stamp) ?? stamp.imageId)) {
      const mostPx = picture.scale * Math.max(...ofLook.map(wholePx))
      const artwork = await artworkOf(env, ofLook[0].stamp, mostPx)
      if (!artwork) continue
      for (const { stamp, printed } of ofLook)
        for (const placement of placed.get(stamp.stampKey) ?? []) {
          const piece = { ...placement, mirror: stamp.mirror }
          await finishPausing(drawPiece(picture, piece, artwork, printed), rest)
        }
    }
    for (const { label, rotated } of placements)
      if (label) {
        const drawing = drawLabelPiece(picture, { ...label, rotated, mirror: attempt.mirror })
        await finishPausing(drawing, rest)
      }
    if (attempt.isTest)
      openWatermark(WATERMARK, picture.widthPx, attempt.dpi * picture.scale).cut(
        picture.rgba,
        0,
        picture.heightPx,
      )
    await env.FILES.put(key, await encodePicture(picture, rasterHost), {
      httpMetadata: { contentType: "image/png" },
    })
    return key
  } catch (error) {
    logWarning("sheet not pictured", { attemptId: attempt.id, key, error })
    return null
  }
}

/** Returns a picture of a stamp's artwork, with its values, to be shown `mostPx` large; without any if that is gone. */
async function artworkOf(env: Env, stamp: PicturedStamp, mostPx: number): Promise<Picture | null> {
  const folder = pieceFolderOf(stamp)
  const own = folder === null ? null : await piecePicture(env, folder, mostPx)
  return own ?? imagePicture(env, stamp.imageId, folder !== null)
}

/** Reads the picture of an image, with its samples or without any texts. */
async function imagePicture(env: Env, imageId: Id, isBase: boolean): Promise<Picture | null> {
  const { preview, basePreview } = imageKeys(imageId)
  const object = await env.FILES.get(isBase ? basePreview : preview)
  return object && decodePicture(await object.bytes(), rasterHost)
}

/**
 * Returns the trim's share of the artwork: in pixels of the grid that it is drawn on, else in its own. Null if the image is
 * gone.
 */
function shareOf({ image, ...stamp }: PicturedStamp): Share | null {
  if (!image?.widthPx || !image.heightPx) return null
  const widthPx = stamp.gridWidthPx ?? image.widthPx
  const heightPx = stamp.gridHeightPx ?? image.heightPx
  return {
    left: stamp.trimX / widthPx,
    top: stamp.trimY / heightPx,
    width: stamp.trimWidth / widthPx,
    height: stamp.trimHeight / heightPx,
  }
}

/** Returns the longer side of all of an artwork as a stamp shows its share. */
function wholePx({ stamp, printed }: { stamp: PicturedStamp; printed: Share }): number {
  const { rotated, widthPx, heightPx } = stamp
  const [across, down] = rotated ? [heightPx, widthPx] : [widthPx, heightPx]
  return Math.max(across / printed.width, down / printed.height)
}
