import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import { type Look, lookWithTexts } from "../../../sheet/raster/look-with-texts.ts"
import { encodePicture } from "../../../sheet/raster/picture-file.ts"
import { encodeSilhouette } from "../../../sheet/silhouette.ts"
import type { Ingested } from "../../data/artwork/image-progress.ts"
import { fieldsAndLayersOf, type ImageRow, imageKeys } from "../../data/artwork/image-rows.ts"
import type { Env } from "../../env.ts"
import { rasterHost } from "../../raster/raster-host.ts"
import { drawTexts } from "../pieces/draw-texts.ts"

/** The beginning of each warning about a text placed on the image, so that the next reading replaces it. */
export const TEXT_WARNING = "Text: "

/** The parts of a reading that depend on the texts placed on the image. */
type SampleLook = Pick<Ingested, "previewKey" | "trimX" | "trimY" | "trimWidth" | "trimHeight"> & {
  textWarnings: string[]
}

/**
 * Lays an image's placed texts over it, with the fields' samples, and stores its picture and
 * silhouette: its look without values. A problem of a sample is a warning.
 */
export async function storeSampleLook(
  env: Env,
  row: ImageRow,
  below: Look,
  fields: readonly ArtworkField[],
): Promise<SampleLook> {
  const { widthPx: width, heightPx: height } = below.silhouette
  const values = Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
  const { layers } = fieldsAndLayersOf(row)
  const placed = await drawTexts(env, row.userId, { fields, layers, values, canvas: { width, height } })
  const texts = placed.ink && { svg: placed.texts, ink: placed.ink }
  const look = texts ? await lookWithTexts(below, texts, rasterHost) : below
  const { preview, silhouette } = imageKeys(row.id)
  await env.FILES.put(preview, await encodePicture(look.preview, rasterHost), {
    httpMetadata: { contentType: "image/png" },
  })
  await env.FILES.put(silhouette, encodeSilhouette(look.silhouette))
  const { x, y, width: trimWidth, height: trimHeight } = look.trim
  const textWarnings = placed.problems.map(({ message }) => `${TEXT_WARNING}${message}`)
  return { previewKey: preview, trimX: x, trimY: y, trimWidth, trimHeight, textWarnings }
}
