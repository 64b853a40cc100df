import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { D1Database, R2Bucket } from "@cloudflare/workers-types"
import { usualDestination } from "../contract/delivery/destination.ts"
import { idSchema } from "../contract/id.ts"
import { root } from "../local/bundle.ts"
import type { Client } from "../local/client.ts"
import { connectShop } from "../local/people.ts"
import { imageKeys } from "../worker/data/artwork/image-rows.ts"

type Identified = { _id: string }
/** The SQL for columns that differ in a copy; `n.i` counts the copies from 1. */
type Change = Record<string, string>

const PAUSE_MS = 100
/** A word that cannot be broken at a space, then words that can: both have to fit. */
const LONG_NAME = "Extraordinarily-long-unbroken-name-of-a-design and then a few more words to 80.."
/** The last 12 digits of an id, which are random, count the copies. */
export const copyOf = (column: string) => `substr(${column}, 1, 24) || printf('%012x', n.i)`
const countedIn = (column: string) => `${column} || ' ' || n.i`

/**
 * Fills an empty account with one of everything, each under a name of 80 letters, and copies all of
 * it in the database until there are `count`. Returns the id of a print with `count` items at most
 * 500.
 */
export async function fillCrowd(
  { db, files }: { db: D1Database; files: R2Bucket },
  client: Client,
  {
    userId,
    count,
    shop,
    standInsOrigin,
  }: { userId: string; count: number; shop: string; standInsOrigin: string },
): Promise<{ printId: string }> {
  const image = await uploadOne(client)
  await client.expect("POST", "/api/image-categories", { name: LONG_NAME })
  const size = await client.expect<Identified>("POST", "/api/sizes", { name: LONG_NAME, value: 4 })
  const [template] = await client.expect<(Identified & Record<string, unknown>)[]>(
    "GET",
    "/api/sheet-templates",
  )
  const destination = await client.expect<Identified>("POST", "/api/destinations", {
    ...usualDestination,
    name: LONG_NAME,
  })
  await client.expect("POST", "/api/sheet-templates", {
    ...wishOf(template),
    name: LONG_NAME,
    destinationId: destination._id,
    isDefault: false,
  })
  const done = await printOne(client, image, size._id)
  const { _id: printId } = await client.expect<Identified>("POST", "/api/prints", {
    printItems: [{ imageId: image, sizeId: size._id, quantity: 2 }],
  })
  await client.expect("POST", "/api/payments/bank-transfer", { sku: "credits100" })
  await connectOne(client, shop, standInsOrigin)

  const own = `user_id = '${userId}'`
  const set = (table: string, change: string) =>
    db.prepare(`UPDATE "${table}" SET ${change} WHERE ${own}`).run()
  await set("image", `name = '${LONG_NAME}.svg'`)
  await set("print", `name = '${LONG_NAME}'`)
  await set("order", `buyer_name = '${LONG_NAME}', buyer_address = '${LONG_NAME}'`)
  const answers = [
    { question: LONG_NAME, answer: LONG_NAME, isFile: false },
    { question: LONG_NAME, answer: "https://i.etsystatic.com/upload", isFile: true },
  ]
  await set(
    "order_item",
    `title = '${LONG_NAME}', personalisation = '${LONG_NAME}', answers = '${JSON.stringify(answers)}', sku = '${LONG_NAME}'`,
  )
  await set("integration", `name = '${LONG_NAME}'`)

  const more = count - 1
  await copyPictures(files, image, more)
  const copy = (table: string, where: string, change: Change) => multiply(db, table, where, more, change)
  await copy("image_category", own, { name: countedIn("name"), name_key: countedIn("name_key") })
  await copy("image", own, { request_key: "NULL", created_at: "created_at - n.i" })
  await copy("size", own, { value_in: "1 + n.i % 20", created_at: "created_at - n.i" })
  await copy("sheet_template", `${own} AND is_default = 0`, { created_at: "created_at - n.i" })
  await copy("print", `id = '${done}'`, { request_key: "NULL", created_at: "created_at - n.i" })
  await copy("order", own, { vendor_order_id: "vendor_order_id + n.i", ordered_at: "ordered_at - n.i" })
  await copy("order_item", own, { order_id: copyOf("order_id") })
  await copy("notification", own, { cause_key: "NULL" })
  await copy("payment", own, {
    request_key: "NULL",
    payment_system_reference_id: countedIn("payment_system_reference_id"),
  })
  await multiply(db, "print_item", `print_id = '${printId}'`, Math.min(more, 499), {
    position: "n.i",
    image_id: copyOf("image_id"),
  })
  return { printId }
}

/** Gives every copy of the image its own files. */
async function copyPictures(files: R2Bucket, image: string, count: number): Promise<void> {
  for (const noun of ["preview", "silhouette"] as const) {
    const object = await files.get(imageKeys(idSchema.parse(image))[noun])
    if (!object) continue
    const bytes = await object.arrayBuffer()
    for (let i = 1; i <= count; i++) {
      const id = idSchema.parse(image.slice(0, 24) + i.toString(16).padStart(12, "0"))
      await files.put(imageKeys(id)[noun], bytes)
    }
  }
}

async function uploadOne(client: Client): Promise<string> {
  const form = new FormData()
  const artwork = readFileSync(join(root, "web", "assets", "artwork", "luna-moth.svg"))
  form.append("files", new File([artwork], "luna-moth.svg"))
  const [{ _id }] = await client.expect<Identified[]>("POST", "/api/images/bulk-upload", form)
  await until(async () => {
    const { status } = await client.expect<{ status: string }>("GET", `/api/images/${_id}`)
    return status === "Ready"
  })
  return _id
}

/** Returns the input of a template that exists. */
function wishOf({ _id, createdAt, updatedAt, isDefault, ...wish }: Identified & Record<string, unknown>) {
  return wish
}

async function printOne(client: Client, imageId: string, sizeId: string): Promise<string> {
  const { _id } = await client.expect<Identified>("POST", "/api/prints", {
    printItems: [{ imageId, sizeId, quantity: 3 }],
  })
  await client.expect("POST", `/api/prints/${_id}/proccess`, {})
  await until(async () => {
    const { status } = await client.expect<{ status: string }>("GET", `/api/prints/${_id}`)
    return status === "Completed"
  })
  return _id
}

/** Connects a shop with a single order. */
async function connectOne(client: Client, shop: string, standInsOrigin: string): Promise<void> {
  await fetch(`${standInsOrigin}/__control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ vendor: "etsy", action: "receipts", shop, count: 1 }),
  })
  await connectShop(client, shop)
  await until(async () => {
    const [{ lastSync }] = await client.expect<{ lastSync: string | null }[]>("GET", "/api/integrations")
    return lastSync !== null
  })
}

/** Copies the rows `count` times. Ids are the row's own with another end, unless changed. */
export async function multiply(
  db: D1Database,
  table: string,
  where: string,
  count: number,
  change: Change,
): Promise<void> {
  if (count < 1) return
  const info = await db.prepare(`PRAGMA table_info("${table}")`).all<{ name: string }>()
  const columns = info.results.map(({ name }) => name)
  const values = columns.map((name) => change[name] ?? (name === "id" ? copyOf("id") : `"${name}"`))
  await db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(", ")})
       SELECT ${values.join(", ")} FROM "${table}", n WHERE ${where}`,
    )
    .run()
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
