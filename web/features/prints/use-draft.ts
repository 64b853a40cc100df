import { useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useRef, useState } from "react"
import { queryClient } from "../../lib/query-client.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { read, write } from "../../lib/session.ts"
import { toastFailure } from "../../lib/toast.tsx"
import { imageOptions, imagesNowOptions } from "../images/image-calls.ts"
import { allSizesOptions } from "../sizes/size-calls.ts"
import { changeItems, type DraftChange, emptyDraft, type PrintDraft, parseDraft } from "./print-draft.ts"

type DraftState = {
  draft: PrintDraft
  change: (change: DraftChange) => void
  /** Makes these the rows, as undo does. */
  restore: (items: PrintDraft["items"]) => void
  pickTemplate: (sheetTemplateId: PrintDraft["sheetTemplateId"]) => void
  pickPacking: (packing: PrintDraft["packing"]) => void
  /** It was saved: the next visit starts anew, while the page that is being left still shows it. */
  forget: () => void
}

/** The seller's unsaved print: kept in this browser, and refreshed from the library. */
export function useDraft(userId: string): DraftState {
  const storageKey = `sheetsmith.draft.${userId}`
  const [draft, setDraft] = useState(() => parseDraft(read(storageKey)) ?? emptyDraft(crypto.randomUUID()))

  const keep = useCallback(
    (next: (draft: PrintDraft) => PrintDraft) =>
      setDraft((current) => {
        const changed = next(current)
        if (changed !== current)
          write(storageKey, changed.items.length === 0 ? null : JSON.stringify(changed))
        return changed
      }),
    [storageKey],
  )
  const change = useCallback(
    (one: DraftChange) =>
      keep((current) => {
        const items = changeItems(current.items, one)
        const isSame = JSON.stringify(items) === JSON.stringify(current.items)
        return isSame ? current : { ...current, items, requestKey: crypto.randomUUID() }
      }),
    [keep],
  )
  const restore = useCallback(
    (items: PrintDraft["items"]) =>
      keep((current) => ({ ...current, items, requestKey: crypto.randomUUID() })),
    [keep],
  )
  const pickTemplate = useCallback(
    (sheetTemplateId: PrintDraft["sheetTemplateId"]) => keep((current) => ({ ...current, sheetTemplateId })),
    [keep],
  )
  const pickPacking = useCallback(
    (packing: PrintDraft["packing"]) => keep((current) => ({ ...current, packing })),
    [keep],
  )
  const forget = useCallback(() => write(storageKey, null), [storageKey])

  useLibraryNews(draft, change)
  useImagesFromAddress(change)
  return { draft, change, restore, pickTemplate, pickPacking, forget }
}

/** Images and sizes that changed or went since the draft was stored show so in its rows. */
function useLibraryNews(draft: PrintDraft, change: DraftState["change"]) {
  const [storedIds] = useState(() => draft.items.flatMap((item) => (item.image ? [item.image._id] : [])))
  const images = useQuery(imagesNowOptions(storedIds)).data
  const sizes = useQuery(allSizesOptions()).data?.data
  useEffect(() => {
    if (!sizes) return
    change({
      kind: "refresh",
      images: images ?? new Map(),
      sizes: new Map(sizes.map((size) => [size._id, size])),
    })
  }, [images, sizes, change])
}

/** `?addImages=id,id` puts images picked elsewhere into the print, still without a size. */
function useImagesFromAddress(change: DraftState["change"]) {
  const setParams = useSetSearchParams()
  const wanted = useSearchParam("addImages")
  const taken = useRef("")
  useEffect(() => {
    if (wanted === "" || taken.current === wanted) return
    taken.current = wanted
    setParams({ addImages: null })
    for (const id of wanted.split(",")) {
      queryClient
        .fetchQuery(imageOptions(id))
        .then((image) => change({ kind: "add", key: crypto.randomUUID(), image, size: null, quantity: 1 }))
        // One that is gone keeps none of the others out.
        .catch(toastFailure)
    }
  }, [wanted, change, setParams])
}
