import { useLocation } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { Size } from "../../../contract/artwork/size.ts"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { useAuth } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { read, write } from "../../lib/session.ts"
import { toastError, toastFailure, toastUndo } from "../../lib/toast.tsx"
import { useStableCallback } from "../../lib/use-stable-callback.ts"
import { findImages } from "../images/image-calls.ts"
import { forgetMadeSize, likelySize } from "../sizes/likely-size.ts"
import type { DraftStore } from "./draft-store.ts"
import { addedBetween, type DraftImage, type NewRow, removedBetween, roomFor } from "./print-draft.ts"

export type DraftRows = {
  /** The rows that were added last. */
  justAddedKeys: ReadonlySet<string>
  add: (image: DraftImage, size: Size, quantity: number, values: ArtworkValues) => void
  /** Adds many pieces of one image, in one step. */
  addRoster: (rows: readonly NewRow[]) => void
  /** Adds one copy of each, in the default size. */
  addSeveral: (images: readonly DraftImage[]) => void
  remove: (keys: readonly string[]) => void
  /** Set while a draft of an earlier visit waits for an answer, with the images that came with this one. */
  unfinished: { count: number; waiting: number; goOn: () => void; startNew: () => void } | null
}

const none: ReadonlySet<string> = new Set()

/** Changes the rows of an unsaved print as a whole. All of it can be undone. */
export function useDraftRows(
  store: DraftStore,
  sizes: readonly Size[] | undefined,
  /**
   * Called with the rows that are new or still lack a size: a size for all of them changes no other copies.
   */
  onAdded: (keys: readonly string[]) => void,
): DraftRows {
  const [justAddedKeys, setJustAdded] = useState(none)
  const dismissLast = useRef(() => {})
  const givenKey = `sheetsmith.given-rows.${useAuth().user._id}`
  const [isOpen, setIsOpen] = useOpenDraft(store)

  function put(rows: readonly NewRow[], words: string, isTicked = true) {
    const { before, after } = store.change({ kind: "add", rows })
    const added = addedBetween(before, after)
    if (added.length === 0) return
    setJustAdded(new Set(added.map(({ key }) => key)))
    const sized = new Set(after.flatMap(({ key, size }) => (size ? [key] : [])))
    onAdded(isTicked ? added.flatMap(({ key, isNew }) => (isNew || !sized.has(key) ? [key] : [])) : [])
    // A seller who adds one image after another would have a pile of these over the rows.
    dismissLast.current()
    dismissLast.current = toastUndo(words, () => store.change({ kind: "take-back", added }))
  }

  function addSeveral(images: readonly DraftImage[]) {
    const size = likelySize(sizes)
    forgetMadeSize()
    const rows = asRoomAllows(images.map((image) => newRow(image, size)))
    put(rows, `${plural(rows.length, "image")} added`)
  }

  /**
   * Adds each image once in each size, but what is in the print already, or was put there and removed: a way back
   * and on adds nothing.
   */
  function addInSizes(images: readonly DraftImage[], sizeIds: readonly string[]) {
    const { items } = store.read()
    // An empty print is begun anew.
    const given = new Set(items.length === 0 ? [] : read(givenKey)?.split(","))
    for (const { image, size } of items) given.add(`${image?._id} ${size?._id}`)
    const chosen = (sizes ?? []).filter(({ _id }) => sizeIds.includes(_id))
    const wanted = images.flatMap((image) =>
      chosen.filter((size) => !given.has(`${image._id} ${size._id}`)).map((size) => newRow(image, size)),
    )
    const rows = asRoomAllows(wanted)
    for (const { image, size } of rows) given.add(`${image._id} ${size?._id}`)
    write(givenKey, [...given].join(","))
    put(rows, `${plural(rows.length, "item")} added`, false)
  }

  function asRoomAllows(wanted: readonly NewRow[]): NewRow[] {
    const rows = roomFor(store.read().items, wanted)
    if (rows.length < wanted.length) toastError(`A print holds at most ${plural(MAX_PRINT_ITEMS, "item")}`)
    return rows
  }

  function remove(keys: readonly string[], words = `${plural(keys.length, "item")} removed`) {
    const { before, after } = store.change({ kind: "remove", keys: new Set(keys) })
    const removed = removedBetween(before, after)
    if (removed.length > 0) toastUndo(words, () => store.change({ kind: "put-back", removed }))
  }

  const waiting = useImagesFromAddress(isOpen && sizes !== undefined, (images, sizeIds) =>
    sizeIds.length > 0 ? addInSizes(images, sizeIds) : addSeveral(images),
  )
  const { items } = store.read()
  return {
    justAddedKeys,
    add(image, size, quantity, values) {
      forgetMadeSize()
      put([{ key: crypto.randomUUID(), image, size, quantity, values }], texts.imageAddedToPrint)
    },
    addRoster: (rows) => put(rows, `${plural(rows.length, "piece")} added`),
    addSeveral,
    remove,
    unfinished:
      isOpen || items.length === 0
        ? null
        : {
            count: items.length,
            waiting,
            goOn: () => setIsOpen(true),
            startNew() {
              remove(
                items.map(({ key }) => key),
                `Unfinished print of ${plural(items.length, "item")} cleared`,
              )
              setIsOpen(true)
            },
          },
  }
}

/**
 * Returns whether the draft is being worked on, or was there on arrival. `draft=open` in the address says so,
 * so that a reload or a way back asks nothing.
 */
function useOpenDraft(store: DraftStore): [boolean, (isOpen: boolean) => void] {
  const setParams = useSetSearchParams()
  const isMarked = useSearchParam("draft") === "open"
  const [isOpen, setIsOpen] = useState(() => isMarked || store.read().items.length === 0)
  // While another page loads, this one still shows its rows, but the address is already that page's.
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [ownPath] = useState(path)
  const isNamed = path === ownPath && isOpen && !isMarked && store.read().items.length > 0
  useEffect(() => {
    if (isNamed) setParams({ draft: "open" })
  }, [isNamed, setParams])
  return [isOpen, setIsOpen]
}

function newRow(image: DraftImage, size: Size | null): NewRow {
  return { key: crypto.randomUUID(), image, size, quantity: 1 }
}

/**
 * Puts images picked elsewhere, `?addImages=id,id`, into the print once `isReady`, in the sizes that are picked
 * with them, `&addSizes=id,id`. Returns how many wait.
 */
function useImagesFromAddress(
  isReady: boolean,
  onImages: (images: readonly DraftImage[], sizeIds: readonly string[]) => void,
): number {
  const setParams = useSetSearchParams()
  const wanted = useSearchParam("addImages")
  const sizeIds = useSearchParam("addSizes").split(",").filter(Boolean)
  const taken = useRef("")
  const take = useStableCallback(async (ids: readonly string[]) => {
    try {
      const images = [...(await findImages(ids)).values()]
      const present = images.filter((image) => image !== null)
      if (present.length < ids.length)
        toastError(`${plural(ids.length - present.length, "image")} could not be found`)
      onImages(present, sizeIds)
    } catch (error) {
      toastFailure(error)
    } finally {
      setParams({ addImages: null, addSizes: null })
    }
  })
  useEffect(() => {
    if (!isReady || wanted === "" || taken.current === wanted) return
    taken.current = wanted
    void take(wanted.split(",").slice(0, MAX_PRINT_ITEMS))
  }, [isReady, wanted, take])
  return wanted === "" ? 0 : wanted.split(",").length
}
