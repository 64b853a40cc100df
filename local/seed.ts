import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { UserHubApi } from "../contract/credits/hub.ts"
import { type Id, idSchema } from "../contract/id.ts"
import { TRIAL_CREDITS } from "../contract/limit.ts"
import { root } from "./bundle.ts"
import type { Client } from "./client.ts"
import { connectShop, signUp } from "./people.ts"
import type { Runtime } from "./runtime.ts"

export const demoSignIns = [
  {
    firstName: "Maya",
    lastName: "Okafor",
    username: "maya",
    email: "demo@sheetsmith.test",
    password: "sheetsmith",
  },
  {
    firstName: "Admin",
    lastName: "Sheetsmith",
    username: "admin",
    email: "admin@sheetsmith.test",
    password: "sheetsmith",
  },
] as const

const DEMO_CREDITS = 100
const DEMO_SHOP = "MayaMakes"
const DAY_S = 86_400
const READY_TRIES = 600
const READY_PAUSE_MS = 100

const demoSizes = [
  { name: "Adult chest", value: 10 },
  { name: "Youth chest", value: 7.5 },
  { name: "Toddler", value: 5 },
  { name: "Left chest", value: 3.5 },
]

/** The demo seller as seeded: signed in, with the id and the object. */
export type DemoSeller = { client: Client; userId: Id; hub: UserHubApi }

/**
 * Creates the demo accounts through the app's own calls, and returns the seller. Does nothing if they
 * exist, and deletes nothing if they are incomplete: somebody may have worked with them.
 */
export async function seed(runtime: Runtime, standInsOrigin: string): Promise<DemoSeller | null> {
  const database = await runtime.miniflare.getD1Database("DB")
  const idOf = async (email: string) => {
    const row = await database
      .prepare("SELECT id FROM user WHERE email_key = ?")
      .bind(email)
      .first<{ id: string }>()
    return row?.id
  }
  const [seller, admin] = demoSignIns
  if (await idOf(admin.email)) return null
  if (await idOf(seller.email)) {
    console.log(
      "The demo accounts are not complete: an earlier start was stopped while it made them. To have them made anew, stop, delete the folder .state and start again.",
    )
    return null
  }
  console.log("Preparing the demo account …")
  const client = await signUp(runtime.origin, standInsOrigin, seller)
  const userId = idSchema.parse(await idOf(seller.email))
  const hub = await hubOf(runtime, userId)
  await hub.grant({ userId, id: "seed:demo", credits: DEMO_CREDITS - TRIAL_CREDITS, note: "Demo credits" })
  await fillLibrary(client)
  await hurryOrders(standInsOrigin)
  await openShop(client)
  await signUp(runtime.origin, standInsOrigin, admin)
  await database.prepare("UPDATE user SET role = 'admin' WHERE email_key = ?").bind(admin.email).run()
  return { client, userId, hub }
}

async function hubOf(runtime: Runtime, userId: Id): Promise<UserHubApi> {
  const namespace = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  return namespace.get(namespace.idFromName(userId)) as unknown as UserHubApi
}

async function fillLibrary(client: Client): Promise<void> {
  const sizes: { _id: string }[] = []
  for (const size of demoSizes) sizes.push(await client.expect("POST", "/api/sizes", size))
  const folder = join(root, "web", "assets", "artwork")
  const images: { _id: string }[] = []
  for (const name of readdirSync(folder).sort()) {
    const form = new FormData()
    form.append("files", new File([readFileSync(join(folder, name))], name))
    images.push(...(await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)))
  }
  for (const image of images) await ready(client, image._id)
  const quantities = [2, 1, 2, 3, 2, 4]
  const printItems = quantities.map((quantity, i) => ({
    imageId: images[i]._id,
    sizeId: sizes[i % sizes.length]._id,
    quantity,
  }))
  await client.expect("POST", "/api/prints", { printItems })
}

/** Makes some of its orders ship soon: two are late, six ship today, and five in two days. */
async function hurryOrders(standInsOrigin: string): Promise<void> {
  const nowS = Math.floor(Date.now() / 1_000)
  const orders = { late: [60, 61], today: [90, 91, 92, 95, 96, 97], soon: [100, 101, 102, 105, 106] }
  const dueS = { late: nowS - 2 * DAY_S, today: nowS, soon: nowS + 2 * DAY_S }
  for (const when of ["late", "today", "soon"] as const)
    for (const index of orders[when])
      await edit(standInsOrigin, { index, atS: nowS - 60, expectedShipS: dueS[when] })
}

async function edit(standInsOrigin: string, change: object): Promise<void> {
  const reply = await fetch(`${standInsOrigin}/__control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ vendor: "etsy", shop: DEMO_SHOP, action: "edit", ...change }),
  })
  if (!reply.ok) throw new Error(`the orders of ${DEMO_SHOP} were not changed: ${await reply.text()}`)
}

/** Connects a shop and waits until its orders are read. */
async function openShop(client: Client): Promise<void> {
  await connectShop(client, DEMO_SHOP)
  for (let i = 0; i < READY_TRIES; i++) {
    const [shop] = await client.expect<{ lastSync: string | null }[]>("GET", "/api/integrations")
    if (shop.lastSync !== null) return
    await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS))
  }
  throw new Error(`the orders of ${DEMO_SHOP} were not read in time`)
}

/** Waits until an image is read. */
export async function ready(client: Client, imageId: string): Promise<void> {
  for (let i = 0; i < READY_TRIES; i++) {
    const image = await client.expect<{ status: string; failureReason: string | null }>(
      "GET",
      `/api/images/${imageId}`,
    )
    if (image.status === "Ready") return
    if (image.status === "Failed") throw new Error(`demo artwork ${imageId} failed: ${image.failureReason}`)
    await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS))
  }
  throw new Error(`demo artwork ${imageId} was not read in time`)
}
