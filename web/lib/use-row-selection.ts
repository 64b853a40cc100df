import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react"
import { z } from "zod"
import { MAX_PAGE_SIZE } from "../../contract/limit.ts"
import { useAuth } from "./auth.tsx"
import { endHint } from "./hints.ts"
import { idsBetween } from "./ids-between.ts"
import { stateBeforeReload, useKeeping } from "./kept-state.ts"

type Row = { readonly _id: string }

/** The picked rows of a paged list. Picks outlive paging, sorting and fresh data. */
export type RowSelection<R = unknown> = {
  ids: readonly string[]
  /** True until the picks of before a reload are all there: until then nothing asks about them. */
  isRestoring: boolean
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

const keptSchema = z.object({ scope: z.string(), ids: z.array(z.string()).max(MAX_PAGE_SIZE) })

type SelectionOptions<R> = {
  /** The list's name, under which the tab keeps the picks over a reload. */
  list: string
  /** The filters of the list as one text: if it changes, all picks are dropped. */
  scope?: string
  /** How many rows match on all pages. */
  total?: number
  /** Loads all rows that match; without it only single pages are picked. */
  listAll?: () => Promise<readonly R[]>
  canPick?: (row: R) => boolean
}

const none: readonly string[] = []
const nothing: ReadonlyMap<string, never> = new Map<string, never>()

/** Keeps the picks, also over a reload. `rows` is the page on screen, undefined until its first answer. */
export function useRowSelection<R extends Row>(
  rows: readonly R[] | undefined,
  { list, scope = "", total = 0, listAll, canPick = () => true }: SelectionOptions<R>,
): RowSelection<R> {
  const keptAs = `sheetsmith.picked.${list}.${useAuth().user._id}`
  const [picked, setPicked] = useState<ReadonlyMap<string, R>>(nothing)
  const [seenRows, setSeenRows] = useState(rows)
  const [seenScope, setSeenScope] = useState(scope)
  const [isLoading, setLoading] = useState(false)
  const anchor = useRef<string | null>(null)
  const latestScope = useRef(scope)
  latestScope.current = scope
  /** The picks of before a reload, until their rows are there. */
  const [missing, setMissing] = useState(() => {
    const kept = stateBeforeReload(keptAs, keptSchema)
    return kept?.scope === scope ? kept.ids : none
  })
  const kept = useMemo(() => (picked.size === 0 ? null : { scope, ids: [...picked.keys()] }), [picked, scope])
  useKeeping(keptAs, missing.length > 0 ? undefined : kept)

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

  async function pickAll(load: () => Promise<readonly R[]>, isMeant: (row: R) => boolean) {
    setLoading(true)
    try {
      const all = await load()
      if (latestScope.current === scope) change(all.filter(isMeant), true)
    } catch {
      // The failed call has reported it itself, and the picks stay as they are.
    } finally {
      setLoading(false)
    }
  }

  const pickMissing = useEffectEvent(async () => {
    const isMeant = (row: R) => missing.includes(row._id) && canPick(row)
    const here = onPage.filter(isMeant)
    change(here, true)
    if (here.length < missing.length && listAll) await pickAll(listAll, isMeant)
    // In the order they were picked in, not that of the pages.
    setPicked((before) => {
      const restored = [...before].filter(([id]) => missing.includes(id))
      restored.sort(([a], [b]) => missing.indexOf(a) - missing.indexOf(b))
      return new Map([...restored, ...before])
    })
    setMissing(none)
  })
  const isWaited = missing.length > 0 && rows !== undefined
  useEffect(() => {
    if (isWaited) void pickMissing()
  }, [isWaited])

  return {
    ids: [...picked.keys()],
    isRestoring: missing.length > 0,
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
            pick: () => pickAll(listAll, canPick),
          },
    drop: (ids) => setPicked((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
    clear: () => setPicked(nothing),
  }
}

/**
 * Returns the selected ids of a question as they were when it opened, although the page behind it may refresh
 * and select less. Empty while no question is open, and after a reload until all picks are there again.
 */
export function useAskedIds(isAsking: boolean, { ids, isRestoring }: RowSelection): readonly string[] {
  const [asked, setAsked] = useState(none)
  const isReady = isAsking && !isRestoring
  if (!isReady && asked.length > 0) setAsked(none)
  if (isReady && asked.length === 0 && ids.length > 0) setAsked(ids)
  return isReady ? asked : none
}
