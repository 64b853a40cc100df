import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { artwork } from "../../../contract/api/artwork-api.ts"
import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import {
  canonicalValues,
  draftProblems,
  valueProblems,
  valuesJson,
} from "../../../contract/artwork/artwork-values.ts"
import { ApiFailure } from "../../lib/api.ts"
import { apiFile } from "../../lib/api-file.ts"
import { useObjectUrl } from "../../lib/use-object-url.ts"

/** The pause in typing before a drawing. */
const DRAW_AFTER_MS = 400
/** The width of a drawing: twice its width on screen, for screens with two pixels for one. */
const WIDTH_PX = 768

export type DrawnValues = {
  /** The drawing, for an `img`; null until there is one. */
  url: string | null
  isDrawing: boolean
  /** The problems by field, without values that are only missing yet. */
  problems: Record<string, string>
  /** The error, if it belongs to no field. */
  failure: string | null
}

/**
 * Draws an image with values as it prints, after a pause in typing, and returns what keeps it from being
 * printed.
 */
export function useDrawnValues(
  imageId: string,
  fields: readonly ArtworkField[],
  typed: ArtworkValues,
): DrawnValues {
  const values = useRested(valuesJson(typed))
  const isWhole = valueProblems(fields, typed).length === 0
  const drawing = useQuery({
    queryKey: ["images", "drawn", imageId, values],
    queryFn: () =>
      apiFile(artwork.preview, {
        params: { id: imageId },
        body: { values: JSON.parse(values) as ArtworkValues, widthPx: WIDTH_PX },
      }),
    enabled: isWhole && values === valuesJson(typed),
    placeholderData: (previous) => previous,
    retry: false,
    meta: { silent: true },
  })
  const url = useObjectUrl(isWhole ? drawing.data : undefined)
  const { error } = drawing
  const refused = error instanceof ApiFailure && isWhole ? error.fields : {}
  const own = draftProblems(fields, canonicalValues(typed))
  const problems = {
    ...refused,
    ...Object.fromEntries(own.map(({ field, message }) => [field, message])),
  }
  return {
    url,
    isDrawing: isWhole && drawing.isFetching,
    problems,
    failure: isWhole && error && Object.keys(refused).length === 0 ? error.message : null,
  }
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), DRAW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
