import { useRef, useState } from "react"
import { MAX_PAGE_SIZE } from "../../contract/limit.ts"
import { endHint } from "./hints.ts"
import { idsBetween } from "./ids-between.ts"

type Row = { readonly _id: string }

/** The picked rows of a paged list. Picks outlive paging, sorting and fresh data. */
export type RowSelection<R = unknown> = {
  ids: readonly string[]
  /** In the order they were picked, as they were seen last, also those of other pages. */
  rows: readonly R[]
  has: (id: string) => boolean
  /** Picks a row; with Shift also everything between the row picked last and this one. */
  pick: (id: string, isPicked: boolean, withShift?: boolean) => void
  /** Picks this page, or deselects it. */
  pickPage: (isPicked: boolean) => void
  /** How much of this page is picked. */
  page: boolean | "indeterminate"
  /** How many of this page can be picked. */
  pageCount: number
  /** All that match on every page; null if this page has them all. */
  everything: Everything | null
  /** Deselects rows, such as deleted ones. */
  drop: (ids: readonly string[]) => void
  clear: () => void
}

type Everything = {
  /** At most the largest page that the server gives. */
  count: number
  total: number
  isPicked: boolean
  isLoading: boolean
  pick: () => Promise<void>
}

type SelectionOptions<R> = {
  /** The filters of the list as one text: if it changes, all picks are dropped. */
  scope?: string
  /** How many rows match on all pages. */
  total?: number
  /** Loads all rows that match; without it only single pages are picked. */
  listAll?: () => Promise<readonly R[]>
  canPick?: (row: R) => boolean
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>()

/** Keeps the picks. `rows` is the page on screen, undefined until its first answer. */
export function useRowSelection<R extends Row>(
  rows: readonly R[] | undefined,
  { scope = "", total = 0, listAll, canPick = () => true }: SelectionOptions<R> = {},
): RowSelection<R> {
  const [picked, setPicked] = useState<ReadonlyMap<string, R>>(nothing)
  const [seenRows, setSeenRows] = useState(rows)
  const [seenScope, setSeenScope] = useState(scope)
  const [isLoading, setLoading] = useState(false)
  const anchor = useRef<string | null>(null)
  const latestScope = useRef(scope)
  latestScope.current = scope

  if (seenScope !== scope) {
    setSeenScope(scope)
    setPicked(nothing)
  }
  if (seenRows !== rows) {
    setSeenRows(rows)
    const fresh = (rows ?? []).filter((row) => picked.has(row._id))
    if (fresh.length > 0) setPicked(new Map([...picked, ...fresh.map((row) => [row._id, row] as const)]))
  }

  const onPage = (rows ?? []).filter(canPick)
  const pickedOnPage = onPage.filter((row) => picked.has(row._id)).length
  const count = Math.min(total, MAX_PAGE_SIZE)

  function change(changed: readonly R[], isPicked: boolean) {
    setPicked((before) => {
      const next = new Map(before)
      for (const row of changed) {
        if (isPicked) next.set(row._id, row)
        else next.delete(row._id)
      }
      return next
    })
  }

  async function pickEverything(list: () => Promise<readonly R[]>) {
    setLoading(true)
    try {
      const all = await list()
      if (latestScope.current === scope) change(all.filter(canPick), true)
    } catch {
      // The failed call has reported it itself, and the picks stay as they are.
    } finally {
      setLoading(false)
    }
  }

  return {
    ids: [...picked.keys()],
    rows: [...picked.values()],
    has: (id) => picked.has(id),
    pick(id, isPicked, withShift = false) {
      if (withShift) endHint("shift-click")
      const ids = onPage.map((row) => row._id)
      const meant = withShift ? idsBetween(ids, anchor.current, id) : [id]
      change(
        onPage.filter((row) => meant.includes(row._id)),
        isPicked,
      )
      anchor.current = id
    },
    pickPage: (isPicked) => change(onPage, isPicked),
    page: pickedOnPage === 0 ? false : pickedOnPage === onPage.length ? true : "indeterminate",
    pageCount: onPage.length,
    everything:
      listAll === undefined || total <= (rows?.length ?? 0)
        ? null
        : {
            count,
            total,
            isPicked: picked.size >= count,
            isLoading,
            pick: () => pickEverything(listAll),
          },
    drop: (ids) => setPicked((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
    clear: () => setPicked(nothing),
  }
}

const none: readonly string[] = []

/**
 * Returns the selected ids of a question as they were when it opened, although the page behind it may refresh
 * and select less. Empty while no question is open.
 */
export function useAskedIds(isAsking: boolean, selectedIds: readonly string[]): readonly string[] {
  const [asked, setAsked] = useState(none)
  if (!isAsking && asked.length > 0) setAsked(none)
  if (isAsking && asked.length === 0 && selectedIds.length > 0) setAsked(selectedIds)
  return isAsking ? asked : none
}
