import { useQuery } from "@tanstack/react-query"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { draftOf } from "../artwork-text/text-draft.ts"
import { layersWith, samplesOf, type TaskLayer } from "../artwork-text/text-task.ts"
import { fontsOptions } from "../images/font-calls.ts"
import { isTextMended } from "./mend-draft.ts"

/** Returns the texts that these mends are made of too, with their samples; undefined if there are none, or until their fonts are known. */
export function useTextsToMend(image: Image, on: readonly Mend[]): readonly TaskLayer[] | undefined {
  const isWanted = image.layers.length > 0 && isTextMended(on)
  const fonts = useQuery({ ...fontsOptions(), enabled: isWanted, meta: { silent: true } }).data?.data
  if (!isWanted || fonts === undefined) return undefined
  return layersWith(draftOf(image), fonts, samplesOf(image.fields))
}
