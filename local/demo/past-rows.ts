// Twelve weeks of a seller's prints, made up from their own artwork: pure, the same for the same library and day.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/duration.ts"
import { type Id, makeId } from "../../contract/id.ts"
import type { Prices } from "../../contract/prints/cost.ts"
import { costOf, itemShares } from "../../contract/prints/print-cost.ts"
import type { RemakeReason } from "../../contract/status.ts"
import { createRandom } from "../../sheet/layout/random.ts"
import { layOnFilm, type PastPiece } from "./past-film.ts"

type PastImage = { id: Id; name: string; skuKey: string; width: number; height: number }
type PastSize = { id: Id; name: string; valueIn: number }
export type PastStore = { id: Id; type: "Etsy" | "Shopify" }
export type PastLibrary = {
  userId: Id
  /** The stores: of three prints of orders, two are of the first. */
  stores: readonly [PastStore, PastStore]
  templateId: Id
  prices: Prices
  images: readonly PastImage[]
  sizes: readonly PastSize[]
}

type Item = { image: PastImage; size: PastSize; quantity: number; orderItemId: Id | null }
export type Past = ReturnType<typeof makePast>
export type PastPrint = Past["prints"][number]

/** The prints of the past, the oldest `FIRST_DAY` days ago, the newest yesterday. */
const PAST_PRINTS = 42
const FIRST_DAY = 83
export const PAST_DPI = 300
/** Every so many prints, one is made by hand; the prints with these numbers are remakes of the one before. */
const BY_HAND_EVERY = 7
const REMAKES: ReadonlyMap<number, RemakeReason> = new Map([
  [16, "ink"],
  [30, "cut"],
])
/** The film that boxes would take, as a multiple of what was printed: from the least to the most. */
const BOXES_FILM = { least: 1.08, most: 1.2 }
const INK_SHARE = 0.64
/** The bytes of an inch of film, as sheets of such artwork have. */
const BYTES_AN_INCH = 46_000
/** Older than any order that the stand-in of the marketplace gives. */
const FIRST_VENDOR_ORDER = 3_000_000_000

const buyers = [
  "Ana Lima",
  "Priya Nair",
  "José O'Neill",
  "Mei-Ling Chen",
  "Tom Becker",
  "Rosa Marín",
  "Ines Duarte",
]
const garments = ["Shirt", "Hoodie", "Tote bag", "Crewneck"]

export function makePast(library: PastLibrary, nowMs: number) {
  const random = createRandom(12)
  const from = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const newId = (atMs: number) =>
    makeId(
      atMs,
      Uint8Array.from({ length: 10 }, () => from(0, 255)),
    )
  // The first designs sell best.
  const pickImage = () => library.images[Math.floor(library.images.length * random() ** 1.8)]
  const pickSize = () => library.sizes[Math.floor(library.sizes.length * random() ** 1.5)]
  let orderCount = 0
  let before: { printId: Id; items: readonly Item[] } | null = null
  const prints = Array.from({ length: PAST_PRINTS }, (_, i) => {
    const made = makePrint(i)
    before = made
    return made
  })
  return { prints, orders: prints.flatMap((print) => print.orders) }

  function makePrint(i: number) {
    const daysAgo = FIRST_DAY - Math.round((i * (FIRST_DAY - 1)) / (PAST_PRINTS - 1))
    const midnight = nowMs - (nowMs % DAY_MS) - daysAgo * DAY_MS
    const remakeReason = REMAKES.get(i) ?? null
    const isByHand = remakeReason !== null || i % BY_HAND_EVERY === 3
    const printedAt = midnight + (isByHand ? 14 : 7) * HOUR_MS + from(2, 9) * MINUTE_MS
    const store = library.stores[i % 3 === 2 ? 1 : 0]
    const orders = isByHand
      ? []
      : Array.from({ length: from(6, 9) + Math.floor(i / 6) }, () => makeOrder(printedAt, store))
    const remade = remakeReason !== null && before !== null ? before : null
    const items: readonly Item[] =
      remade !== null
        ? [{ ...remade.items[0], quantity: 1 }]
        : isByHand
          ? handPicked(from(3, 5))
          : orders.flatMap((order) => order.items.map(({ item }) => item))
    const beganAt = printedAt - from(40, 110) * 1_000
    const printId = newId(beganAt)
    const rows = items.map((item, position) => ({ ...item, id: newId(beganAt + position), position }))
    const made = finished(rows, { printId, attemptId: newId(beganAt), beganAt, printedAt })
    return {
      ...made,
      orders,
      store: isByHand ? null : store,
      remakeReason,
      remakeOf: remade?.printId ?? null,
    }
  }

  /** Chooses designs and sizes, no pair of them twice. */
  function handPicked(count: number): Item[] {
    const picked = new Map<string, Item>()
    while (picked.size < count) {
      const [image, size] = [pickImage(), pickSize()]
      picked.set(`${image.id} ${size.id}`, { image, size, quantity: from(1, 4), orderItemId: null })
    }
    return [...picked.values()]
  }

  function makeOrder(printedAt: number, { id: integrationId, type }: PastStore) {
    const orderedAt = printedAt - from(5, 60) * HOUR_MS
    const id = newId(orderedAt)
    const items = Array.from({ length: random() < 0.2 ? 2 : 1 }, () => {
      const item: Item = {
        image: pickImage(),
        size: pickSize(),
        quantity: random() < 0.8 ? 1 : from(2, 3),
        orderItemId: newId(orderedAt),
      }
      return { item, garment: garments[from(0, garments.length - 1)], priceCents: 100 * from(18, 34) - 5 }
    })
    return {
      id,
      integrationId,
      vendorOrderId: String(FIRST_VENDOR_ORDER + ++orderCount),
      number: type === "Shopify" ? `#${1_000 + orderCount}` : null,
      buyerName: buyers[from(0, buyers.length - 1)],
      orderedAt,
      shipBy: orderedAt + 4 * DAY_MS,
      pressedAt: printedAt + 3 * HOUR_MS,
      shippedAt: Math.min(nowMs - MINUTE_MS, printedAt + from(20, 28) * HOUR_MS),
      totalCents: items.reduce((sum, { item, priceCents }) => sum + item.quantity * priceCents, 0),
      items,
    }
  }

  function finished(
    items: readonly (Item & { id: Id; position: number })[],
    about: { printId: Id; attemptId: Id; beganAt: number; printedAt: number },
  ) {
    const pieces = items.map(({ id, image, size, quantity }): PastPiece => {
      const widthPx = Math.round(size.valueIn * PAST_DPI)
      const heightPx = Math.round((widthPx * image.height) / image.width)
      return { itemId: id, imageId: image.id, widthPx, heightPx, count: quantity }
    })
    const sheets = layOnFilm(pieces, PAST_DPI).map((sheet) => ({
      ...sheet,
      token: newId(about.beganAt).replaceAll("-", ""),
      bytes: Math.round((sheet.lengthPx / PAST_DPI) * BYTES_AN_INCH),
    }))
    const filmIn = sheets.reduce((sum, { lengthPx }) => sum + lengthPx / PAST_DPI, 0)
    const areaSqIn = pieces.reduce(
      (sum, { widthPx, heightPx, count }) => sum + (count * widthPx * heightPx) / PAST_DPI ** 2,
      0,
    )
    const credits = items.reduce((sum, { quantity }) => sum + quantity, 0)
    const boxesFilmIn = filmIn * (BOXES_FILM.least + random() * (BOXES_FILM.most - BOXES_FILM.least))
    const inkSqIn = areaSqIn * INK_SHARE
    const cost = costOf(library.prices, { filmIn, boxesFilmIn, inkSqIn, credits })
    const shares = itemShares(
      cost,
      sheets.map(({ lengthPx, placements }) => ({
        lengthPx,
        items: [...Map.groupBy(placements, ({ itemId }) => itemId)].map(([itemId, placed]) => ({
          itemId,
          copies: placed.length,
          areaPx2: placed.reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0),
        })),
      })),
    )
    return {
      ...about,
      items: items.map((item) => ({ ...item, costCents: shares.get(item.id) ?? 0 })),
      sheets,
      credits,
      boxesFilmIn,
      inkSqIn,
      utilisation: inkSqIn / (filmIn * (sheets[0].widthPx / PAST_DPI)),
      cost,
    }
  }
}
