import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import { orders } from "../../../contract/api/order-api.ts"
import { manifests, printLayouts, prints } from "../../../contract/api/print-api.ts"
import { MAX_BULK_IDS, MAX_BULK_PRINTS, MAX_LISTED_IDS, MAX_PAGE_SIZE } from "../../../contract/limit.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import type { ManifestTick } from "../../../contract/prints/manifest.ts"
import {
  type BulkOutcome,
  type Print,
  type PrintItem,
  type PrintItemInput,
  type PrintSummary,
  type PrintUpdate,
  type ProcessRequest,
  printListQuerySchema,
  type RemakeRequest,
  type rosterSchema,
} from "../../../contract/prints/print.ts"
import type { PrintInkSum } from "../../../contract/prints/print-ink.ts"
import { api, apiData } from "../../lib/api.ts"
import { starting } from "../../lib/live-progress.ts"
import { loadPage } from "../../lib/load-page.ts"
import { momentsOf, searchOffset, utcOffsetMin } from "../../lib/local-time.ts"
import { queryClient, refresh, refreshWhere } from "../../lib/query-client.ts"
import { withTicks } from "./manifest-view.ts"

/** The prints' list in the address. */
export const printSearchSchema = printListQuerySchema.omit({ imageId: true, utcOffsetMin: true })
type PrintSearch = z.output<typeof printSearchSchema>

export function printsOptions(query: PrintSearch) {
  return queryOptions({
    queryKey: ["prints", "list", query],
    queryFn: () =>
      loadPage("prints", query, (page) =>
        api(prints.list, { query: { ...page, ...momentsOf(page), ...searchOffset(page.search) } }),
      ),
    placeholderData: (previous) => previous,
  })
}

/** Lists all prints that match, up to the largest page. */
export async function listAllPrints(query: PrintSearch): Promise<PrintSummary[]> {
  const { data } = await queryClient.fetchQuery(printsOptions({ ...query, page: 1, limit: MAX_PAGE_SIZE }))
  return data
}

/** The newest few prints, for the dashboard. */
export const latestPrintsQuery = queryOptions({
  queryKey: ["prints", "latest"],
  queryFn: () => api(prints.list, { query: { page: 1, limit: 3, sortBy: "createdAt", sort: "desc" } }),
})

export function printOptions(id: string) {
  return queryOptions({
    queryKey: ["prints", "one", id],
    queryFn: () => apiData(prints.one, { params: { id } }),
    enabled: id !== "",
    refetchInterval: ({ state }) => (state.data?.printItems.some(isBeingDrawn) ? DRAWN_AFTER_MS : false),
    meta: { silent: true },
  })
}

/** The time after which pieces that wait to be drawn are loaded again. */
const DRAWN_AFTER_MS = 2_000

function isBeingDrawn({ piece }: PrintItem): boolean {
  return piece?.state === "waiting"
}

/** Loads the copies on the print's sheets, with their places and orders. */
export function manifestOptions(printId: string) {
  return queryOptions({
    queryKey: ["prints", "manifest", printId],
    queryFn: () => apiData(manifests.one, { params: { id: printId } }),
    meta: { silent: true },
  })
}

/** Marks changes to these orders as seen. */
export async function markSeen(orderIds: readonly string[]): Promise<void> {
  await apiData(orders.seen, { body: { orderIds: [...orderIds] } })
  await refresh("prints", "orders")
}

/** Stores ticks of the manifest; a repeat changes nothing. */
export async function storeTicks(printId: string, ticks: readonly ManifestTick[]): Promise<void> {
  await apiData(manifests.tick, { params: { id: printId }, body: { ticks: [...ticks] } })
  showTicks(printId, ticks)
}

/** Shows ticks that were stored, here or on another device, without loading the manifest. */
export function showTicks(printId: string, ticks: readonly ManifestTick[]): void {
  queryClient.setQueryData(manifestOptions(printId).queryKey, (known) =>
    known ? { ...known, rows: withTicks(known.rows, ticks) } : undefined,
  )
}

/** Loads the copy that a label's code names. */
export function labelCodeOptions(code: string) {
  return queryOptions({
    queryKey: ["prints", "code", code],
    queryFn: () => apiData(manifests.find, { params: { code } }),
    meta: { silent: true },
  })
}

/**
 * Loads the layout stored with a print, as it was when the page was opened. `moment` names another one: when
 * the print was started, and when its sheet was chosen.
 */
export function storedLayoutOptions(printId: string, moment: string | null = null) {
  return queryOptions({
    queryKey: ["print-layouts", printId, moment],
    queryFn: () => apiData(printLayouts.one, { params: { id: printId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // A sheet can be packed without it.
    retry: false,
    meta: { silent: true },
  })
}

/**
 * Stores a layout with its print, in place of any before; rejects one that no longer fits, and with
 * `keepsPins` one that lacks a pin of another page.
 */
export async function storeLayout(
  printId: string,
  layout: LayoutDocument,
  request: { keepsPins?: boolean } = {},
): Promise<void> {
  await apiData(printLayouts.keep, { params: { id: printId }, body: { ...layout, ...request } })
}

/** Makes a draft; the same `requestKey` again returns the print it made before. */
export async function createPrint(items: readonly PrintItemInput[], requestKey: string): Promise<Print> {
  const print = await apiData(prints.add, {
    body: { printItems: [...items], requestKey, utcOffsetMin: utcOffsetMin() },
  })
  await refresh("prints", "statistics")
  return print
}

/** Loads up to `MAX_LISTED_IDS` order items as they are now; deleted ones are left out. */
export function orderItemsOptions(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["orders", "items", ids],
    queryFn: () => apiData(orders.items, { query: { ids: ids.join() } }),
    // The earlier data is shown until then, or if loading fails.
    meta: { silent: true },
  })
}

/** Changes the text of an order item; every print of the item follows. */
export async function wordOrderItem(orderItemId: string, wording: string): Promise<void> {
  await apiData(orders.update, { params: { id: orderItemId }, body: { wording } })
  await refresh("orders", "prints")
}

type OrderPrint = {
  /** By order item. */
  quantities: ReadonlyMap<string, number>
  /** True to print items of other prints once more; without it the server answers 409. */
  printAgain: boolean
  /** Null for the default, which is on. */
  labels: boolean | null
  requestKey: string
}

/** Makes a draft from order items; the same `requestKey` again returns the same print. */
export async function createPrintFromOrders({ quantities, labels, ...rest }: OrderPrint): Promise<Print> {
  const body = {
    orderItems: [...quantities.keys()],
    quantities: Object.fromEntries(quantities),
    ...(labels === null ? {} : { labels }),
    ...rest,
    utcOffsetMin: utcOffsetMin(),
  }
  const { _id } = await apiData(orders.print, { body })
  await refresh("prints", "orders", "statistics", "integrations")
  return apiData(prints.one, { params: { id: _id } })
}

/**
 * Starts rendering; a second call while it runs is refused by the server and charges nothing. A `layout` is
 * printed as it is, or the search continues from it with an `effort`; an invalid one is refused with its
 * violations. Without a layout the server searches.
 */
export async function processPrint(id: string, request: ProcessRequest): Promise<void> {
  starting.add(id)
  try {
    await apiData(prints.process, { params: { id }, body: request })
  } finally {
    starting.delete(id)
    await refresh("prints", "orders", "profile", "statement", "statistics", "autopilots")
  }
}

/** Starts several prints; returns the outcome of each. */
export function processPrints(
  ids: readonly string[],
  request: Pick<ProcessRequest, "sheetTemplateId" | "formats">,
): Promise<BulkOutcome[]> {
  return inChunks(ids, (printIds) => apiData(prints.bulkProcess, { body: { printIds, ...request } }))
}

/** Stops several running prints; their credits are returned. */
export function cancelPrints(ids: readonly string[]): Promise<BulkOutcome[]> {
  return inChunks(ids, (printIds) => apiData(prints.bulkCancel, { body: { printIds } }))
}

/** The interval of asking again while the press still looks at some of the ink. */
const INK_AGAIN_MS = 3_000

/** Loads what of several prints' ink will show, under their own templates or one for all. */
export function inkOfPrintsOptions(ids: readonly string[], sheetTemplateId: string | null) {
  return queryOptions({
    queryKey: ["prints", "ink of several", sheetTemplateId, ids],
    queryFn: async () => {
      const sums: PrintInkSum[] = []
      for (let start = 0; start < ids.length; start += MAX_BULK_PRINTS) {
        const printIds = ids.slice(start, start + MAX_BULK_PRINTS)
        const body = { printIds, ...(sheetTemplateId === null ? {} : { sheetTemplateId }) }
        sums.push(...(await apiData(prints.bulkFindings, { body })))
      }
      return sums
    },
    enabled: ids.length > 0,
    refetchInterval: ({ state }) => state.data?.some(({ isWaiting }) => isWaiting) && INK_AGAIN_MS,
    meta: { silent: true },
  })
}

async function inChunks(
  ids: readonly string[],
  call: (ids: string[]) => Promise<BulkOutcome[]>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = []
  try {
    for (let start = 0; start < ids.length; start += MAX_BULK_PRINTS)
      outcomes.push(...(await call(ids.slice(start, start + MAX_BULK_PRINTS))))
  } finally {
    await refresh("prints", "profile", "statistics")
  }
  return outcomes
}

/** Returns the ZIP files of these prints' sheets, below `/api/`. */
export async function sheetZips(ids: readonly string[]): Promise<string[]> {
  const paths: string[] = []
  for (let start = 0; start < ids.length; start += MAX_LISTED_IDS) {
    const printIds = ids.slice(start, start + MAX_LISTED_IDS)
    paths.push((await apiData(prints.bulkDownload, { body: { printIds } })).path)
  }
  return paths
}

/** Makes a draft with the same items; the same `requestKey` again returns the one made before. */
export async function duplicatePrint(id: string, requestKey: string): Promise<Print> {
  const print = await apiData(prints.duplicate, { params: { id }, body: { requestKey } })
  await refresh("prints", "statistics")
  return print
}

/** Makes a draft of spoilt pieces; the same `requestKey` again returns the one made before. */
export async function remakePrint(id: string, request: RemakeRequest): Promise<Print> {
  const print = await apiData(prints.remake, { params: { id }, body: request })
  await refresh("prints", "statistics")
  return print
}

/** Stops a running print; its credits are returned. */
export async function cancelPrint(id: string): Promise<void> {
  await apiData(prints.cancel, { params: { id } })
  await refresh("prints", "profile", "statistics")
}

/** Renames it, or chooses its labels. */
export async function updatePrint(id: string, change: PrintUpdate): Promise<void> {
  await apiData(prints.update, { params: { id }, body: change })
  await refresh("prints")
}

export type PrintItemChange = Partial<Pick<PrintItem, "quantity" | "values">> & {
  imageId?: string
  sizeId?: string
}

export async function addPrintItem(printId: string, item: PrintItemInput): Promise<void> {
  await apiData(prints.addItem, { params: { id: printId }, body: item })
  await refresh("prints")
}

/** Adds many pieces of one image, all or none; returns a function that undoes it. */
export async function addRoster(printId: string, roster: z.input<typeof rosterSchema>) {
  const added = await apiData(prints.addRoster, { params: { id: printId }, body: roster })
  await refresh("prints")
  return added
}

export async function updatePrintItem(
  printId: string,
  itemId: string,
  change: PrintItemChange,
): Promise<void> {
  await apiData(prints.updateItem, { params: { id: printId, itemId }, body: change })
  await refresh("prints")
}

/** Deletes an item; returns the id of its undo. */
export async function deletePrintItem(printId: string, itemId: string): Promise<string | null> {
  const { undoId } = await apiData(prints.removeItem, { params: { id: printId, itemId } })
  await refresh("prints")
  return undoId
}

/** `sheets` deletes the files and keeps the items; `everything` leaves nothing. */
export type DeleteScope = "sheets" | "everything"

/** Deletes a print; returns the id of its undo. */
export async function deletePrint(id: string, scope: DeleteScope): Promise<string | null> {
  const call = scope === "sheets" ? prints.removeSheets : prints.remove
  const { undoId } = await apiData(call, { params: { id } })
  await refreshBut(scope === "everything" ? id : null)
  return undoId
}

/** Deletes several prints; returns the undo id of each of its calls. */
export async function deletePrints(ids: readonly string[], scope: DeleteScope): Promise<(string | null)[]> {
  const call = scope === "sheets" ? prints.bulkDelete : prints.bulkDeleteForce
  const undoIds: (string | null)[] = []
  try {
    for (let start = 0; start < ids.length; start += MAX_BULK_IDS) {
      const { undoId } = await apiData(call, { body: { printIds: ids.slice(start, start + MAX_BULK_IDS) } })
      undoIds.push(undoId)
    }
  } finally {
    await refresh("prints", "statistics", "orders")
  }
  return undoIds
}

// Refreshes everything except a deleted print, which would be loaded in vain while its page is still open.
async function refreshBut(goneId: string | null): Promise<void> {
  await Promise.all([
    refreshWhere({
      queryKey: ["prints"],
      predicate: ({ queryKey }) => goneId === null || queryKey[2] !== goneId,
    }),
    refresh("statistics", "orders"),
  ])
}
