// Gives the demo seller of `npm start` a past once the app is ready, and through the app's own calls the
// things that take some time.
import type { D1Database } from "@cloudflare/workers-types"
import { fieldNamed } from "../../contract/artwork/artwork-field.ts"
import { usualDestination } from "../../contract/delivery/destination.ts"
import { DAY_MS } from "../../contract/duration.ts"
import type { Order, OrderItem } from "../../contract/orders/order.ts"
import type { Print } from "../../contract/prints/print.ts"
import { WEBDAV_FOLDER, webDavAccount } from "../../stand-ins/delivery/fake-webdav.ts"
import type { Client } from "../client.ts"
import { connectShop } from "../people.ts"
import type { Runtime } from "../runtime.ts"
import { type DemoSeller, ready } from "../seed.ts"
import { seedPast } from "./seed-past.ts"

const SHOPIFY_STORE = "maya-makes.myshopify.com"
const PRINT_SHOP = "Kim's Prints"
/** The order items on a finished print. */
const ORDERED_ITEMS = 9
/** The names and numbers that are confirmed for print. */
const names = [
  { name: "ZOË", number: "7" },
  { name: "MIA", number: "07" },
  { name: "NOAH", number: "22" },
  { name: "MÜLLER", number: "10" },
]
/** The time that the orders have which are printed, so that those of today stay for whoever looks. */
const UNHURRIED_MS = 2.5 * DAY_MS
const DONE_TRIES = 600
const DONE_PAUSE_MS = 500

/** Artwork with a name and a number, in a font that comes with the app. */
const jersey = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 420">
  <text x="300" y="150" font-family="Graduate" font-size="110" fill="#c8102e" text-anchor="middle">{{name}}</text>
  <text x="300" y="400" font-family="Graduate" font-size="240" fill="#16243f" text-anchor="middle">{{number}}</text>
</svg>`

const jerseyFields = [
  { ...fieldNamed("name"), sample: "MÜLLER" },
  { ...fieldNamed("number"), sample: "10" },
]

type Identified = { _id: string }

/** Gives the seller a store at Shopify, prices, an autopilot, and twelve weeks of prints. */
export async function seedDemo(runtime: Runtime, { client, userId, hub }: DemoSeller): Promise<void> {
  await connectShop(client, SHOPIFY_STORE, "Shopify")
  const template = await priceFilm(client)
  const stores = await client.expect<(Identified & { type: string })[]>("GET", "/api/integrations")
  await client.expect("POST", "/api/autopilots", {
    integrationId: stores.find(({ type }) => type === "Etsy")?._id,
    ...{ days: [1, 2, 3, 4, 5], times: ["07:00"], timeZone: "UTC", shipWithinDays: 2 },
    ...{ sheetTemplateId: template._id, packing: "tightest", action: "process", maxCreditsPerDay: 60 },
  })
  const db = (await runtime.miniflare.getD1Database("DB")) as unknown as D1Database
  await seedPast({ db, hub }, userId, Date.now())
}

/**
 * Gives the seller what takes the app longer: a print shop, artwork with a name and a number, and three
 * finished prints. It goes on while people use the app, and takes orders that have days to go.
 */
export async function livenDemo({ client }: DemoSeller, standInsOrigin: string): Promise<void> {
  const address = await openPrintShop(client, standInsOrigin)
  const named = await printOrders(client, await addJersey(client))
  await client.expect("POST", "/api/orders/pressed", { printId: named })
  const plain = (await unhurriedItems(client)).filter(isPlain).slice(0, ORDERED_ITEMS)
  const ordered = await printOrders(client, plain)
  await client.expect("POST", `/api/prints/${ordered}/deliveries`, { addressId: address._id })
  await client.expect("POST", "/api/shares", { printIds: [await printByHand(client)] })
}

async function priceFilm(client: Client): Promise<Identified> {
  const [template] = await client.expect<Identified[]>("GET", "/api/sheet-templates?limit=1")
  return client.expect("PUT", `/api/sheet-templates/${template._id}`, {
    ...template,
    filmPrice: { amount: 3.8, per: "foot", currency: "USD" },
    inkPricePerSquareInch: 0.012,
    powderPricePerSquareInch: 0.004,
    creditPrice: 0.1,
  })
}

/** Adds a print shop that takes PDF with white beside PNG, and the folder that its files go to. */
async function openPrintShop(client: Client, standInsOrigin: string): Promise<Identified> {
  const destination = await client.expect<Identified>("POST", "/api/destinations", {
    ...usualDestination,
    name: PRINT_SHOP,
    formats: ["png", "pdf"],
    white: { ...usualDestination.white, isOn: true },
  })
  const [template] = await client.expect<Identified[]>("GET", "/api/sheet-templates?limit=1")
  await client.expect("PUT", `/api/sheet-templates/${template._id}`, {
    ...template,
    destinationId: destination._id,
  })
  return client.expect("POST", "/api/delivery-addresses", {
    ...{ kind: "WebDAV", name: PRINT_SHOP, url: standInsOrigin + WEBDAV_FOLDER, isAutomatic: false },
    ...webDavAccount,
  })
}

/**
 * Adds artwork with a name and a number for the listing that asks for them, and returns some order items
 * of it, with what their buyers wrote confirmed.
 */
async function addJersey(client: Client): Promise<OrderItem[]> {
  const form = new FormData()
  form.append("files", new File([jersey], "team-jersey.svg"))
  const [image] = await client.expect<Identified[]>("POST", "/api/images/bulk-upload", form)
  await ready(client, image._id)
  await client.expect("PUT", `/api/images/${image._id}`, { fields: jerseyFields })
  await ready(client, image._id)
  const listed = async () =>
    (await unhurriedItems(client, "&search=Custom")).filter(({ title }) => /Custom/.test(title))
  // Listings without a SKU are matched by their variation.
  const variations = new Map(
    (await listed()).map((item) => [`${item.ruleKey} ${item.size} ${item.variation}`, item]),
  )
  for (const item of variations.values())
    await client.expect("PUT", `/api/orders/items/${item._id}/match`, { imageId: image._id })
  for (const ruleKey of new Set([...variations.values()].map((item) => item.ruleKey)))
    await client.expect("PUT", `/api/artwork-rules/${encodeURIComponent(ruleKey)}`, {
      ...{ imageId: image._id, fields: {}, ignores: ["Font", "Team photo"], isConfirmed: true },
    })
  const items = await listed()
  const chosen = items.filter(({ match }) => match.sizeId !== null).slice(0, names.length)
  for (const [i, { _id }] of chosen.entries())
    await client.expect("PUT", `/api/orders/items/${_id}`, { values: names[i] })
  return chosen
}

/** Lists the items of orders that have some days until they ship, the newest first. */
async function unhurriedItems(client: Client, filter = ""): Promise<OrderItem[]> {
  const orders = await client.expect<Order[]>("GET", `/api/orders?status=Pending&limit=100${filter}`)
  const soonMs = Date.now() + UNHURRIED_MS
  return orders
    .filter(({ isCancelled, shipBy }) => !isCancelled && (shipBy === null || Date.parse(shipBy) > soonMs))
    .flatMap(({ orderItems }) => orderItems)
    .filter(({ isCancelled, status }) => !isCancelled && status === "Pending")
}

function isPlain({ match, personalisation }: OrderItem): boolean {
  return match.imageId !== null && match.sizeId !== null && personalisation.length === 0
}

async function printOrders(client: Client, items: readonly OrderItem[]): Promise<string> {
  const orderItems = items.map(({ _id }) => _id)
  const { _id } = await client.expect<Identified>("POST", "/api/orders/print", { orderItems })
  return finished(client, _id)
}

async function printByHand(client: Client): Promise<string> {
  const images = await client.expect<Identified[]>("GET", "/api/images?limit=6&sortBy=name&sort=asc")
  const sizes = await client.expect<Identified[]>("GET", "/api/sizes")
  const printItems = images.map(({ _id }, i) => ({
    ...{ imageId: _id, sizeId: sizes[i % sizes.length]._id, quantity: 1 + (i % 2) },
  }))
  const { _id } = await client.expect<Identified>("POST", "/api/prints", { printItems })
  return finished(client, _id)
}

/** Has a print processed, and waits until its sheets are there. */
async function finished(client: Client, printId: string): Promise<string> {
  await client.expect("POST", `/api/prints/${printId}/proccess`, {})
  for (let i = 0; i < DONE_TRIES; i++) {
    const { status, failureMessage } = await client.expect<Print>("GET", `/api/prints/${printId}`)
    if (status === "Completed") return printId
    if (status !== "Processing") throw new Error(`a print of the demo ended as ${status}: ${failureMessage}`)
    await new Promise((resolve) => setTimeout(resolve, DONE_PAUSE_MS))
  }
  throw new Error("a print of the demo was not finished in time")
}
