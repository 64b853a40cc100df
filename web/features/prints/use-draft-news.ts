import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { Size } from "../../../contract/size.ts"
import { queryClient } from "../../lib/query-client.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { toastFailure } from "../../lib/toast.tsx"
import { imageOptions } from "../images/image-calls.ts"
import { draftImagesOptions } from "./draft-news.ts"
import { snapshotOf, snapshotOfSize } from "./draft-snapshots.ts"
import type { DraftState } from "./use-draft.ts"

/** Images and sizes that changed or went since the draft was stored show so in its rows. */
export function useDraftNews({ draft, change }: DraftState, sizes: readonly Size[] | undefined) {
  const [storedIds] = useState(() => draft.items.flatMap((item) => (item.image ? [item.image._id] : [])))
  const images = useQuery(draftImagesOptions(storedIds))
  useEffect(() => {
    if (!sizes) return
    change({
      kind: "refresh",
      images: new Map([...(images.data ?? [])].map(([id, image]) => [id, image && snapshotOf(image)])),
      sizes: new Map(sizes.map((size) => [size._id, snapshotOfSize(size)])),
    })
  }, [images.data, sizes, change])
}

/** `?addImages=id,id` puts images picked elsewhere into the print, still without a size. */
export function useImagesFromAddress({ change }: DraftState) {
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
        .then((image) =>
          change({
            kind: "add",
            key: crypto.randomUUID(),
            image: snapshotOf(image),
            size: null,
            quantity: 1,
          }),
        )
        // One that is gone keeps none of the others out.
        .catch(toastFailure)
    }
  }, [wanted, change, setParams])
}
