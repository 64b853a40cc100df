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
  type ProcessWish,
  printListQuerySchema,
  type RemakeWish,
  type rosterSchema,
} from "../../../contract/prints/print.ts"
import { api, apiData } from "../../lib/api.ts"
import { momentsOf, searchOffset, utcOffsetMin } from "../../lib/local-time.ts"
import { queryClient, refresh, refreshWhere } from "../../lib/query-client.ts"
import { withTicks } from "./manifest-view.ts"

/** What the address says about the list of prints. */
export const printSearchSchema = printListQuerySchema.omit({ imageId: true, utcOffsetMin: true })
type PrintSearch = z.output<typeof printSearchSchema>

/** One page of the seller's prints. */
export function printsOptions(query: PrintSearch) {
  return queryOptions({
    queryKey: ["prints", "list", query],
    queryFn: () =>
      api(prints.list, {
        query: {
          ...query,
          ...momentsOf(query),
          ...searchOffset(query.search),
        },
      }),
    placeholderData: (previous) => previous,
  })
}

/** All prints that match, as far as one page goes. */
export async function listAllPrints(query: PrintSearch): Promise<PrintSummary[]> {
  const { data } = await queryClient.fetchQuery(printsOptions({ ...query, page: 1, limit: MAX_PAGE_SIZE }))
  return data
}

/** The newest few, for the dashboard. */
export const latestPrintsQuery = queryOptions({
  queryKey: ["prints", "latest"],
  queryFn: () => api(prints.list, { query: { page: 1, limit: 4, sortBy: "createdAt", sort: "desc" } }),
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

/** Pieces that wait to be drawn are looked for this often. */
const DRAWN_AFTER_MS = 2_000

function isBeingDrawn({ piece }: PrintItem): boolean {
  return piece?.state === "waiting"
}

/** What lies where on the print's sheets, and for which order. */
export function manifestOptions(printId: string) {
  return queryOptions({
    queryKey: ["prints", "manifest", printId],
    queryFn: () => apiData(manifests.one, { params: { id: printId } }),
    meta: { silent: true },
  })
}

/** Says that what shops changed of these orders is known. */
export async function markSeen(orderIds: readonly string[]): Promise<void> {
  await apiData(orders.seen, { body: { orderIds: [...orderIds] } })
  await refresh("prints", "orders")
}

/** Stores ticks of the manifest; a repeat changes nothing. */
export async function storeTicks(printId: string, ticks: readonly ManifestTick[]): Promise<void> {
  await apiData(manifests.tick, { params: { id: printId }, body: { ticks: [...ticks] } })
  showTicks(printId, ticks)
}

/** Ticks that were stored, here or on another device, shown without asking again. */
export function showTicks(printId: string, ticks: readonly ManifestTick[]): void {
  queryClient.setQueryData(manifestOptions(printId).queryKey, (known) =>
    known ? { ...known, rows: withTicks(known.rows, ticks) } : undefined,
  )
}

/** The copy that a label's code names. */
export function labelCodeOptions(code: string) {
  return queryOptions({
    queryKey: ["prints", "code", code],
    queryFn: () => apiData(manifests.find, { params: { code } }),
    meta: { silent: true },
  })
}

/**
 * The layout stored with a print, as it was when the page was opened. `moment` names another one:
 * when the print was started, and when its sheet was chosen.
 */
export function storedLayoutOptions(printId: string, moment: string | null = null) {
  return queryOptions({
    queryKey: ["print-layouts", printId, moment],
    queryFn: () => apiData(printLayouts.one, { params: { id: printId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // A sheet is packed without it, too.
    retry: false,
    meta: { silent: true },
  })
}

/** Stores a layout with its print, in place of any before; rejects one that no longer fits. */
export async function storeLayout(printId: string, layout: LayoutDocument): Promise<void> {
  await apiData(printLayouts.keep, { params: { id: printId }, body: layout })
}

/** Makes a draft; the same `requestKey` again answers with the print it made before. */
export async function createPrint(items: readonly PrintItemInput[], requestKey: string): Promise<Print> {
  const print = await apiData(prints.add, {
    body: { printItems: [...items], requestKey, utcOffsetMin: utcOffsetMin() },
  })
  await refresh("prints", "statistics")
  return print
}

/** At most `MAX_LISTED_IDS` order items as they are now; those that are gone are left out. */
export function orderItemsOptions(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["orders", "items", ids],
    queryFn: () => apiData(orders.items, { query: { ids: ids.join() } }),
    // What was read before is shown meanwhile, and where it cannot be read.
    meta: { silent: true },
  })
}

/** Words what a buyer asked for another way; every print of the order item follows. */
export async function wordOrderItem(orderItemId: string, wording: string): Promise<void> {
  await apiData(orders.update, { params: { id: orderItemId }, body: { wording } })
  await refresh("orders", "prints")
}

type OrderPrint = {
  /** By order item. */
  quantities: ReadonlyMap<string, number>
  /** Print items of other prints once more; without it the server answers 409. */
  printAgain: boolean
  /** Null for the usual, which is on. */
  labels: boolean | null
  requestKey: string
}

/** Makes a draft from order items; the same `requestKey` again answers the same print. */
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
 * Starts rendering; a second call while it runs is refused by the server and charges nothing. A
 * `layout` is printed as it is, or the search goes on from it with an `effort`; it is refused with
 * what is wrong with it. Without one the server searches.
 */
export async function processPrint(id: string, wish: ProcessWish): Promise<void> {
  await apiData(prints.process, { params: { id }, body: wish })
  await refresh("prints", "profile", "statistics")
}

/** Starts several; each says what became of it. */
export function processPrints(
  ids: readonly string[],
  wish: Pick<ProcessWish, "sheetTemplateId" | "formats">,
): Promise<BulkOutcome[]> {
  return inChunks(ids, (printIds) => apiData(prints.bulkProcess, { body: { printIds, ...wish } }))
}

/** Stops several running prints; their credits come back. */
export function cancelPrints(ids: readonly string[]): Promise<BulkOutcome[]> {
  return inChunks(ids, (printIds) => apiData(prints.bulkCancel, { body: { printIds } }))
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

/** Where the sheets of these prints are, as ZIP files below `/api/`. */
export async function sheetZips(ids: readonly string[]): Promise<string[]> {
  const paths: string[] = []
  for (let start = 0; start < ids.length; start += MAX_LISTED_IDS) {
    const printIds = ids.slice(start, start + MAX_LISTED_IDS)
    paths.push((await apiData(prints.bulkDownload, { body: { printIds } })).path)
  }
  return paths
}

/** Makes a draft with the same items; the same `requestKey` again answers the one made before. */
export async function duplicatePrint(id: string, requestKey: string): Promise<Print> {
  const print = await apiData(prints.duplicate, { params: { id }, body: { requestKey } })
  await refresh("prints", "statistics")
  return print
}

/** Makes a draft of pieces that were spoilt; the same `requestKey` again answers the one made before. */
export async function remakePrint(id: string, wish: RemakeWish): Promise<Print> {
  const print = await apiData(prints.remake, { params: { id }, body: wish })
  await refresh("prints", "statistics")
  return print
}

/** Stops a running print; its credits come back. */
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

/** Adds many pieces of one image, all or none; answers what undoes it. */
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

/** Answers what undoes it. */
export async function deletePrintItem(printId: string, itemId: string): Promise<string | null> {
  const { undoId } = await apiData(prints.removeItem, { params: { id: printId, itemId } })
  await refresh("prints")
  return undoId
}

/** `sheets` deletes the files and keeps the items; `everything` leaves nothing. */
export type DeleteScope = "sheets" | "everything"

/** Answers what undoes it. */
export async function deletePrint(id: string, scope: DeleteScope): Promise<string | null> {
  const call = scope === "sheets" ? prints.removeSheets : prints.remove
  const { undoId } = await apiData(call, { params: { id } })
  await refreshBut(scope === "everything" ? id : null)
  return undoId
}

/** Answers what undoes each of its calls. */
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

// A print that is gone would only be asked for in vain, where its page is still open.
async function refreshBut(goneId: string | null): Promise<void> {
  await Promise.all([
    refreshWhere({
      queryKey: ["prints"],
      predicate: ({ queryKey }) => goneId === null || queryKey[2] !== goneId,
    }),
    refresh("statistics", "orders"),
  ])
}
