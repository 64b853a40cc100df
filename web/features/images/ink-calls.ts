import { queryOptions } from "@tanstack/react-query"
import { ink } from "../../../contract/api/ink-api.ts"
import type { InkCode } from "../../../contract/artwork/ink.ts"
import { apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** The interval of asking again while the press looks. It tells once it has looked at all that waits. */
const ASK_AGAIN_MS = 3_000

/** Loads what the press will make of an image at a printed width; null: its own. */
export function inkOptions(imageId: string, widthIn: number | null) {
  return queryOptions({
    queryKey: ["images", "ink", imageId, widthIn],
    queryFn: () => apiData(ink.one, { params: { id: imageId }, query: widthIn === null ? {} : { widthIn } }),
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? ASK_AGAIN_MS : false),
    meta: { silent: true },
  })
}

/** Loads the same for the items of a print, in their order, under its template. */
export function inkOfManyOptions(items: readonly InkItem[], sheetTemplateId: string | null) {
  return queryOptions({
    queryKey: ["images", "ink of many", sheetTemplateId, items],
    queryFn: () =>
      apiData(ink.many, {
        body: { items: [...items], ...(sheetTemplateId === null ? {} : { sheetTemplateId }) },
      }),
    enabled: items.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.some((ink) => ink?.state === "waiting") ? ASK_AGAIN_MS : false,
    meta: { silent: true },
  })
}

export type InkItem = { imageId: string; widthIn: number }

/** Remembers which findings of an image the seller knows. */
export async function acceptInk(imageId: string, codes: readonly InkCode[]): Promise<void> {
  await apiData(ink.accept, { params: { id: imageId }, body: { codes: [...codes] } })
  await refresh("images", "prints")
}
