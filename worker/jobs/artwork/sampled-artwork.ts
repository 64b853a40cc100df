import { type ArtworkField, fieldNamed } from "../../../contract/artwork/artwork-field.ts"
import { MAX_FIELDS } from "../../../contract/limit.ts"
import { ArtworkError, type ByteSource } from "../../../sheet/raster/artwork.ts"
import { fillSvgFields, svgFieldNames } from "../../../sheet/raster/svg/svg-fields.ts"
import { textSource } from "../../../sheet/raster/text-source.ts"
import { fieldsAndLayersOf, type ImageRow, imageKeys } from "../../data/artwork/image-rows.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf, MissingObjectError } from "../../files/r2-read.ts"

/**
 * Returns an upload for viewing: the fields in an SVG's own text have their samples in place. Fields
 * that the image has already keep the seller's changes.
 */
export async function sampledArtwork(
  env: Env,
  row: ImageRow,
): Promise<{ source: ByteSource; fields: ArtworkField[] }> {
  const key = imageKeys(row.id).source
  const { fields } = fieldsAndLayersOf(row)
  const source = byteSourceOf(env.FILES, key)
  if (row.mediaType !== "image/svg+xml") return { source, fields }
  const object = await env.FILES.get(key)
  if (!object) throw new MissingObjectError(key)
  const text = await object.text()
  const names = svgFieldNames(text)
  if (names.length === 0) return { source, fields }
  if (names.length > MAX_FIELDS)
    throw new ArtworkError(
      "too-large",
      `This SVG has ${names.length} fields, and at most ${MAX_FIELDS} can be filled in. Leave some out.`,
    )
  const known = new Set(fields.map(({ name }) => name))
  const all = [...fields, ...names.filter((name) => !known.has(name)).map(fieldNamed)]
  const samples = Object.fromEntries(all.map(({ name, sample }) => [name, sample]))
  return { source: textSource(fillSvgFields(text, samples)), fields: all }
}
