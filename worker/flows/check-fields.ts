import type { ArtworkField, ArtworkLayer } from "../../contract/artwork-field.ts"
import { fieldsProblem } from "../../contract/artwork-values.ts"
import { ApiError } from "../../contract/error.ts"
import { svgFieldNames } from "../../sheet/raster/svg/svg-fields.ts"
import { fieldsAndLayersOf, type ImageRow, imageKeys } from "../data/image-rows.ts"
import type { Env } from "../env.ts"
import { hasFont } from "./read-font.ts"

const NO_FONT = "A layer names a font that does not exist. Choose another one."

type FieldsChange = {
  fields?: readonly ArtworkField[] | undefined
  layers?: readonly ArtworkLayer[] | undefined
}

/**
 * Refuses fields and layers that do not belong together, or that the image's own text needs
 * otherwise. What a change leaves out stays as it is.
 */
export async function checkFields(env: Env, row: ImageRow, change: FieldsChange): Promise<void> {
  if (row.status !== "Ready")
    throw new ApiError("conflict", "This image is still being read. Please try again in a moment.")
  const stored = fieldsAndLayersOf(row)
  const { fields = stored.fields, layers = stored.layers } = change
  const problem = fieldsProblem(fields, layers, await namesInArtwork(env, row))
  if (problem) throw new ApiError("unprocessable", problem, { fields: { fields: problem } })
  if (change.layers === undefined) return
  const fontIds = [...new Set(layers.map(({ fontId }) => fontId))]
  const areThere = await Promise.all(fontIds.map((fontId) => hasFont(env, row.userId, fontId)))
  if (areThere.includes(false)) throw new ApiError("unprocessable", NO_FONT, { fields: { layers: NO_FONT } })
}

/** Names of the fields in an SVG's own text, from the upload: what is stored may be older. */
async function namesInArtwork(env: Env, row: ImageRow): Promise<string[]> {
  if (row.mediaType !== "image/svg+xml") return []
  const object = await env.FILES.get(imageKeys(row.id).source)
  return object ? svgFieldNames(await object.text()) : []
}
