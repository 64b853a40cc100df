import { queryOptions } from "@tanstack/react-query"
import { imageSchema } from "../../../contract/image.ts"
import { ApiFailure, apiGet } from "../../lib/api.ts"
import type { DraftImage } from "./print-draft.ts"

/** Images of a stored draft that are looked at again. More would be asked for one by one for no one's good. */
const MAX_LOOKED_AT = 60

/** What became of the images a stored draft was made with; null for the deleted. */
export function draftImagesOptions(ids: readonly string[]) {
  const unique = [...new Set(ids)].slice(0, MAX_LOOKED_AT)
  return queryOptions({
    queryKey: ["images", "draft", unique],
    queryFn: async () =>
      new Map(await Promise.all(unique.map(async (id) => [id, await findImage(id)] as const))),
    enabled: unique.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
}

async function findImage(id: string): Promise<DraftImage | null> {
  try {
    return await apiGet(`/images/${id}`, imageSchema)
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null
    throw error
  }
}
