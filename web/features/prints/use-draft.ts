import { useQuery } from "@tanstack/react-query"
import { useEffect, useState, useSyncExternalStore } from "react"
import type { Size } from "../../../contract/artwork/size.ts"
import { imagesNowOptions } from "../images/image-calls.ts"
import { type DraftStore, draftStoreOf } from "./draft-store.ts"
import type { PrintDraft } from "./print-draft.ts"

/** Keeps the seller's unsaved print in this browser, and refreshes it from the library. */
export function useDraft(
  userId: string,
  sizes: readonly Size[] | undefined,
): { draft: PrintDraft; store: DraftStore } {
  const [store] = useState(() => {
    const opened = draftStoreOf(userId)
    opened.reread()
    return opened
  })
  const draft = useSyncExternalStore(store.subscribe, store.read)
  useEffect(() => () => store.flush(), [store])
  useLibraryNews(store, draft, sizes)
  return { draft, store }
}

/**
 * Shows in the rows which images and sizes have changed or were deleted since the draft was stored, and when an
 * image that was just uploaded is ready.
 */
function useLibraryNews(store: DraftStore, draft: PrintDraft, sizes: readonly Size[] | undefined) {
  const [storedIds] = useState(() => imageIdsOf(store.read().items))
  const unreadyIds = imageIdsOf(draft.items.filter(({ image }) => image?.status !== "Ready"))
  const stored = useQuery(imagesNowOptions(storedIds)).data
  const unready = useQuery(imagesNowOptions(unreadyIds)).data
  useEffect(() => {
    if (!sizes) return
    store.change({
      kind: "refresh",
      images: new Map([...(stored ?? []), ...(unready ?? [])]),
      sizes: new Map(sizes.map((size) => [size._id, size])),
    })
  }, [stored, unready, sizes, store])
}

function imageIdsOf(items: PrintDraft["items"]): string[] {
  return [...new Set(items.flatMap(({ image }) => (image ? [image._id as string] : [])))]
}
