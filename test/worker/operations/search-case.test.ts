import { DatabaseSync } from "node:sqlite"
import type { SQL } from "drizzle-orm"
import { sql } from "drizzle-orm"
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { MAX_SEARCH_LENGTH } from "../../../contract/limit.ts"
import { useApp } from "../../../harness/app.ts"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { destinationOf } from "../../../harness/destination.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { longTest } from "../../../harness/long-test.ts"
import { contains } from "../../../worker/data/paging.ts"
import { givenImage, givenPrint, givenSize } from "../artwork/artwork-steps.ts"
import { givenOrderItem } from "../orders/order-steps.ts"

const app = useApp()

longTest("every search takes capital and small letters of any script for the same", async () => {
  const { client, userId } = await app.givenUser({ name: "Searcher" })
  const admin = await app.givenUser({ name: "Admin", role: "admin" })
  const names = ["Friday Ünï", "Заказ Москва", "ΟΔΟΣ Αθήνας", "İzmir"]
  for (const name of names) {
    const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
    await client.put(`/api/images/${image._id}`, { name })
    const sizeId = await givenSize(client, name, 2)
    const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
    await client.put(`/api/prints/${print._id}`, { name })
    await client.expect("POST", "/api/image-categories", { name })
    await client.expect("POST", "/api/sheet-templates", { ...defaultSheetTemplate, name, isDefault: false })
    await client.expect("POST", "/api/destinations", { ...destinationOf(), name })
    await client.expect("POST", "/api/integrations", { name, type: "Etsy" })
    const item = await givenOrderItem(app, userId, name, "Tee")
    await app.db
      .prepare('UPDATE "order" SET buyer_name = ? WHERE id = (SELECT order_id FROM order_item WHERE id = ?)')
      .bind(name, item)
      .run()
    await app.db.prepare("UPDATE order_item SET title = ? WHERE id = ?").bind(name, item).run()
  }
  const person = await app.givenUser({ name: "Person" })
  await app.db
    .prepare("UPDATE user SET first_name = 'Zoë', last_name = 'ŁUKASIEWICZ', company = 'Ünï Öl' WHERE id = ?")
    .bind(person.userId)
    .run()
  await person.client.expect("POST", "/api/payments/bank-transfer", { sku: "credits100" })

  const total = async (who: typeof client, path: string, search: string) => {
    const reply = await who.get(
      `${path}${path.includes("?") ? "&" : "?"}search=${encodeURIComponent(search)}`,
    )
    expect(reply.status, reply.message).toBe(200)
    return (reply.pagination as { totalDocuments: number }).totalDocuments
  }
  const lists = ["prints", "images", "sizes", "image-categories", "sheet-templates", "destinations"]
  for (const path of [...lists, "integrations", "orders"].map((list) => `/api/${list}`)) {
    for (const search of [
      "ünï",
      "FRIDAY ÜNÏ",
      "u\u0308ni\u0308".normalize("NFD"),
      "москва",
      "КАЗ мос",
      "οδος",
      "ΑΘΉΝΑΣ",
      "İzmir",
      "İZMİR".slice(0, 3),
    ])
      expect(await total(client, path, search), `${path} ${search}`).toBe(1)
    for (const search of ["ünïx", "100%ü", "ü_ï", manyLetters(0x430), manyLetters(0x100), mixed])
      expect(await total(client, path, search), `${path} ${search}`).toBe(0)
  }
  for (const search of ["zoË łukasiewicz", "ÜNÏ öl"])
    expect(await total(admin.client, "/api/users", search), search).toBe(1)
  expect(await total(admin.client, "/api/payments/completedTransfers?status=Pending", "ZOË Łuk")).toBe(1)
})

/** A search of as many different letters as allowed. */
function manyLetters(from: number): string {
  const letters = Array.from({ length: 400 }, (_, i) => String.fromCodePoint(from + i))
  return letters.slice(0, MAX_SEARCH_LENGTH).join("")
}
const mixed = [0x391, 0x410, 0xc0, 0x100].map((from) => manyLetters(from).slice(0, 24)).join("")

test("a search of many letters stays within what D1 takes, and each text is looked through a few times", async () => {
  const db = new DatabaseSync(":memory:")
  db.exec("CREATE TABLE text (name TEXT)")
  const letters = manyLetters(0x430).slice(0, 38)
  // All letters in capitals, many times, and never in the order that is searched for.
  const long = Array.from({ length: 600 }, (_, i) => letters[(i * 7) % 38].toUpperCase()).join("")
  const add = db.prepare("INSERT INTO text VALUES (?)")
  db.exec("BEGIN")
  for (let row = 0; row < 8_000; row++) add.run(long)
  add.run(`Для ${letters.toUpperCase()}`)
  db.exec("COMMIT")
  const counted = (search: string) => {
    const { sql: where, params } = new SQLiteAsyncDialect().sqlToQuery(contains(sql`name`, search) as SQL)
    expect(params).toEqual([])
    expect(where.length).toBeLessThan(2_000)
    for (const [, pattern] of where.matchAll(/GLOB '([^']*)'/g))
      expect(Buffer.byteLength(pattern)).toBeLessThanOrEqual(50)
    return db.prepare(`SELECT count(*) AS total FROM text WHERE ${where}`).get()?.total
  }
  const cpuOf = (act: () => void) => {
    const startMs = cpuMs()
    act()
    return cpuMs() - startMs
  }
  expect(counted(letters)).toBe(1)
  // The time of so many looks through each text for three letters; folding each letter in each text took 29.
  const looks = Array.from({ length: 3 }, () => {
    const one = cpuOf(() => db.prepare("SELECT * FROM text WHERE name GLOB '*[аА][бБ][вВ]*'").all())
    return cpuOf(() => counted(letters)) / one
  })
  expect(Math.min(...looks)).toBeLessThan(14)
  expect(counted(`д' OR '${manyLetters(0x100).slice(0, 50)}`)).toBe(0)
  expect(counted("д*е?[")).toBe(0)
})
