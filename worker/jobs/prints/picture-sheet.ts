import type { Id } from "../../../contract/id.ts"
import { finishPausing } from "../../../sheet/in-steps.ts"
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
import {
  type AttemptStampRow,
  listPicturedStamps,
  type PicturedStamp,
} from "../../data/prints/attempt-stamp-rows.ts"
import { sheetPreviewKey } from "../../data/prints/sheet-files.ts"
import type { SheetRow, StoredPlacement } from "../../data/prints/sheet-rows.ts"
import type { Env } from "../../env.ts"
import { piecePreview } from "../../flows/pieces/piece-look.ts"
import { rest } from "../../isolate/rest.ts"
import { logWarning } from "../../log.ts"
import { rasterHost } from "../../raster/raster-host.ts"

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
    for (const [, ofLook] of Map.groupBy(stamps, (stamp) => pieceFolderOf(stamp) ?? stamp.imageId)) {
      const artwork = await previewOf(env, ofLook[0])
      if (!artwork) continue
      for (const stamp of ofLook) {
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

/** Reads the picture of a stamp's artwork, with its values; without any if that picture is gone. */
async function previewOf(env: Env, stamp: PicturedStamp) {
  const { imageId, image } = stamp
  const folder = pieceFolderOf(stamp)
  if (!image?.widthPx || !image.heightPx) return null
  const png =
    (folder && (await piecePreview(env, folder))) ?? (await imagePreview(env, imageId, folder !== null))
  if (!png) return null
  const picture = await decodePicture(png, rasterHost)
  return { picture, widthPx: image.widthPx, heightPx: image.heightPx }
}

/** Reads the picture of an image, with its samples or without any texts. */
async function imagePreview(env: Env, imageId: Id, isBase: boolean): Promise<Uint8Array | null> {
  const { preview, basePreview } = imageKeys(imageId)
  const object = await env.FILES.get(isBase ? basePreview : preview)
  return object ? object.bytes() : null
}

/** Returns the trim's share of the artwork: in pixels of the grid that it is drawn on, else in its own. */
function shareOf(stamp: AttemptStampRow, artwork: { widthPx: number; heightPx: number }): Share {
  const widthPx = stamp.gridWidthPx ?? artwork.widthPx
  const heightPx = stamp.gridHeightPx ?? artwork.heightPx
  return {
    left: stamp.trimX / widthPx,
    top: stamp.trimY / heightPx,
    width: stamp.trimWidth / widthPx,
    height: stamp.trimHeight / heightPx,
  }
}
