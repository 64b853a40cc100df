import type { Mend, PlaceTexts } from "../../../sheet/mend/mend.ts"
import { openMendedRows } from "../../../sheet/mend/mended-artwork.ts"
import type { RowSource } from "../../../sheet/raster/artwork.ts"
import {
  areTextsMended,
  fieldsAndLayersOf,
  type ImageRow,
  madeMendsOf,
} from "../../data/artwork/image-rows.ts"
import type { Env } from "../../env.ts"
import { findFontsOf } from "../../flows/artwork/find-fonts.ts"
import { rasterHost } from "../../raster/raster-host.ts"
import { openTexts, readLayerFonts } from "../pieces/draw-texts.ts"
import { kindOf } from "./mended-master.ts"
import { sampledArtwork } from "./sampled-artwork.ts"

/** Returns a function that places an image's texts, with its fields' samples. */
export async function placeSamples(env: Env, row: ImageRow): Promise<PlaceTexts> {
  const { fields, layers } = fieldsAndLayersOf(row)
  const values = Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
  const placeTexts = openTexts(await readLayerFonts(env, row.userId, layers))
  return (canvas) => placeTexts({ fields, layers, values, canvas })
}

/** Opens an image's file with these mends, at its own size, and with the texts that are mended too. */
export async function openWithTexts(
  env: Env,
  row: ImageRow,
  mends: readonly Mend[],
  place: PlaceTexts,
): Promise<RowSource> {
  const { source } = await sampledArtwork(env, row)
  return openMendedRows(source, kindOf(row), mends, rasterHost, { findFonts: findFontsOf(env, row), place })
}

/** Opens an image as it is shown, with its samples, if its texts are mended too; null for any other. */
export async function openMendedTexts(env: Env, row: ImageRow): Promise<RowSource | null> {
  const mends = madeMendsOf(row)
  return areTextsMended(row, mends) ? openWithTexts(env, row, mends, await placeSamples(env, row)) : null
}
