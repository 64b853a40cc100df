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
  useLibraryNews(store, sizes)
  return { draft, store }
}

/** Shows in the rows which images and sizes have changed or were deleted since the draft was stored. */
function useLibraryNews(store: DraftStore, sizes: readonly Size[] | undefined) {
  const [storedIds] = useState(() => [
    ...new Set(store.read().items.flatMap(({ image }) => (image ? [image._id as string] : []))),
  ])
  const images = useQuery(imagesNowOptions(storedIds)).data
  useEffect(() => {
    if (!sizes) return
    store.change({
      kind: "refresh",
      images: images ?? new Map(),
      sizes: new Map(sizes.map((size) => [size._id, size])),
    })
  }, [images, sizes, store])
}
