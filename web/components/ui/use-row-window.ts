import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { onReveal } from "../../lib/row-reveal.ts"

/** The number of rows from which only some are drawn: a shorter page is scrolled and searched best whole. */
const MANY_ROWS = 64
/** The rows drawn above and below the window, so that Tab finds the next one. */
const OVERSCAN = 8

/** The drawn rows, from the top, and the room that the others take between them. */
export type RowPart = { index: number } | { roomPx: number; before: number }

export type RowWindow = {
  /** The ref of the element around the rows. */
  ref: (rows: HTMLElement | null) => void
  parts: readonly RowPart[]
  /** The ref of each row's element, which has its `data-index`. */
  measure: (row: HTMLElement | null) => void
}

/**
 * Draws only those of many rows that are near the browser's window, and the one with the focus. All are drawn
 * for paper. `ids` are those of the rows' `data-row`; `rowPx` is a row's usual height, and `gapPx` the gap
 * between any two elements of the list.
 */
export function useRowWindow(
  ids: readonly string[],
  { rowPx, gapPx = 0 }: { rowPx: number; gapPx?: number },
): RowWindow {
  const rows = useRef<HTMLElement | null>(null)
  const isMany = ids.length > MANY_ROWS
  const indexes = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids])
  const [revealed, setRevealed] = useState<string | null>(null)
  const [isPrinting, setIsPrinting] = useState(false)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const kept = [focusedRow(rows.current), revealed].flatMap((id) => indexes.get(id ?? "") ?? [])
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b)
    },
    [indexes, revealed],
  )
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: isMany ? ids.length : 0,
    estimateSize: () => rowPx,
    gap: gapPx,
    getItemKey: (index) => ids[index],
    overscan: OVERSCAN,
    rangeExtractor,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: 0,
    observeElementOffset: useCallback(
      (_instance: Virtualizer<Window, HTMLElement>, tell: (offset: number, isScrolling: boolean) => void) =>
        watchOffset(rows, tell),
      [],
    ),
    scrollToFn: (offset, { adjustments = 0 }) => {
      const top = rows.current?.getBoundingClientRect().top ?? 0
      window.scrollBy({ top: top + offset + adjustments, behavior: "instant" })
    },
    useFlushSync: false,
  })
  useEffect(() => {
    if (!isMany) return
    return onReveal((id) => indexes.has(id) && flushSync(() => setRevealed(id)))
  }, [indexes, isMany])
  useEffect(() => {
    const print = (isOn: boolean) => () => flushSync(() => setIsPrinting(isOn))
    const [before, after] = [print(true), print(false)]
    window.addEventListener("beforeprint", before)
    window.addEventListener("afterprint", after)
    return () => {
      window.removeEventListener("beforeprint", before)
      window.removeEventListener("afterprint", after)
    }
  }, [])
  const ref = useCallback((element: HTMLElement | null) => {
    rows.current = element
  }, [])
  const isWhole = !isMany || isPrinting
  const parts = isWhole
    ? ids.map((_id, index) => ({ index }))
    : partsOf(virtualizer.getVirtualItems(), {
        totalPx: virtualizer.getTotalSize(),
        gapPx,
        count: ids.length,
      })
  return { ref, parts, measure: isMany ? virtualizer.measureElement : noMeasure }
}

const noMeasure = () => {}

function partsOf(
  drawn: readonly { index: number; start: number; end: number }[],
  { totalPx, gapPx, count }: { totalPx: number; gapPx: number; count: number },
): RowPart[] {
  const parts: RowPart[] = []
  const room = (before: number, fromPx: number, toPx: number) => {
    if (toPx - fromPx > gapPx) parts.push({ before, roomPx: toPx - fromPx })
  }
  // Room has a gap of its own on each side where a row is.
  let freePx = 0
  for (const { index, start, end } of drawn) {
    room(index, freePx, start - gapPx)
    parts.push({ index })
    freePx = end + gapPx
  }
  room(count, freePx, totalPx)
  return parts
}

function focusedRow(rows: HTMLElement | null): string | null {
  const row = document.activeElement?.closest<HTMLElement>("[data-row]")
  return row && rows?.contains(row) ? (row.dataset.row ?? null) : null
}

/** Reports how far the window's top is below that of the rows, whatever moves above them. */
function watchOffset(
  rows: { readonly current: HTMLElement | null },
  tell: (offset: number, isScrolling: boolean) => void,
): () => void {
  const look = (isScrolling: boolean) => tell(-(rows.current?.getBoundingClientRect().top ?? 0), isScrolling)
  const scroll = () => look(true)
  const rest = () => look(false)
  const page = new ResizeObserver(rest)
  page.observe(document.body)
  window.addEventListener("scroll", scroll, { passive: true })
  window.addEventListener("scrollend", rest)
  rest()
  return () => {
    page.disconnect()
    window.removeEventListener("scroll", scroll)
    window.removeEventListener("scrollend", rest)
  }
}
