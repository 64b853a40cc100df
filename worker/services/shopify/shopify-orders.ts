import type { MarketPlace, OrderPage, OrderSource, ShopAccess } from "../marketplaces/marketplace.ts"
import { type BulkPlace, readBulk, startBulk } from "./shopify-bulk.ts"
import type { ShopifySettings } from "./shopify-call.ts"
import { readChanged } from "./shopify-pages.ts"

/** The age of changes that are read in bulk: a first sync, or a sync after a long time. */
const BULK_AFTER_S = 7 * 86_400

export const shopifyOrders: OrderSource = {
  readOrders(settings, access, place) {
    const bulk = bulkPlaceOf(place)
    if (bulk) return readFromFile(settings, access, place, bulk)
    const isOld = place.text === null && Date.now() / 1000 - place.sinceS > BULK_AFTER_S
    return isOld ? beginBulk(settings, access, place) : readPage(settings, access, place)
  },
  findPhotos: null,
}

/** A place of ours: `pages`, or `pages` and a cursor; it asks for no further file in this run. */
const PAGES = "pages"

async function readPage(
  settings: ShopifySettings,
  access: ShopAccess,
  { sinceS, text }: MarketPlace,
): Promise<OrderPage> {
  const cursor = text?.startsWith(`${PAGES} `) ? text.slice(PAGES.length + 1) : null
  const { lastS, after, ...page } = await readChanged(settings, access, sinceS, cursor)
  // A page that starts at the last one's time skips none; a second with more orders goes by cursor.
  const isLater = lastS > sinceS
  const onwards = isLater ? PAGES : `${PAGES} ${after}`
  const next = { sinceS: lastS, offset: 0, text: after === null ? null : onwards }
  return { ...page, next, isLast: after === null, count: null, left: 0 }
}

const empty = { orders: [], unreadable: [], isLast: false, count: null, left: 0 }

async function beginBulk(
  settings: ShopifySettings,
  access: ShopAccess,
  place: MarketPlace,
): Promise<OrderPage> {
  const bulk = await startBulk(settings, access, place.sinceS)
  const text = bulk ? textOf(bulk) : PAGES
  return { ...empty, next: { ...place, text }, waitS: bulk ? 1 : 0 }
}

async function readFromFile(
  settings: ShopifySettings,
  access: ShopAccess,
  place: MarketPlace,
  bulk: BulkPlace,
): Promise<OrderPage> {
  const step = await readBulk(settings, access, bulk)
  if (step.kind === "useless") return { ...empty, next: { ...place, text: PAGES }, waitS: 0 }
  if (step.kind === "waiting") return { ...empty, next: place, waitS: step.waitS }
  const { orders, unreadable, count, left } = step
  // Changes since the file was written are read by pages.
  const next = step.next
    ? { ...place, text: textOf(step.next) }
    : { sinceS: Math.max(place.sinceS, step.readUntilS), offset: 0, text: PAGES }
  return { orders, unreadable, isLast: false, next, count, left, waitS: 0 }
}

/** Returns `bulk` and the rest: the text that is kept if a run is taken over, see `startSync`. */
function textOf({ id, byte, done }: BulkPlace): string {
  return `bulk ${byte} ${done} ${id}`
}

function bulkPlaceOf({ text }: MarketPlace): BulkPlace | null {
  const [, byte, done, id] = /^bulk (\d+) (\d+) (\S+)$/.exec(text ?? "") ?? []
  return id === undefined ? null : { id, byte: Number(byte), done: Number(done) }
}
