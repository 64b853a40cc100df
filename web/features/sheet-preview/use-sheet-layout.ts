import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react"
import type { LaidOutPrint, PrintPlan } from "../../../sheet/preflight/plan-print.ts"
import { labelsOf } from "../../../sheet/preflight/planned-labels.ts"
import type { SheetLabel } from "../../../sheet/raster/label/draw-label.ts"
import type { FilmMoment } from "./film-gain.ts"
import { type AskedLayout, askedLayout } from "./layout-question.ts"
import { pageSearch } from "./page-search.ts"
import type { HandWish } from "./pin.ts"
import type { PlacedItem, PreviewItem, PreviewTemplate } from "./preview-item.ts"
import { isAllPinned } from "./shortest-film.ts"

/** A packed print: piece `i` of the layout is `items[i]`. */
export type PackedSheets = LaidOutPrint & {
  /** The name of the question: the same items on the same film. */
  key: string
  items: PlacedItem[]
  /** For each sheet, the label of each of its placements; none if labels are off. */
  labels: SheetLabel[][]
  dpi: number
  template: PreviewTemplate
}

/** The progress of the search for shorter film. `film` holds the lengths found so far. */
type SearchNews = { isOn: boolean; film: readonly FilmMoment[] }

export type SheetLayoutState =
  | { kind: "empty" }
  /** `last` is the layout before the change, until the new one is in. */
  | { kind: "packing"; last: PackedSheets | null }
  /**
   * `isRough`: as boxes, for the moment until the shapes are known. `search` is null if every copy is pinned.
   */
  | { kind: "packed"; packed: PackedSheets; isRough: boolean; search: SearchNews | null }
  | { kind: "too-large"; itemIds: string[] }
  | { kind: "failed" }

const noSearch = () => () => {}

/**
 * Packs the items on the template's film, off the page's thread, on every change, and searches for shorter
 * film while the page is visible. Pinned copies stay where they are. All callers with the same items,
 * template and hand share one search and show the same layout.
 */
export function useSheetLayout(
  items: readonly PreviewItem[],
  template: PreviewTemplate | null,
  { pins, start }: Partial<HandWish> = {},
): SheetLayoutState {
  const rows = useMemo(
    () => (template ? askedLayout(items, template, { pins, start }) : null),
    [items, template, pins, start],
  )
  const key = rows?.key ?? ""
  // Rows may be new objects that ask the same: the search continues.
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  })
  const watch = useCallback(
    (onChange: () => void) => {
      const asked = latest.current
      return asked && key !== "" ? pageSearch().watch(asked, onChange) : noSearch()
    },
    [key],
  )
  const result = useSyncExternalStore(watch, () => (key === "" ? null : pageSearch().found(key)))
  const plan = result?.kind === "found" ? result.plan : null
  const packed = useMemo(() => (rows && plan ? pack(rows, plan) : null), [rows, plan])
  const last = useRef<PackedSheets | null>(null)
  useEffect(() => {
    if (packed) last.current = packed
    if (key === "") last.current = null
  }, [packed, key])

  // The same object until something about it changes, because everything that shows the sheet is drawn again
  // for each.
  return useMemo(() => {
    if (!rows || key === "") return { kind: "empty" }
    if (result === null) return { kind: "packing", last: last.current }
    if (result.kind === "failed") return { kind: "failed" }
    if (result.plan.kind === "too-large")
      return { kind: "too-large", itemIds: result.plan.items.map((item) => rows.placed[item].id) }
    if (!packed) return { kind: "packing", last: last.current }
    const search = isAllPinned(rows.question) ? null : { isOn: result.isSearching, film: result.film }
    return { kind: "packed", packed, isRough: result.isRough, search }
  }, [rows, key, result, packed])
}

function pack({ key, placed: items, template }: AskedLayout, plan: PrintPlan): PackedSheets | null {
  if (plan.kind === "too-large") return null
  const labels = plan.layout.sheets.map((sheet) => labelsOf(sheet, items, template))
  return { ...plan, key, items, labels, template, dpi: template.dpi }
}
