import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react"
import { placeTemplateOf } from "../../../sheet/preflight/print-layout.ts"
import { useStableCallback } from "../../lib/use-stable-callback.ts"
import type { HandWish, Pin } from "../sheet-preview/pin.ts"
import type { PreviewItem, PreviewTemplate } from "../sheet-preview/preview-item.ts"
import { type HandHistory, newHistory, record, redo, retell, undo } from "./hand-history.ts"
import { type Lie, type Quantities, withinRows, withoutEmptySheets } from "./hand-moves.ts"

/** The rows behind the pieces: what undo has to know of them. */
export type HandRows<Rows> = {
  /** The same object until a row changes. */
  rows: Rows
  /** Makes these the rows. */
  restore: (rows: Rows) => void
  /** The rows with other quantities; none leaves the row out. */
  withQuantities: (rows: Rows, quantities: Quantities) => Rows
  /** Whether `restore` brings back rows that were removed, their sizes and images too. */
  bringsBack: boolean
}

type Told<Rows> = { rows: Rows; items: readonly PreviewItem[] }

export type HandSteps = {
  /**
   * The rows that the sheet is of. A row that changed in the list shows that before the sheet takes it
   * in, which costs more; what the hand does to rows is there at once.
   */
  items: readonly PreviewItem[]
  /** What to ask the packer for. */
  wish: HandWish
  /** Where every copy lies on the screen; set by whoever shows it. */
  shown: RefObject<readonly Pin[] | null>
  /** How many copies the rows have now, which the sheet may not have taken in yet. */
  quantities: () => Quantities
  /** One step of the hand. `run` names gestures that are one step of undo when they repeat. */
  commit: (lie: Lie, more?: { quantities?: Quantities; run?: string }) => void
  /** Takes over what was kept with the print, as no step. */
  adopt: (lie: Lie) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
}

/** One line of undo over the rows of a print and the pieces that a hand has placed. */
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
  // Before anything is drawn of them: an effect would have all of it drawn twice.
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
  /** With the rows as they are, which the sheet may not have taken in yet. */
  const upToNow = () => withRows(history, now, { bringsBack, shown: shown.current })
  const commit = useStableCallback<Parameters<HandSteps["commit"]>, void>((lie, more = {}) => {
    const told = more.quantities ? counted(now, source, more.quantities) : now
    const next = withoutEmptySheets(lie)
    setHistory(record(upToNow(), { rows: told, ...next }, shown.current, more.run ?? null))
    if (more.quantities) source.restore(told.rows)
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
 * Rows change outside the hand, too: by the list beside the sheet, and by news of the library. The same
 * history where it has them.
 */
function withRows<Rows>(
  history: HandHistory<Told<Rows>>,
  told: Told<Rows>,
  { bringsBack, shown }: { bringsBack: boolean; shown: readonly Pin[] | null },
): HandHistory<Told<Rows>> {
  const { present } = history
  if (present.rows.rows === told.rows) return history
  const { pins } = withinRows(
    { pins: present.pins.filter((pin) => isSamePiece(pin, present.rows.items, told.items)), lying: null },
    quantitiesOf(told.items),
  )
  if (isSameWork(present.rows.items, told.items)) return retell(history, { ...present, rows: told })
  const isPinned = pins.length > 0
  const next = { rows: told, pins, lying: isPinned ? shown : null }
  if (!bringsBack && !isSameRows(present.rows.items, told.items)) return newHistory(next)
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

/** Whether a pinned copy is still the same piece, in the same size. */
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
