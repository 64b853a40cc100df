import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import { PREVIEW_PX } from "../../../contract/limit.ts"
import type { PlaceTexts } from "../../../sheet/mend/mend.ts"
import type { RowSource } from "../../../sheet/raster/artwork.ts"
import { inspectRows } from "../../../sheet/raster/inspect-artwork.ts"
import { type Look, lookWithTexts } from "../../../sheet/raster/look-with-texts.ts"
import { encodePicture } from "../../../sheet/raster/picture-file.ts"
import type { Ingested } from "../../data/artwork/image-progress.ts"
import { fieldsAndLayersOf, type ImageRow, imageKeys } from "../../data/artwork/image-rows.ts"
import type { Env } from "../../env.ts"
import { storeSilhouette } from "../../flows/prints/stored-silhouette.ts"
import { rasterHost } from "../../raster/raster-host.ts"
import { openTexts, readLayerFonts } from "../pieces/draw-texts.ts"

/** The beginning of each warning about a text placed on the image, so that the next reading replaces it. */
export const TEXT_WARNING = "Text: "

/** A function that opens the picture with its mends and the texts that it is given, which are mended too. */
type OpenWhole = (place: PlaceTexts) => Promise<RowSource>

/** The parts of a reading that depend on the texts placed on the image. */
type SampleLook = Pick<Ingested, "previewKey" | "trimX" | "trimY" | "trimWidth" | "trimHeight"> & {
  textWarnings: string[]
}

/**
 * Lays an image's placed texts over it, with the fields' samples, and stores its picture and
 * silhouette: its look without values. `below` is the picture under `sourceKey`. `openWhole` is there where they are mended
 * with it. A problem of a sample is a warning.
 */
export async function storeSampleLook(
  env: Env,
  row: ImageRow,
  below: { look: Look; sourceKey: string },
  fields: readonly ArtworkField[],
  openWhole: OpenWhole | null = null,
): Promise<SampleLook> {
  const { widthPx: width, heightPx: height } = below.look.silhouette
  const values = Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
  const { layers } = fieldsAndLayersOf(row)
  const placeTexts = openTexts(await readLayerFonts(env, row.userId, layers))
  let placed = placeTexts({ fields, layers, values, canvas: { width, height } })
  const place: PlaceTexts = (canvas) => {
    placed = placeTexts({ fields, layers, values, canvas })
    return placed
  }
  const texts = placed.ink && { svg: placed.texts, ink: placed.ink }
  const look = !texts
    ? below.look
    : openWhole
      ? await inspectRows(await openWhole(place), rasterHost, PREVIEW_PX)
      : await lookWithTexts(below.look, texts, rasterHost)
  const { preview } = imageKeys(row.id)
  await env.FILES.put(preview, await encodePicture(look.preview, rasterHost), {
    httpMetadata: { contentType: "image/png" },
  })
  await storeSilhouette(env, { id: row.id, masterKey: below.sourceKey }, look.silhouette)
  const { x, y, width: trimWidth, height: trimHeight } = look.trim
  const textWarnings = placed.problems.map(({ message }) => `${TEXT_WARNING}${message}`)
  return { previewKey: preview, trimX: x, trimY: y, trimWidth, trimHeight, textWarnings }
}
