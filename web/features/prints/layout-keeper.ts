import { useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { Id } from "../../../contract/id.ts"
import { keepsPins, type LayoutDocument } from "../../../contract/prints/layout.ts"
import type { Print } from "../../../contract/prints/print.ts"
import type { Packing } from "../../../contract/status.ts"
import { read, write } from "../../lib/session.ts"
import {
  handOfDocument,
  handOfKept,
  keepsKeptPins,
  keptLayoutOf,
  parseKeptLayout,
} from "../sheet-preview/kept-layout.ts"
import type { HandWish } from "../sheet-preview/pin.ts"
import {
  type PlacedItem,
  type PreviewItem,
  type PreviewTemplate,
  placedItems,
} from "../sheet-preview/preview-item.ts"
import { storedLayoutOptions, storeLayout } from "./print-calls.ts"
import { previewOfPrint } from "./print-rules.ts"
import { type AgreedSheet, savedAsIs, sheetDocument } from "./sheet-document.ts"

/** Keeps the sheet of a print between visits. */
export type LayoutKeeper = {
  /**
   * Returns where the copies lay, null if the rows or the film have changed. Null if nothing was kept,
   * undefined until that is known.
   */
  kept: ((items: readonly PreviewItem[], template: PreviewTemplate) => HandWish | null) | null | undefined
  /** Takes every sheet that is shown, and keeps the newest every few seconds. */
  keep: (sheet: AgreedSheet) => void
}

/** Keeps the sheet of an unsaved print in this browser. Call `forget` when the print is saved. */
export function useDraftLayout(storageKey: string): LayoutKeeper & { forget: () => void } {
  const [stored] = useState(() => parseKeptLayout(read(storageKey)))
  const kept = useMemo<LayoutKeeper["kept"]>(
    () => stored && ((items, template) => handOfKept(stored, items, template)),
    [stored],
  )
  const last = useRef(stored)
  const { keep, drop } = useKeeping(({ packed }) => {
    const layout = keptLayoutOf(packed)
    const theirs = parseKeptLayout(read(storageKey))
    const hasOwnHand = last.current !== null && !keepsKeptPins(last.current, layout)
    // Another tab has placed pieces, which a tab that only shows the sheet does not take back.
    if (theirs && !hasOwnHand && !keepsKeptPins(theirs, layout)) return
    last.current = layout
    write(storageKey, JSON.stringify(layout))
  })
  const forget = useCallback(() => {
    drop()
    write(storageKey, null)
  }, [drop, storageKey])
  return { kept, keep, forget }
}

/** The keeper with the template and packing of the stored sheet; null if none is stored. */
type StoredLayout = LayoutKeeper & { sheetTemplateId: Id | null; packing: Packing | null }

/** `isChosen`: the sheet of a running print that is being written is known. */
type KeepingWish = { isEditable: boolean; isStarting: boolean; isChosen: boolean }

/** The time after which a started print without a layout is loaded again: it is being searched. */
const ASK_AGAIN_MS = 2_000

/**
 * Keeps the sheet of a saved print on the server, as long as it may change. Nothing is stored while the print
 * is being started: the sheet goes with the start. A running print shows only the sheet that is being
 * written.
 */
export function useStoredLayout(
  print: Print,
  { isEditable, isStarting, isChosen }: KeepingWish,
): StoredLayout {
  const isRunning = print.status === "Processing"
  const moment = isRunning ? `${print.updatedAt} ${isChosen ? "chosen" : "agreed"}` : null
  const { data, isPending } = useQuery({
    ...storedLayoutOptions(print._id, moment),
    // The approved sheet stays on screen until the chosen one is loaded.
    placeholderData: (before, query) => (isRunning && query?.queryKey.at(-1) !== null ? before : undefined),
    enabled: isEditable || isRunning,
    refetchInterval: ({ state }) => isRunning && !state.data && ASK_AGAIN_MS,
  })
  const kept = useMemo<LayoutKeeper["kept"]>(() => {
    if (!isEditable && !isRunning) return null
    // For a running print the server has a layout, or will soon have one: wait for it.
    if (isPending || (isRunning && !data)) return undefined
    if (!data) return null
    const hand = handOfDocument(data)
    return () => (isRunning ? { ...hand, pins: hand.start ?? [] } : hand)
  }, [isEditable, isRunning, isPending, data])
  const storedText = useRef("")
  /** The sheet that this page has stored last. */
  const stored = useRef<LayoutDocument | null>(null)
  const { keep } = useKeeping((sheet) => {
    const mayKeep = isEditable && !isStarting && isOfPieces(sheet, print)
    const layout = mayKeep ? sheetDocument(sheet, savedAsIs(print).itemIdOf) : null
    const text = JSON.stringify(layout)
    if (layout === null || text === storedText.current) return
    storedText.current = text
    const before = stored.current ?? data
    // Refused if the print has changed, or another page has placed pieces; the next sheet is stored again.
    storeLayout(print._id, layout, { keepsPins: !before || keepsPins(before, layout) }).then(
      () => {
        stored.current = layout
      },
      () => {
        storedText.current = ""
      },
    )
  })
  return { kept, keep, sheetTemplateId: data?.sheetTemplateId ?? null, packing: data?.packing ?? null }
}

/**
 * Returns whether the sheet shows the pieces as they are now: a piece that was still to be drawn lay as its
 * sample.
 */
function isOfPieces({ packed }: AgreedSheet, { printItems }: Print): boolean {
  if (printItems.some(({ piece }) => piece?.state === "waiting")) return false
  const inkOf = (items: readonly PlacedItem[]) => JSON.stringify(items.map(({ art }) => art))
  return inkOf(packed.items) === inkOf(placedItems(previewOfPrint(printItems)))
}

/** The time between stores: shorter sheets may come several times a second. */
const KEEP_EVERY_MS = 3_000

/** Passes the newest sheet to `act` every few seconds, and at once when the page is left. */
function useKeeping(act: (sheet: AgreedSheet) => void): {
  keep: (sheet: AgreedSheet) => void
  /** Drops the waiting sheet. */
  drop: () => void
} {
  const latestAct = useRef(act)
  useEffect(() => {
    latestAct.current = act
  })
  const [keeping] = useState(() => {
    let newest: AgreedSheet | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const drop = () => {
      clearTimeout(timer)
      timer = undefined
      newest = null
    }
    const flush = () => {
      const sheet = newest
      drop()
      if (sheet) latestAct.current(sheet)
    }
    const keep = (sheet: AgreedSheet) => {
      newest = sheet
      timer ??= setTimeout(flush, KEEP_EVERY_MS)
    }
    return { keep, drop, flush }
  })
  useEffect(() => {
    const { flush } = keeping
    const onVisibility = () => document.visibilityState === "hidden" && flush()
    document.addEventListener("visibilitychange", onVisibility)
    window.addEventListener("pagehide", flush)
    return () => {
      document.removeEventListener("visibilitychange", onVisibility)
      window.removeEventListener("pagehide", flush)
      flush()
    }
  }, [keeping])
  return keeping
}
