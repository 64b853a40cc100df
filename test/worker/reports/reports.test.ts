import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { dayOf } from "../../../contract/day.ts"
import { HOUR_MS } from "../../../contract/duration.ts"
import { makeId } from "../../../contract/id.ts"
import type { Print } from "../../../contract/prints/print.ts"
import type { Report } from "../../../contract/reports/report.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenPrint, givenSize, printOf, processed, until } from "../artwork/artwork-steps.ts"
import { givenOrderItem } from "../orders/order-steps.ts"

const app = useApp()
const MINUTE = "* * * * *"

async function finished({ client }: GivenUser, id: string, request: object = {}): Promise<Print> {
  const started = await client.post(`/api/prints/${id}/proccess`, request)
  expect(started.status, started.message).toBe(202)
  const print = await processed(client, id)
  expect(print.status, print.failureMessage ?? "").toBe("Completed")
  return print
}

type KeptSum = Record<"kind" | "day" | "key" | "currency" | "name", string> & Record<string, string | number>

/** Writes a sum as a print's end does. */
async function keep(userId: string, row: KeptSum): Promise<void> {
  const values = { userId, prints: 1, remakes: 0, remadeCopies: 0, ...row }
  const columns = Object.keys(values).map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  await app.db
    .prepare(`INSERT INTO report_day (${columns.join()}) VALUES (${columns.map(() => "?").join()})`)
    .bind(...Object.values(values))
    .run()
}

type Sums = Record<string, string | number>

/** The kept sums, and the same added up from the rows of the prints. */
async function sumsOf(userId: string): Promise<{ kept: Sums[]; counted: Sums[] }> {
  const kept = await app.db
    .prepare(
      `SELECT kind, day, key, currency, name, prints, copies, orders, remakes, remade_copies, round(film_in, 6) AS film_in,
        round(boxes_film_in, 6) AS boxes_film_in, round(film_sq_in, 6) AS film_sq_in, round(ink_sq_in, 6) AS ink_sq_in,
        credits, film_cents, ink_cents, credit_cents, cost_cents, saved_cents
      FROM report_day WHERE user_id = ? ORDER BY kind, day, key, currency`,
    )
    .bind(userId)
    .all<Sums>()
  const rows = await app.db.prepare("SELECT * FROM printed_film WHERE user_id = ?").bind(userId).all<Film>()
  return { kept: kept.results, counted: addedUp(rows.results) }
}

type Part = {
  kind: string
  key: string
  name: string
  copies: number
  orders: number
  share: number
  costCents: number
}
type Film = Record<
  | "copies"
  | "orders"
  | "credits"
  | "film_in"
  | "boxes_film_in"
  | "film_sq_in"
  | "ink_sq_in"
  | "film_cents"
  | "ink_cents"
  | "credit_cents"
  | "cost_cents"
  | "saved_cents",
  number
> & { day: string; currency: string; remake_reason: string | null; parts: string }

/** Returns the expected sums, computed in the plainest way. */
function addedUp(films: readonly Film[]): Sums[] {
  const sums = new Map<string, Sums>()
  const add = (
    where: { kind: string; day: string; key: string; currency: string },
    name: string,
    amounts: Record<string, number>,
  ) => {
    const id = JSON.stringify(where)
    const sum = sums.get(id) ?? { ...where, name }
    for (const [key, amount] of Object.entries(amounts)) sum[key] = Number(sum[key] ?? 0) + amount
    sums.set(id, { ...sum, name: name || sum.name })
  }
  for (const { day, currency, remake_reason: reason, parts, ...film } of films) {
    const isRemake = reason !== null
    const whole = {
      ...{ prints: 1, copies: film.copies, orders: film.orders, remakes: Number(isRemake) },
      ...{
        remade_copies: isRemake ? film.copies : 0,
        film_in: film.film_in,
        boxes_film_in: film.boxes_film_in,
      },
      ...{ film_sq_in: film.film_sq_in, ink_sq_in: film.ink_sq_in, credits: film.credits },
      ...{ film_cents: film.film_cents, ink_cents: film.ink_cents, credit_cents: film.credit_cents },
      ...{ cost_cents: film.cost_cents, saved_cents: film.saved_cents },
    }
    add({ kind: "total", day, key: "", currency }, "", whole)
    for (const period of [day, day.slice(0, 7)]) {
      if (reason !== null) add({ kind: "remake", day: period, key: reason, currency }, "", whole)
      for (const part of JSON.parse(parts) as Part[])
        add({ kind: part.kind, day: period, key: part.key, currency }, part.name, {
          ...Object.fromEntries(Object.keys(whole).map((key) => [key, 0])),
          ...{
            prints: 1,
            copies: part.copies,
            orders: isRemake ? 0 : part.orders,
            remakes: Number(isRemake),
          },
          ...{
            remade_copies: isRemake ? part.copies : 0,
            film_in: film.film_in * part.share,
            cost_cents: part.costCents,
          },
        })
    }
  }
  const rounded = ["film_in", "boxes_film_in", "film_sq_in", "ink_sq_in"]
  const order = (sum: Sums) => [sum.kind, sum.day, sum.key, sum.currency].join("\n")
  return [...sums.values()]
    .map((sum) => ({
      ...sum,
      ...Object.fromEntries(rounded.map((key) => [key, Math.round(Number(sum[key]) * 1e6) / 1e6])),
    }))
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

/** Returns everything that this seller printed, as the report has it. */
async function reportOf(client: Client, query = ""): Promise<Report> {
  const reply = await client.get(`/api/reports${query}`)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as Report
}

/** Completes an attempt that a stopped worker had left finishing. */
async function finishAgain(printId: string): Promise<void> {
  await app.db
    .prepare("UPDATE attempt SET state = 'finishing', is_announced = 0, updated_at = 0 WHERE print_id = ?")
    .bind(printId)
    .run()
  await app.runtime.runCron(MINUTE, Date.now() + HOUR_MS)
  await until("its end", async () => {
    const row = app.db.prepare("SELECT state FROM attempt WHERE print_id = ?").bind(printId)
    return (await row.first<{ state: string }>())?.state === "completed"
  })
}

test("the sums of a day are those of its prints, whatever happens to them and however often", async () => {
  const user = await app.givenUser({ credits: 100 })
  const { client, userId } = user
  const moth = await givenImage(client, { name: "moth.svg", bytes: logoSvg() })
  const cat = await givenImage(client, { name: "cat.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "M", 2)
  const itemId = await givenOrderItem(app, userId, "1001", "Moth shirt")
  await app.db
    .prepare("UPDATE order_item SET sku_key = 'moth', size_key = 'm' WHERE id = ?")
    .bind(itemId)
    .run()
  expect(await reportOf(client)).toMatchObject({ total: { prints: 0, filmIn: 0, cost: null }, designs: [] })

  // A print of an order, one by hand, and one that is cancelled.
  const made = await client.post("/api/orders/print", { orderItems: [itemId] })
  expect(made.status, made.message).toBe(201)
  const ordered = await finished(user, (made.data as Print)._id)
  const byHand = await givenPrint(client, [
    { imageId: moth._id, sizeId, quantity: 3 },
    { imageId: cat._id, sizeId, quantity: 1 },
  ])
  await finished(user, byHand._id)
  const other = await givenPrint(client, [{ imageId: cat._id, sizeId, quantity: 2 }])
  await client.post(`/api/prints/${other._id}/proccess`)
  await client.post(`/api/prints/${other._id}/cancel`)
  await processed(client, other._id)

  // Pieces of both that are made again: copies and a print more, but no order.
  const [item] = ordered.printItems
  const remake = await client.post(`/api/prints/${ordered._id}/remake`, {
    copies: [{ itemId: item._id, copy: 1 }],
    reason: "cut",
  })
  expect(remake.status, remake.message).toBe(201)
  await finished(user, (remake.data as Print)._id)
  const day = dayOf(Date.now(), "UTC")
  const before = await sumsOf(userId)
  expect(before.kept).toEqual(before.counted)
  const cancelled = (await printOf(client, other._id)).status === "Completed" ? 1 : 0
  const report = await reportOf(client)
  expect(report).toMatchObject({
    ...{ to: day, by: "day", currency: null, currencies: [], unpriced: 3 + cancelled },
    total: { prints: 3 + cancelled, copies: 6 + 2 * cancelled, orders: 1, remakes: 1, remadeCopies: 1 },
    remakes: [{ reason: "cut", prints: 1, copies: 1, cost: null }],
    sizes: [{ _id: sizeId, name: "M", copies: 6 + 2 * cancelled, orders: 1 }],
  })
  expect(report.rows).toHaveLength(30)
  expect(report.rows.at(-1)).toEqual({ date: day, ...report.total })
  expect(report.designs.find(({ _id }) => _id === moth._id)).toMatchObject({
    ...{ name: "moth.svg", prints: 3, copies: 5, orders: 1, remadeCopies: 1, cost: null },
    previewPath: moth.previewFile?.path,
  })
  expect(report.shops).toMatchObject([
    { _id: null, copies: 4 + 2 * cancelled },
    { name: "Shop", copies: 2, orders: 1, remadeCopies: 1 },
  ])
  const film = report.designs.reduce((sum, { filmIn }) => sum + filmIn, 0)
  expect(film).toBeCloseTo(report.total.filmIn, 6)

  // Neither what is deleted afterwards nor a message that comes again changes what was printed.
  await finishAgain(byHand._id)
  expect((await client.delete(`/api/prints/${byHand._id}`)).status).toBe(200)
  expect((await client.delete(`/api/prints/${ordered._id}/force`)).status).toBe(200)
  const after = await sumsOf(userId)
  expect(after.kept).toEqual(before.kept)
  expect(after.kept).toEqual(after.counted)
  expect((await reportOf(client)).total).toEqual(report.total)

  // A print whose sheets were deleted is printed anew: that is film once more.
  await finished(user, byHand._id)
  const again = await sumsOf(userId)
  expect(again.kept).toEqual(again.counted)
  expect((await client.delete(`/api/images/${cat._id}`)).status).toBe(200)
  const later = await reportOf(client)
  expect(later.total).toMatchObject({ prints: report.total.prints + 1 })
  const gone = later.designs.find(({ _id }) => _id === cat._id)
  expect(gone).toMatchObject({ name: "cat.svg", previewPath: null })

  // With prices, what a print cost is in the report to the cent, and so is each part of it.
  const { _id: sheetTemplateId } = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
    ...{ ...defaultSheetTemplate, name: "Priced", isDefault: false, creditPrice: 0.1 },
    ...{ filmPrice: { amount: 4.2, per: "foot", currency: "USD" }, inkPricePerSquareInch: 0.03 },
  })
  const dear = await givenPrint(client, [
    { imageId: moth._id, sizeId, quantity: 2 },
    { imageId: moth._id, sizeId: await givenSize(client, "L", 3), quantity: 1 },
  ])
  const { cost } = await finished(user, dear._id, { sheetTemplateId })
  const priced = await reportOf(client)
  expect(cost?.total).toBeGreaterThan(0)
  expect(priced.total.cost).toEqual(cost)
  expect(priced).toMatchObject({ currency: "USD", unpriced: priced.total.prints - 1 })
  for (const parts of [priced.designs, priced.sizes, priced.shops])
    expect(parts.reduce((sum, part) => sum + Math.round((part.cost ?? 0) * 100), 0)).toBe(
      Math.round((cost?.total ?? 0) * 100),
    )
  expect(priced.total.inkShare).toBeGreaterThan(0)
  const dearest = await sumsOf(userId)
  expect(dearest.kept).toEqual(dearest.counted)

  const stranger = await app.givenUser()
  expect((await reportOf(stranger.client)).total).toMatchObject({ prints: 0 })
})

test("costs are told in one currency, and lists come as files that no spreadsheet runs", async () => {
  const { client, userId } = await app.givenUser()
  const designId = makeId(0)
  const film = {
    ...{ copies: 4, orders: 2, credits: 3, filmIn: 10.5, boxesFilmIn: 14, filmSqIn: 231, inkSqIn: 46.2 },
    ...{ filmCents: 500, inkCents: 120, creditCents: 33, costCents: 653, savedCents: 150 },
  }
  const none = { filmCents: 0, inkCents: 0, creditCents: 0, costCents: 0, savedCents: 0 }
  const rows: KeptSum[] = [
    { kind: "total", day: "2025-12-31", key: "", currency: "USD", name: "", ...film },
    { kind: "total", day: "2026-01-01", key: "", currency: "USD", name: "", ...film },
    { kind: "total", day: "2026-01-01", key: "", currency: "EUR", name: "", ...film },
    { kind: "total", day: "2026-01-04", key: "", currency: "", name: "", ...film, ...none },
    { kind: "design", day: "2025-12-31", key: designId, currency: "USD", name: "=moth()", ...film },
    { kind: "design", day: "2025-12", key: designId, currency: "USD", name: "=moth()", ...film },
    { kind: "design", day: "2026-01-01", key: designId, currency: "USD", name: "@moth", ...film },
    { kind: "design", day: "2026-01-01", key: designId, currency: "EUR", name: "@moth", ...film },
    { kind: "design", day: "2026-01", key: designId, currency: "USD", name: "@moth", ...film },
    { kind: "design", day: "2026-01", key: designId, currency: "EUR", name: "@moth", ...film },
    ...(["total", "design", "remake"] as const).map((kind) => ({
      ...{ kind, day: "2026-03-01", key: { total: "", design: designId, remake: "cut" }[kind] },
      ...{ currency: "", name: "", ...film, ...none },
    })),
  ]
  for (const row of rows) await keep(userId, row)
  const range = "?from=2025-12-29&to=2026-01-31"
  const report = await reportOf(client, `${range}&by=week`)
  expect(report).toMatchObject({
    ...{ currency: "USD", currencies: ["USD", "EUR"], unpriced: 2 },
    total: {
      ...{ prints: 4, copies: 16, filmIn: 42, boxesFilmIn: 56, credits: 12, orders: 8 },
      cost: { film: 10, ink: 2.4, credits: 0.66, total: 13.06, savedByNesting: 3, currency: "USD" },
    },
    designs: [{ name: "@moth", copies: 12, cost: 13.06 }],
  })
  expect(report.total.inkShare).toBeCloseTo(0.2, 9)
  expect(report.rows.map(({ date, prints }) => [date, prints])).toEqual([
    ["2025-12-29", 4],
    ["2026-01-05", 0],
    ["2026-01-12", 0],
    ["2026-01-19", 0],
    ["2026-01-26", 0],
  ])
  expect(report.rows[1]).toMatchObject({ filmIn: 0, inkShare: 0, cost: { total: 0, currency: "USD" } })
  const inEuro = await reportOf(client, `${range}&by=month&currency=EUR`)
  expect(inEuro.rows.map(({ date, cost }) => [date, cost?.total])).toEqual([
    ["2025-12-01", undefined],
    ["2026-01-01", 6.53],
  ])
  // Printed without prices is not printed for nothing.
  expect(await reportOf(client, "?from=2026-03-01&to=2026-03-02&currency=USD")).toMatchObject({
    total: { prints: 1, cost: null },
    rows: [
      { date: "2026-03-01", cost: null },
      { date: "2026-03-02", prints: 0, cost: { total: 0 } },
    ],
    designs: [{ copies: 4, cost: null }],
    remakes: [{ reason: "cut", cost: null }],
  })
  // The same days by their months' sums, by their days', and by both.
  for (const days of [
    "?from=2025-12-01&to=2026-01-31",
    "?from=2025-12-31&to=2026-01-01",
    "?from=2025-12-02&to=2026-02-05",
  ])
    expect((await reportOf(client, days)).designs).toMatchObject([{ copies: 12, cost: 13.06 }])

  const csv = async (path: string, accept?: string) => {
    const response = await client.fetch("GET", path, undefined, accept ? { accept } : {})
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    return response.text()
  }
  const byMonth = await csv(`/api/reports${range}&by=month`, "text/csv")
  expect(byMonth).toBe(await csv(`/api/reports.csv${range}&by=month`))
  expect(byMonth.split("\r\n")).toMatchObject([
    expect.stringMatching(/^"Date","Prints",/),
    `"2025-12-01",1,4,2,10.5,14,0.2,3,0,0,5,1.2,0.33,6.53,1.5,"USD"`,
    `"2026-01-01",3,12,6,31.5,42,0.2,9,0,0,5,1.2,0.33,6.53,1.5,"USD"`,
    "",
  ])
  expect(await csv(`/api/reports.csv${range}&table=designs`)).toContain(
    `\r\n"'@moth",3,12,6,0,31.5,13.06,"USD"`,
  )

  await client.expect("PUT", "/api/profile/settings", { lengthUnit: "cm" })
  const metric = (await csv(`/api/reports.csv${range}&by=month`)).split("\r\n")
  expect(metric[0]).toContain(`"Film (cm)","Film as boxes (cm)"`)
  expect(metric[1]).toContain(`"2025-12-01",1,4,2,26.67,35.56,0.2,`)
  expect(await csv(`/api/reports.csv${range}&table=designs`)).toContain(`,3,12,6,0,80.01,13.06,"USD"`)

  for (const [query, status] of [
    ["?from=2026-02-01&to=2026-01-01", 422],
    ["?from=2016-01-01&to=2026-02-01", 422],
    ["?from=soon", 400],
    ["?by=year", 400],
    ["?currency=usd", 400],
  ] as const)
    expect((await client.get(`/api/reports${query}`)).status, query).toBe(status)
})
