import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react"
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
  /** What to ask the packer for. */
  wish: HandWish
  /** Where every copy lies on the screen; set by whoever shows it. */
  shown: RefObject<readonly Pin[] | null>
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
  const [history, setHistory] = useState<HandHistory<Told<Rows>>>(() =>
    newHistory({ rows: { rows: source.rows, items }, pins: [], lying: null }),
  )
  const shown = useRef<readonly Pin[] | null>(null)
  const { pins, lying } = history.present
  const wish = useMemo(() => {
    const kept = withinRows({ pins, lying }, quantitiesOf(items))
    return { pins: kept.pins, start: kept.lying }
  }, [pins, lying, items])

  // Rows change outside the hand, too: by the list beside the sheet, and by news of the library.
  const { rows, bringsBack } = source
  useEffect(() => {
    setHistory((before) => {
      const { present } = before
      if (present.rows.rows === rows) return before
      const told = { rows, items }
      const lie = withinRows(
        { pins: present.pins.filter((pin) => isSamePiece(pin, present.rows.items, items)), lying: null },
        quantitiesOf(items),
      )
      if (isSameWork(present.rows.items, items)) return retell(before, { ...present, rows: told })
      const isPinned = lie.pins.length > 0
      const next = { rows: told, pins: lie.pins, lying: isPinned ? shown.current : null }
      if (!bringsBack && !isSameRows(present.rows.items, items)) return newHistory(next)
      return record(before, next, isPinned || present.pins.length > 0 ? shown.current : null)
    })
  }, [rows, items, bringsBack])

  // Pins are pixels of one film: another film has none.
  const film = template && JSON.stringify(filmOf(template))
  const lastFilm = useRef(film)
  useEffect(() => {
    if (lastFilm.current !== null && lastFilm.current !== film)
      setHistory(({ present }) => newHistory({ rows: present.rows, pins: [], lying: null }))
    lastFilm.current = film
  }, [film])

  const commit: HandSteps["commit"] = (lie, { quantities, run } = {}) => {
    const told = quantities ? counted({ rows, items }, source, quantities) : { rows, items }
    const next = withoutEmptySheets(lie)
    setHistory(record(history, { rows: told, ...next }, shown.current, run ?? null))
    if (quantities) source.restore(told.rows)
  }
  const step = (take: typeof undo) => () => {
    const next = take(history, shown.current)
    if (next === history) return
    setHistory(next)
    if (next.present.rows.rows !== rows) source.restore(next.present.rows.rows)
  }
  const adopt = useCallback((kept: Lie) => {
    setHistory((before) => retell(before, { ...before.present, ...kept }))
  }, [])
  return {
    wish,
    shown,
    commit,
    adopt,
    undo: step(undo),
    redo: step(redo),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
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

/** The part of a template that decides what a pin's pixels mean, and what may lie beside what. */
function filmOf(template: PreviewTemplate) {
  const { widthIn, edgeIn, gapIn, dpi, rotate, trim, labels, nesting, useHoles, packing } = template
  return { widthIn, edgeIn, gapIn, dpi, rotate, trim, labels, nesting, useHoles, packing }
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
