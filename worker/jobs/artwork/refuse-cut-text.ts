import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { SVG_INSPECT_WIDTH_PX } from "../../../sheet/raster/limits.ts"
import { openArtwork } from "../../../sheet/raster/open-artwork.ts"
import { lookOverEdge, sidesOver } from "../../../sheet/raster/over-edge.ts"
import { fillSvgFields, svgFieldNames } from "../../../sheet/raster/svg/svg-fields.ts"
import { SVG_INSPECT_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"
import { textSource } from "../../../sheet/raster/text-source.ts"
import { fieldsAndLayersOf, type ImageRow } from "../../data/artwork/image-rows.ts"
import type { Env } from "../../env.ts"
import { findFontsOf } from "../../flows/artwork/find-fonts.ts"
import { rasterHost } from "../../raster/raster-host.ts"

/** A text without ink, to see the artwork without its text. */
const BLANK = "\u00a0"

/** A function that throws an ArtworkError if a drawing's text is cut off at the edge of its canvas. */
export type EdgeJudge = (outlines: string) => Promise<void>

/**
 * Returns a judge of drawings of an SVG whose own text has fields. Text may reach over a side only
 * where the samples do, which the seller has seen; ink without text does not count.
 */
export function openEdgeJudge(env: Env, row: ImageRow, text: string): EdgeJudge {
  let known: ReturnType<typeof lookAtOthers> | undefined

  async function lookWith(values: Record<string, string>) {
    const findFonts = findFontsOf(env, row)
    const drawing = { widthPx: SVG_INSPECT_WIDTH_PX, effort: SVG_INSPECT_EFFORT, findFonts }
    const { text: drawn } = await openArtwork(
      textSource(fillSvgFields(text, values)),
      "svg",
      rasterHost,
      drawing,
    )
    return drawn && lookOverEdge(drawn.outlines, rasterHost, SVG_INSPECT_EFFORT)
  }

  async function lookAtOthers() {
    const blanks = Object.fromEntries(svgFieldNames(text).map((name) => [name, BLANK]))
    const samples = Object.fromEntries(
      fieldsAndLayersOf(row).fields.map(({ name, sample }) => [name, sample]),
    )
    const blank = await lookWith(blanks)
    const sample = await lookWith({ ...blanks, ...samples })
    return { blank, allowed: sample ? sidesOver(sample, blank) : new Set() }
  }

  return async (outlines) => {
    const look = await lookOverEdge(outlines, rasterHost, SVG_INSPECT_EFFORT)
    if (sidesOver(look, null).size === 0) return
    known ??= lookAtOthers()
    const { blank, allowed } = await known
    const side = [...sidesOver(look, blank)].find((candidate) => !allowed.has(candidate))
    if (side === undefined) return
    throw new ArtworkError(
      "unsupported",
      `The text does not fit: it would be cut off at the artwork's ${side} edge. Shorten it, or give the artwork more room there.`,
    )
  }
}
