import { createHash } from "node:crypto"
import { DAY_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_FILE_ITEMS, MAX_INTEGRATIONS, MAX_ORDER_ITEMS } from "../../../contract/limit.ts"
import {
  type ImportMapping,
  type ImportReply,
  neededFields,
  SHOWN_IMPORT_ROWS,
} from "../../../contract/orders/order-import.ts"
import { connectableTypes } from "../../../contract/status.ts"
import { readTable } from "../../../contract/table/read-table.ts"
import type { Pause } from "../../../contract/table/table.ts"
import { TableError } from "../../../contract/table/table-error.ts"
import { accountSettingsOf } from "../../data/accounts/user-rows.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import {
  countFileItems,
  findFileIntegration,
  findKnownOrders,
  findMapping,
  type KnownOrders,
  makeFileIntegration,
  rememberMapping,
  saveFileOrders,
} from "../../data/orders/file-order-rows.ts"
import { MAPPED_SOURCE } from "../../data/orders/file-source.ts"
import type { Env } from "../../env.ts"
import { READ_BEFORE_REST, restEach } from "../../isolate/rest.ts"
import { type FileLayout, headerKey } from "../../order-files/file-layout.ts"
import { mappedLayout, suggestedMapping } from "../../order-files/mapped-file.ts"
import { type OrderFile, openOrderFile, samplesOf } from "../../order-files/open-order-file.ts"
import { type ReadFile, type ReadItem, readOrderFile } from "../../order-files/read-order-file.ts"
import { wakeAutopilot } from "../autopilots/queue-autopilots.ts"
import { tellListeners } from "../events/queue-events.ts"
import { areAlike } from "./adopt-orders.ts"
import { newOrders } from "./new-order.ts"

export type ImportRequest = {
  userId: Id
  bytes: Uint8Array
  /** The bytes that a workbook's table may take. */
  tableBytes: number
  /** The mapping; null for a known or remembered header's. */
  mapping: ImportMapping | null
  isDryRun: boolean
  nowMs: number
  pulse: () => void
}

/**
 * Takes in the orders of a file, or with `isDryRun` reports the result only. Items are matched as those
 * of a sync. Existing orders are brought up to date; the same file again adds nothing.
 */
export async function importOrders(env: Env, request: ImportRequest): Promise<ImportReply> {
  const { userId, nowMs, isDryRun } = request
  const db = databaseOf(env)
  const rested = restEach(READ_BEFORE_REST)
  const pause: Pause = async (read) => {
    await rested(read)
    request.pulse()
  }
  const file = await openFile(request, pause)
  const { layout, mapping, isAsked } = await layoutOf(db, file, request)
  if (layout?.refusal) throw new ApiError("unprocessable", layout.refusal)
  const source = layout === null || layout.source === "" ? null : layout.source
  if (layout === null) {
    if (isDryRun) return { ...emptyReply, source, columns: file.columns, samples: samplesOf(file), mapping }
    throw new ApiError(
      "unprocessable",
      "Choose the columns for the order number and for the SKU or the item name. We do not recognise this header.",
    )
  }
  const { timeZone, lengthUnit } = await accountSettingsOf(db, userId)
  const read = await orRefused(() => readOrderFile(file, layout, { timeZone, nowMs, pause }))
  const shop = source ?? MAPPED_SOURCE
  const known = await findFileIntegration(db, userId, shop)
  const judged = await judge(db, read, { userId, integrationId: known, ...marketsOf(layout) })
  if (judged.items > 0 && (await countFileItems(db, userId)) + judged.items > MAX_FILE_ITEMS)
    throw new ApiError(
      "conflict",
      `An account holds at most ${MAX_FILE_ITEMS} unprinted items from files. Delete orders that you no longer need.`,
    )
  const reply: ImportReply = {
    source,
    rows: read.rows,
    orders: judged.added,
    duplicates: judged.duplicates,
    errors: [...read.errors, ...judged.errors].sort((a, b) => a.row - b.row),
    warnings: [...read.warnings, ...judged.warnings],
    columns: file.columns,
    samples: samplesOf(file),
    mapping,
    isReadable: true,
    preview: read.items.slice(0, SHOWN_IMPORT_ROWS).map(({ shown }) => shown),
    integrationId: known,
    importId: null,
  }
  if (isDryRun) return reply
  const integrationId =
    known ?? (await makeFileIntegration(db, { id: makeId(nowMs), userId, source: shop, nowMs }))
  if (integrationId === null)
    throw new ApiError("conflict", `An account holds at most ${MAX_INTEGRATIONS} integrations`)
  const orders = await newOrders(judged.orders, { photos: noPhotos, lengthUnit, nowMs, pause })
  await saveFileOrders(db, { id: integrationId, userId }, orders, nowMs)
  await tellListeners(env, userId)
  await wakeAutopilot(env, integrationId)
  if (isAsked)
    await rememberMapping(db, { id: makeId(nowMs), userId, headerKey: digestOf(file), mapping, nowMs })
  return { ...reply, integrationId, importId: makeId(nowMs) }
}

const noPhotos: ReadonlyMap<string, string> = new Map()
const emptyReply: Omit<ImportReply, "source" | "columns" | "samples" | "mapping"> = {
  rows: 0,
  orders: 0,
  duplicates: 0,
  errors: [],
  warnings: [],
  isReadable: false,
  preview: [],
  integrationId: null,
  importId: null,
}

async function openFile({ bytes, tableBytes }: ImportRequest, pause: Pause): Promise<OrderFile> {
  const file = openOrderFile(await orRefused(() => readTable(bytes, pause, tableBytes)))
  if (file) return file
  throw new ApiError("unprocessable", "This file has no header row with the names of its columns.")
}

async function orRefused<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    throw new ApiError("unprocessable", error.message)
  }
}

/**
 * Returns the layout by the mapping that was sent, else the known layout, else the mapping remembered
 * for this header, else the names' suggestions; no layout if that lacks what an order needs.
 */
async function layoutOf(
  db: Database,
  file: OrderFile,
  { userId, mapping: requested, isDryRun }: ImportRequest,
): Promise<{ layout: FileLayout | null; mapping: ImportMapping; isAsked: boolean }> {
  if (requested === null && file.layout) return { layout: file.layout, mapping: {}, isAsked: false }
  const remembered = requested ?? (await findMapping(db, userId, digestOf(file)))
  const mapping = remembered ?? suggestedMapping(file.columns)
  refuseUnknown(mapping, file)
  const isWhole = neededFields.every((some) => some.some((field) => mapping[field]))
  // Suggestions are only shown; nothing is imported by a guess.
  const isTrusted = remembered !== null || isDryRun
  return { layout: isWhole && isTrusted ? mappedLayout(mapping) : null, mapping, isAsked: requested !== null }
}

function refuseUnknown(mapping: ImportMapping, file: OrderFile): void {
  for (const [field, column] of Object.entries(mapping)) {
    if (column === "" || file.headers.includes(headerKey(column))) continue
    const message = `The file has no column “${column}”`
    throw new ApiError("unprocessable", message, { fields: { [`mapping.${field}`]: message } })
  }
}

/** Returns a digest: two headers are the same if they have the same names in the same order. */
function digestOf(file: OrderFile): string {
  return createHash("sha256").update(JSON.stringify(file.headers)).digest("hex")
}

/** Returns the marketplaces whose shops may have a file's orders; any, for one that is mapped by hand. */
function marketsOf({ source, market }: FileLayout) {
  const isMapped = source === ""
  return { isMapped, markets: isMapped ? connectableTypes : market ? [market] : [] }
}

type Judged = {
  orders: ReadFile["orders"]
  added: number
  /** The number of items of `orders` that are new. */
  items: number
  duplicates: number
  errors: ReadFile["errors"]
  warnings: string[]
}

/**
 * Separates new orders from known ones, and leaves out deleted and synced orders, and items beyond an
 * order's limit, known ones counted.
 */
async function judge(
  db: Database,
  read: ReadFile,
  shop: { userId: Id; integrationId: Id | null } & ReturnType<typeof marketsOf>,
): Promise<Judged> {
  const numbers = read.orders.map(({ vendorOrderId }) => vendorOrderId)
  // Shopify's numbers begin with a sign that a spreadsheet of one's own may lack.
  const signed = shop.isMapped ? numbers.map((number) => `#${number}`) : []
  const names = [...numbers, ...signed, ...read.ids.values()]
  const { items: possible, forgotten } = await findKnownOrders(db, { ...shop, names })
  const known = knownInFile(shop.isMapped ? alikeIn(possible, read) : possible, read)
  const itemKey = (item: { vendorOrderId: string; vendorItemId: string }) =>
    JSON.stringify([item.vendorOrderId, item.vendorItemId])
  const items = new Set(known.map(itemKey))
  const stored = new Set(known.map(({ vendorOrderId }) => vendorOrderId))
  const synced = new Set(known.filter(({ isSynced }) => isSynced).map((order) => order.vendorOrderId))
  const deleted = new Set(knownInFile(forgotten, read).map(({ vendorOrderId }) => vendorOrderId))
  const isDeleted = (number: string) => deleted.has(number)
  const isHere = ({ orderNumber: vendorOrderId, vendorItemId, isRepeated }: ReadItem) =>
    isRepeated || synced.has(vendorOrderId) || items.has(itemKey({ vendorOrderId, vendorItemId }))
  const accepted = read.orders.filter(({ vendorOrderId: id }) => !isDeleted(id) && !synced.has(id))
  const deletedCount = read.orders.filter(({ vendorOrderId }) => isDeleted(vendorOrderId)).length
  const warnings: string[] = []
  if (synced.size > 0)
    warnings.push(
      `${counted(synced.size, "order")} left out: your connected ${shop.markets.length === 1 ? `${shop.markets[0]} ` : ""}store already has them.`,
    )
  if (deletedCount > 0)
    warnings.push(`${counted(deletedCount, "order")} left out: you have deleted them here.`)
  const { errors, excess } = excessOf(read.items, known, isHere)
  const orders = accepted.map((order) => {
    const excluded = excess.get(order.vendorOrderId)
    return excluded
      ? { ...order, items: order.items.filter(({ vendorItemId }) => !excluded.has(vendorItemId)) }
      : order
  })
  return {
    orders,
    errors,
    added: accepted.filter((order) => (order.isOpen || order.isCancelled) && !stored.has(order.vendorOrderId))
      .length,
    items: orders.flatMap(({ vendorOrderId, items: sold }) =>
      sold.filter(({ vendorItemId }) => !items.has(itemKey({ vendorOrderId, vendorItemId }))),
    ).length,
    duplicates: read.items.filter(isHere).length,
    warnings,
  }
}

/**
 * Returns the known orders that are in the file, by their names there. A file without the marketplace's
 * id has a shop's order by its number, which another shop may have, but hardly on the same day.
 */
function knownInFile<T extends KnownOrders["forgotten"][number]>(
  items: readonly T[],
  { orders, ids }: ReadFile,
): T[] {
  const byName = new Map(orders.map((order) => [order.vendorOrderId, order]))
  const nameOf = new Map([...ids].map(([name, id]) => [id, name]))
  return items.flatMap((item) => {
    const { vendorOrderId, number, orderedAt } = item
    const namesake =
      number === null || ids.has(number) ? undefined : (byName.get(number) ?? byName.get(unsigned(number)))
    const isNamesake = namesake && orderedAt !== null && Math.abs(namesake.orderedAtMs - orderedAt) <= DAY_MS
    const name = nameOf.get(vendorOrderId) ?? byName.get(vendorOrderId)?.vendorOrderId
    const called = name ?? (isNamesake ? namesake.vendorOrderId : undefined)
    return called === undefined ? [] : [{ ...item, vendorOrderId: called }]
  })
}

/** Leaves out shops' orders that share no item with the file's of that number: those are of another place. */
function alikeIn(items: KnownOrders["items"], { orders }: ReadFile): KnownOrders["items"] {
  const byName = new Map(orders.map((order) => [order.vendorOrderId, order]))
  const ofOrder = Map.groupBy(items, ({ vendorOrderId }) => vendorOrderId)
  // Each order is compared once, however many items it has.
  const alike = new Map<string, boolean>()
  return items.filter(({ isSynced, vendorOrderId, number }) => {
    if (!isSynced) return true
    const key = JSON.stringify([vendorOrderId, number])
    const known = alike.get(key)
    if (known !== undefined) return known
    const names = [vendorOrderId, ...(number === null ? [] : [number, unsigned(number)])]
    const ownItems = names.flatMap((name) => byName.get(name)?.items ?? [])
    const isAlike = areAlike(ownItems, ofOrder.get(vendorOrderId) ?? [])
    alike.set(key, isAlike)
    return isAlike
  })
}

function unsigned(number: string): string {
  return number.replace(/^#/, "")
}

/** Returns new items beyond MAX_ORDER_ITEMS of their order, by its number, and the errors of their rows. */
function excessOf(
  read: readonly ReadItem[],
  known: readonly { vendorOrderId: string }[],
  isHere: (item: ReadItem) => boolean,
): { errors: ReadFile["errors"]; excess: Map<string, Set<string>> } {
  const counts = new Map<string, number>()
  const more = (number: string) => {
    const count = (counts.get(number) ?? 0) + 1
    counts.set(number, count)
    return count
  }
  for (const { vendorOrderId } of known) more(vendorOrderId)
  const errors: ReadFile["errors"] = []
  const excess = new Map<string, Set<string>>()
  for (const item of read) {
    const { orderNumber, vendorItemId, shown } = item
    if (isHere(item) || more(orderNumber) <= MAX_ORDER_ITEMS) continue
    const excluded = excess.get(orderNumber) ?? new Set()
    excess.set(orderNumber, excluded.add(vendorItemId))
    errors.push({ row: shown.row, message: `An order holds at most ${MAX_ORDER_ITEMS} items` })
  }
  return { errors, excess }
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
