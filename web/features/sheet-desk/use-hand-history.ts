import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react"
import { placeTemplateOf } from "../../../sheet/preflight/print-layout.ts"
import { useStableCallback } from "../../lib/use-stable-callback.ts"
import type { HandWish, Pin } from "../sheet-preview/pin.ts"
import type { PreviewItem, PreviewTemplate } from "../sheet-preview/preview-item.ts"
import { type HandHistory, newHistory, record, redo, retell, undo } from "./hand-history.ts"
import { type Lie, type Quantities, withinRows, withoutEmptySheets } from "./hand-moves.ts"

/** The rows behind the pieces, as undo needs them. */
export type HandRows<Rows> = {
  /** The same object until a row changes. */
  rows: Rows
  /** Replaces the rows. */
  restore: (rows: Rows) => void
  /** Returns the rows with other quantities; a row without one is left out. */
  withQuantities: (rows: Rows, quantities: Quantities) => Rows
  /** True if `restore` brings back rows that were removed, with their sizes and images. */
  bringsBack: boolean
}

type Told<Rows> = { rows: Rows; items: readonly PreviewItem[] }

export type HandSteps = {
  /**
   * The rows of the sheet. A row that changed in the list shows that before the sheet takes it in, which
   * costs more; changes by the hand are in the rows at once.
   */
  items: readonly PreviewItem[]
  /** The request to the packer. */
  wish: HandWish
  /** The places of all copies on the screen; set by the component that shows it. */
  shown: RefObject<readonly Pin[] | null>
  /** Returns the rows' current copies, which the sheet may not have taken in yet. */
  quantities: () => Quantities
  /** Records one step of the hand. `run` names gestures that are one step of undo when they repeat. */
  commit: (lie: Lie, more?: { quantities?: Quantities; run?: string }) => void
  /** Takes over the layout kept with the print, without a step. */
  adopt: (lie: Lie) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
}

/** Keeps one line of undo over the rows of a print and the pieces that a hand has placed. */
export function useHandHistory<Rows>(
  items: readonly PreviewItem[],
  template: PreviewTemplate | null,
  source: HandRows<Rows>,
): HandSteps {
  const { rows, bringsBack } = source
  const now = useMemo(() => ({ rows, items }), [rows, items])
  const late = useDeferredValue(now)
  const [history, setHistory] = useState<HandHistory<Told<Rows>>>(() =>
    newHistory({ rows: now, pins: [], lying: null }),
  )
  const shown = useRef<readonly Pin[] | null>(null)
  const { pins, lying } = history.present
  const isOfHand = history.present.rows.rows === rows || isSameWork(history.present.rows.items, items)
  const taken = isOfHand ? now : late
  const wish = useMemo(() => {
    const kept = withinRows({ pins, lying }, quantitiesOf(taken.items))
    return { pins: kept.pins, start: kept.lying }
  }, [pins, lying, taken])
  // Before anything is drawn: an effect would have everything drawn twice.
  if (taken === now) {
    const followed = withRows(history, now, { bringsBack, shown: shown.current })
    if (followed !== history) setHistory(followed)
  }

  // Pins are pixels of one film: another film has none.
  const film = template && JSON.stringify(placeTemplateOf(template))
  const lastFilm = useRef(film)
  useEffect(() => {
    if (lastFilm.current !== null && lastFilm.current !== film)
      setHistory(({ present }) => newHistory({ rows: present.rows, pins: [], lying: null }))
    lastFilm.current = film
  }, [film])

  const quantities = useStableCallback(() => quantitiesOf(items))
  /** With the current rows, which the sheet may not have taken in yet. */
  const upToNow = () => withRows(history, now, { bringsBack, shown: shown.current })
  const commit = useStableCallback<Parameters<HandSteps["commit"]>, void>((lie, more = {}) => {
    const given = more.quantities ? counted(now, source, more.quantities) : now
    const next = withoutEmptySheets(lie)
    setHistory(record(upToNow(), { rows: given, ...next }, shown.current, more.run ?? null))
    if (more.quantities) source.restore(given.rows)
  })
  const step = useStableCallback((take: typeof undo) => {
    const before = upToNow()
    const next = take(before, shown.current)
    if (next === before) return
    setHistory(next)
    if (next.present.rows.rows !== rows) source.restore(next.present.rows.rows)
  })
  const adopt = useCallback((kept: Lie) => {
    setHistory((before) => retell(before, { ...before.present, ...kept }))
  }, [])
  const canUndo = history.past.length > 0
  const canRedo = history.future.length > 0
  return useMemo(
    () => ({
      ...{ items: taken.items, wish, shown, quantities, commit, adopt, canUndo, canRedo },
      undo: () => step(undo),
      redo: () => step(redo),
    }),
    [taken, wish, quantities, commit, adopt, step, canUndo, canRedo],
  )
}

/**
 * Returns the history with the current rows, because rows change outside the hand, too: by the list beside
 * the sheet, and by changes of the library. It is the same history if it has them.
 */
function withRows<Rows>(
  history: HandHistory<Told<Rows>>,
  given: Told<Rows>,
  { bringsBack, shown }: { bringsBack: boolean; shown: readonly Pin[] | null },
): HandHistory<Told<Rows>> {
  const { present } = history
  if (present.rows.rows === given.rows) return history
  const { pins } = withinRows(
    { pins: present.pins.filter((pin) => isSamePiece(pin, present.rows.items, given.items)), lying: null },
    quantitiesOf(given.items),
  )
  if (isSameWork(present.rows.items, given.items)) return retell(history, { ...present, rows: given })
  const isPinned = pins.length > 0
  const next = { rows: given, pins, lying: isPinned ? shown : null }
  if (!bringsBack && !isSameRows(present.rows.items, given.items)) return newHistory(next)
  return record(history, next, isPinned || present.pins.length > 0 ? shown : null)
}

export function quantitiesOf(items: readonly PreviewItem[]): Quantities {
  return new Map(items.map(({ id, quantity }) => [id, quantity]))
}

function counted<Rows>(
  { rows, items }: Told<Rows>,
  source: HandRows<Rows>,
  quantities: Quantities,
): Told<Rows> {
  return {
    rows: source.withQuantities(rows, quantities),
    items: items
      .map((item) => ({ ...item, quantity: quantities.get(item.id) ?? item.quantity }))
      .filter(({ quantity }) => quantity > 0),
  }
}

/** Returns whether a pinned copy is still the same piece, in the same size. */
function isSamePiece(pin: Pin, before: readonly PreviewItem[], now: readonly PreviewItem[]): boolean {
  const [was, is] = [before, now].map((items) => items.find(({ id }) => id === pin.itemId))
  return was?.image?._id === is?.image?._id && was?.widthIn === is?.widthIn
}

function isSameWork(before: readonly PreviewItem[], now: readonly PreviewItem[]): boolean {
  return isSameRows(before, now) && before.every(({ quantity }, i) => quantity === now[i].quantity)
}

function isSameRows(before: readonly PreviewItem[], now: readonly PreviewItem[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ id, image, widthIn }, i) => {
      const other = now[i]
      return id === other.id && image?._id === other.image?._id && widthIn === other.widthIn
    })
  )
}
