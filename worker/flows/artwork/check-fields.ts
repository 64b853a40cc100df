import type { ArtworkField, ArtworkLayer } from "../../../contract/artwork/artwork-field.ts"
import { fieldsProblem } from "../../../contract/artwork/artwork-values.ts"
import type { FontId, FontReplacement } from "../../../contract/artwork/font.ts"
import { ApiError } from "../../../contract/error.ts"
import { svgFieldNames } from "../../../sheet/raster/svg/svg-fields.ts"
import { fieldsAndLayersOf, type ImageRow, imageKeys } from "../../data/artwork/image-rows.ts"
import type { Env } from "../../env.ts"
import { hasFont } from "./read-font.ts"

const NO_FONT = "A layer names a font that does not exist. Choose another one."
const NO_REPLACEMENT = "This font does not exist. Choose another one."

type FieldsChange = {
  fields?: readonly ArtworkField[] | undefined
  layers?: readonly ArtworkLayer[] | undefined
  fontReplacements?: readonly FontReplacement[] | undefined
}

/**
 * Refuses fields and layers that do not belong together, or that the image's own text needs otherwise,
 * and fonts that are not there. Parts that a change leaves out stay as they are.
 */
export async function checkFields(env: Env, row: ImageRow, change: FieldsChange): Promise<void> {
  if (row.status !== "Ready")
    throw new ApiError("conflict", "This image is still being read. Please try again in a moment.")
  const stored = fieldsAndLayersOf(row)
  const { fields = stored.fields, layers = stored.layers } = change
  const problem = fieldsProblem(fields, layers, await namesInArtwork(env, row))
  if (problem) throw new ApiError("unprocessable", problem, { fields: { fields: problem } })
  const { fontReplacements = [] } = change
  if (change.layers !== undefined && !(await areFonts(env, row, layers)))
    throw new ApiError("unprocessable", NO_FONT, { fields: { layers: NO_FONT } })
  if (!(await areFonts(env, row, fontReplacements)))
    throw new ApiError("unprocessable", NO_REPLACEMENT, { fields: { fontReplacements: NO_REPLACEMENT } })
}

async function areFonts(
  env: Env,
  { userId }: ImageRow,
  named: readonly { fontId: FontId }[],
): Promise<boolean> {
  const fontIds = [...new Set(named.map(({ fontId }) => fontId))]
  const areThere = await Promise.all(fontIds.map((fontId) => hasFont(env, userId, fontId)))
  return !areThere.includes(false)
}

/** Reads the names of the fields in an SVG's own text, from the upload: the stored ones may be older. */
async function namesInArtwork(env: Env, row: ImageRow): Promise<string[]> {
  if (row.mediaType !== "image/svg+xml") return []
  const object = await env.FILES.get(imageKeys(row.id).source)
  return object ? svgFieldNames(await object.text()) : []
}
