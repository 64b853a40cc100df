import { useQuery } from "@tanstack/react-query"
import type { Image } from "../../../contract/artwork/image.ts"
import type { InkFinding } from "../../../contract/artwork/ink.ts"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { fileUrl } from "../../lib/format.ts"
import { useObjectUrl } from "../../lib/use-object-url.ts"
import { destinationsOptions } from "../sizes/destination-calls.ts"
import { countMendsOn } from "./image-state.ts"
import { layerOptions } from "./ink-calls.ts"

/** The layers that an artwork is looked at in, as they stand side by side. */
export const inkLayers = [
  { value: "ink", label: "Ink" },
  { value: "white", label: "White" },
  { value: "shirt", label: "On shirt" },
  { value: "proof", label: "As the press sees it" },
] as const
export type InkLayer = (typeof inkLayers)[number]["value"]

/** Returns what a layer shows, and what it cannot, for the files of the template's destination. */
export function layerWords(
  layer: Exclude<InkLayer, "ink">,
  { hasOwnWhite, profile }: { hasOwnWhite: boolean; profile: Destination["profile"] },
  findings: readonly InkFinding[],
): string {
  const white = hasOwnWhite
    ? "as your files have it"
    : "beneath all ink, as your print shop’s program lays it: your files have none of their own"
  if (layer === "white") return `The white ${white}. Half-transparent ink gets thin white.`
  if (layer === "shirt") return `A simulation: ink on its white, ${white}. Fabric and light change it.`
  if (profile !== null) {
    const outside = findings.find(({ code }) => code === "out-of-gamut")
    const share = outside?.figure ? `${outside.figure} % of the ink is outside what this press can mix.` : ""
    return `Ink on its white as a press of “${profile.name}” mixes it. ${share}`
  }
  return "Ink on its white in the colours of the file. No profile of a press is known, so what its inks cannot mix is not seen here."
}

/** What an image's ink is looked at under: its printed width and the template; null until they are known. */
export type LookedUnder = { widthIn: number | null; template: SheetTemplate | null }

/** Returns the pictures of a layer from the lowest up; null until the press has drawn them. */
export function useLayerPictures(
  image: Image,
  layer: InkLayer,
  { widthIn, template }: LookedUnder,
  { marksOutside }: { marksOutside: boolean },
) {
  const listed = useQuery({ ...destinationsOptions(), enabled: layer === "proof" })
  const isKnown = !listed.isLoading
  const profile = listed.data?.data.find(({ _id }) => _id === template?.destinationId)?.profile ?? null
  const drawn = layer === "proof" ? "proof" : "white"
  const isMarked = layer === "proof" && marksOutside
  const options = layerOptions(image, drawn, {
    widthIn,
    template: template && { ...template, profile },
    marksOutside: isMarked,
  })
  const drawing = useQuery({ ...options, enabled: options.enabled && isKnown && layer !== "ink" })
  const url = useObjectUrl(layer === "ink" ? undefined : drawing.data)
  const own = fileUrl(pictureOf(image))
  const error = layer === "ink" ? null : drawing.error
  const isWhole = layer === "ink" || url !== null
  const pictures = isWhole
    ? [...(url ? [url] : []), ...(layer === "ink" || layer === "shirt" ? [own] : [])]
    : null
  return { pictures, error, hasOwnWhite: template?.destination?.white.isOn ?? false, profile }
}

/** Returns the file itself; its preview where browsers do not show the file, or it alone is not what is printed. */
function pictureOf(image: Image): string {
  const { file, previewFile, fields, layers, mediaType } = image
  const isPlain = fields.length === 0 && layers.length === 0 && countMendsOn(image) === 0
  const isFile = isPlain && mediaType !== "image/tiff"
  return (isFile ? file?.path : previewFile?.path) ?? ""
}
