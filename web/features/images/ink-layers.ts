import { useQuery } from "@tanstack/react-query"
import type { Image } from "../../../contract/artwork/image.ts"
import { fileUrl } from "../../lib/format.ts"
import { useObjectUrl } from "../../lib/use-object-url.ts"
import { pickTemplate } from "../sizes/sheet-template.ts"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { layerOptions } from "./ink-calls.ts"

/** The layers that an artwork is looked at in, as they stand side by side. */
export const inkLayers = [
  { value: "ink", label: "Ink" },
  { value: "white", label: "White" },
  { value: "shirt", label: "On shirt" },
  { value: "proof", label: "As the press sees it" },
] as const
export type InkLayer = (typeof inkLayers)[number]["value"]

/** Returns what a layer shows, and what it cannot. `hasOwnWhite`: the files of the default template have a plane of white. */
export function layerWords(layer: Exclude<InkLayer, "ink">, hasOwnWhite: boolean): string {
  const white = hasOwnWhite
    ? "as your files have it"
    : "beneath all ink, as your print shop’s program lays it: your files have none of their own"
  if (layer === "white") return `The white ${white}. Half-transparent ink gets thin white.`
  if (layer === "shirt") return `A simulation: ink on its white, ${white}. Fabric and light change it.`
  return "Ink on its white in the colours of the file. No profile of a press is known, so what its inks cannot mix is not seen here."
}

/** Returns the pictures of a layer from the lowest up; null until the press has drawn them. */
export function useLayerPictures(image: Image, layer: InkLayer, widthIn: number | null) {
  const template = pickTemplate(useQuery(sheetTemplatesOptions()).data?.data, null)
  const drawn = layer === "proof" ? "proof" : "white"
  const options = layerOptions(image, drawn, { widthIn, template })
  const drawing = useQuery({ ...options, enabled: options.enabled && layer !== "ink" })
  const url = useObjectUrl(layer === "ink" ? undefined : drawing.data)
  const own = fileUrl(pictureOf(image))
  const error = layer === "ink" ? null : drawing.error
  const isWhole = layer === "ink" || url !== null
  const pictures = isWhole
    ? [...(url ? [url] : []), ...(layer === "ink" || layer === "shirt" ? [own] : [])]
    : null
  return { pictures, error, hasOwnWhite: template?.destination?.white.isOn ?? false }
}

/** Returns the file itself; its preview where browsers do not show the file, or it alone is not what is printed. */
function pictureOf({ file, previewFile, fields, layers, mediaType }: Image): string {
  const isFile = fields.length === 0 && layers.length === 0 && mediaType !== "image/tiff"
  return (isFile ? file?.path : previewFile?.path) ?? ""
}
