import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import { fileUrl } from "../../lib/format.ts"
import { useObjectUrl } from "../../lib/use-object-url.ts"
import { drawingOptions } from "./artwork-text-calls.ts"

/** A width that is sharp on a dense screen, and drawn in some tenths of a second. */
const BASE_WIDTH_PX = 1200
/** The pause in typing after which the artwork's own text is drawn again. */
const SETTLE_MS = 300

export type BasePicture = { url: string | null; isFailed: boolean; again: () => void }

/**
 * Returns the artwork without the texts that are placed on it, as the press draws it; an SVG's own fields
 * show these values.
 */
export function useBasePicture(
  image: Image,
  inArtwork: readonly string[],
  values: ArtworkValues,
): BasePicture {
  const own = useSettled(JSON.stringify(inArtwork.map((name) => [name, values[name] ?? ""])))
  const isPlain = image.layers.length === 0 && inArtwork.length === 0
  const drawing = useQuery({
    ...drawingOptions(image._id, {
      fields: inArtwork.map(laxField),
      layers: [],
      values: Object.fromEntries(JSON.parse(own) as [string, string][]),
      widthPx: BASE_WIDTH_PX,
    }),
    placeholderData: keepPreviousData,
  })
  const drawn = useObjectUrl(drawing.data)
  // The list's small picture is the same if nothing is placed on the artwork.
  const small = isPlain && image.previewFile ? fileUrl(image.previewFile.path) : null
  return {
    url: drawn ?? small,
    isFailed: drawing.isError,
    again: () => void drawing.refetch(),
  }
}

/** Returns the text as it was at the last pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const pause = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(pause)
  }, [text])
  return settled
}

/** Takes every value: a wrong one is reported at its control. */
function laxField(name: string): ArtworkField {
  return { name, label: name, kind: "text", sample: "", maxLength: 200, required: false }
}
