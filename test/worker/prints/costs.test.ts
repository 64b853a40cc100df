import { expect, test } from "vitest"
import { defaultSheetTemplate, type SheetTemplate } from "../../../contract/artwork/size.ts"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { lengthNumber } from "../../../contract/length.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { longTest } from "../../../harness/long-test.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenSize, printOf, processed, until } from "../artwork/artwork-steps.ts"
import { givenOrderItem, ordersOf } from "../orders/order-steps.ts"

const app = useApp()

const filmPrice = { amount: 4.2, per: "foot", currency: "USD" } as const
const film = { ...defaultSheetTemplate, name: "Film", widthIn: 11, dpi: 100, isDefault: false }

async function givenTemplate(client: Client, prices: object): Promise<SheetTemplate> {
  return client.expect<SheetTemplate>("POST", "/api/sheet-templates", { ...film, ...prices })
}

test("a template's prices come one by one, and whoever sets them wrongly hears what is wrong", async () => {
  const { client } = await app.givenUser()
  const bare = await givenTemplate(client, {})
  const none = {
    filmPrice: null,
    inkPricePerSquareInch: null,
    powderPricePerSquareInch: null,
    creditPrice: null,
  }
  expect(bare).toMatchObject(none)
  const put = (change: object) => client.put(`/api/sheet-templates/${bare._id}`, { ...film, ...change })
  expect(await put({ creditPrice: 0.1 })).toMatchObject({
    status: 422,
    fields: { filmPrice: "Enter the film price too: the other prices use its currency" },
  })
  expect(await put({ filmPrice: { ...filmPrice, per: "roll" } })).toMatchObject({
    status: 400,
    fields: { "filmPrice.rollLengthIn": "Say how long the roll is" },
  })
  const roll = { amount: 240, per: "roll", rollLengthIn: 3_937, currency: "EUR" }
  expect((await put({ filmPrice: roll, creditPrice: 0.1 })).data).toMatchObject({
    ...none,
    ...{ filmPrice: roll, creditPrice: 0.1 },
  })
  // An absent price stays; null removes it, and null for the film removes all.
  expect((await put({ powderPricePerSquareInch: 0.002 })).data).toMatchObject({
    ...{ filmPrice: roll, creditPrice: 0.1, powderPricePerSquareInch: 0.002 },
  })
  expect((await put({ creditPrice: null })).data).toMatchObject({ filmPrice: roll, creditPrice: null })
  const { undoId } = (await client.delete(`/api/sheet-templates/${bare._id}`)).data as { undoId: string }
  expect((await client.post(`/api/undo/${undoId}`)).status).toBe(200)
  const templates = (await client.get("/api/sheet-templates")).data as SheetTemplate[]
  expect(templates.find(({ _id }) => _id === bare._id)).toMatchObject({
    ...{ filmPrice: roll, powderPricePerSquareInch: 0.002, creditPrice: null },
  })
  expect((await put({ filmPrice: null })).data).toMatchObject(none)
})

const cents = (amount: number) => Math.round(amount * 100)

longTest(
  "a print costs what its film, ink and credits cost when it began, and each order its share",
  async () => {
    const { client, userId } = await app.givenUser({ credits: 100 })
    for (const number of ["first", "second"]) {
      const itemId = await givenOrderItem(app, userId, number, `Shirt of ${number}`)
      await app.db
        .prepare("UPDATE order_item SET sku_key = 'tile', size_key = 'm', personalisation = '' WHERE id = ?")
        .bind(itemId)
        .run()
    }
    const square = (shape: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">${shape}</svg>`
    await givenImage(client, { name: "tile.svg", bytes: square(`<rect width="300" height="300"/>`) })
    const half = await givenImage(client, {
      name: "half.svg",
      bytes: square(`<path d="M0 0H300L0 300z" fill="#c33"/>`),
    })
    await givenSize(client, "M", 4)
    const two = await givenSize(client, "Two", 2)
    const prices = {
      filmPrice,
      inkPricePerSquareInch: 0.03,
      powderPricePerSquareInch: 0.02,
      creditPrice: 0.1,
    }
    const { _id: sheetTemplateId } = await givenTemplate(client, prices)
    const batch = await client.post("/api/orders/batch", { sheetTemplateId })
    const { _id: printId } = batch.data as { _id: string }
    const added = { imageId: half._id, sizeId: two, quantity: 3 }
    expect((await client.post(`/api/prints/${printId}/printItem`, added)).status).toBe(201)
    expect((await ordersOf(client)).map(({ cost }) => cost)).toEqual([null, null])

    const process = async (id: string, request: object = {}) => {
      expect((await client.post(`/api/prints/${id}/proccess`, request)).status).toBe(202)
      return processed(client, id)
    }
    expect((await client.post(`/api/prints/${printId}/proccess`)).status).toBe(202)
    // A price that changes meanwhile is for later prints.
    const dear = { ...film, filmPrice: { ...filmPrice, amount: 99, currency: "EUR" } }
    expect((await client.put(`/api/sheet-templates/${sheetTemplateId}`, dear)).status).toBe(200)
    const print = await processed(client, printId)
    expect(print.status, print.failureMessage ?? "").toBe("Completed")
    const { cost } = print
    if (!cost || print.lengthIn === null) throw new Error("the print has no cost")
    expect(cost.currency).toBe("USD")
    expect(cost.film).toBe(Math.round(print.lengthIn * 35) / 100)
    expect(cost.credits).toBe(0.5)
    // Two squares of 4 in and three halves of squares of 2 in, of whose edges a silhouette has more.
    expect(cost.ink).toBeGreaterThanOrEqual(1.9)
    expect(cost.ink).toBeLessThan(1.94)
    expect(cents(cost.total)).toBe(cents(cost.film) + cents(cost.ink) + cents(cost.credits))
    expect(cost.savedByNesting).toBeGreaterThanOrEqual(0)

    const sharesOf = async () => {
      const orders = await ordersOf(client)
      return new Map(orders.map(({ orderNumber, cost: share }) => [orderNumber, share]))
    }
    const manifest = (await client.get(`/api/prints/${printId}/manifest`)).data as Manifest
    const costOf = (orderNumber: string) =>
      manifest.rows.reduce(
        (sum, row) => sum + (row.orderNumber === orderNumber ? cents(row.cost ?? 0) : 0),
        0,
      )
    expect(manifest.currency).toBe("USD")
    expect(costOf("first") + costOf("second") + costOf("")).toBe(cents(cost.total))
    const shares = await sharesOf()
    for (const number of ["first", "second"])
      expect(shares.get(number)).toEqual({ amount: costOf(number) / 100, currency: "USD" })
    // Alike pieces cost alike, but for a cent that is left.
    expect(Math.abs(costOf("first") - costOf("second"))).toBeLessThanOrEqual(1)

    const csv = await (await client.fetch("GET", `/api/prints/${printId}/manifest.csv`)).text()
    const [head, ...lines] = csv.trim().split("\r\n")
    expect(head.endsWith(`,"Cost","Order cost","Currency"`)).toBe(true)
    const first = manifest.rows.findIndex(({ orderNumber }) => orderNumber === "first")
    expect(lines[first].endsWith(`,${costOf("first") / 100},${costOf("first") / 100},"USD"`)).toBe(true)
    const page = await (await client.fetch("GET", `/api/prints/${printId}/manifest.html`)).text()
    expect(page).toContain(`cost $${cost.total.toFixed(2)}`)
    expect(page).toContain(`cost $${(costOf("first") / 100).toFixed(2)}`)

    // In an account of centimetres both papers are.
    await client.expect("PUT", "/api/profile/settings", { lengthUnit: "cm" })
    const metric = await (await client.fetch("GET", `/api/prints/${printId}/manifest.csv`)).text()
    const { position, xIn, yIn } = manifest.rows[first]
    const [x, y] = [xIn ?? 0, yIn ?? 0].map((inches) => lengthNumber(inches, "cm"))
    const [metricHead, ...metricLines] = metric.trim().split("\r\n")
    expect(metricHead).toContain(`"Sheet","Position","X (cm)","Y (cm)"`)
    expect(metricLines[first]).toMatch(new RegExp(`^1,${position},${x},${y},.*"M 10.16 cm"`))
    const metricPage = await (await client.fetch("GET", `/api/prints/${printId}/manifest.html`)).text()
    expect(metricPage).toContain(`<span>${x} cm across, ${y} cm down</span>`)
    expect(metricPage).not.toMatch(/\d in\b/)

    // Finished twice, at the prices with which it began.
    await app.db
      .prepare("UPDATE attempt SET state = 'finishing', cost = NULL, is_announced = 0 WHERE print_id = ?")
      .bind(printId)
      .run()
    await app.runtime.runCron("* * * * *", Date.now() + 6 * MINUTE_MS)
    await until("the print to be finished once more", async () => (await printOf(client, printId)).cost)
    expect((await printOf(client, printId)).cost).toEqual(cost)
    expect(await sharesOf()).toEqual(shares)

    // Made once more, a piece costs once more.
    const { itemId } = manifest.rows[first]
    const request = { copies: [{ itemId, copy: 1 }], reason: "cut" }
    const remake = (await client.post(`/api/prints/${printId}/remake`, request)).data as Print
    const cheap = { ...film, filmPrice: { ...filmPrice, amount: 2.1 } }
    expect((await client.put(`/api/sheet-templates/${sheetTemplateId}`, cheap)).status).toBe(200)
    const remade = await process(remake._id, { sheetTemplateId })
    const again = cents(remade.cost?.total ?? 0)
    expect(again).toBeGreaterThan(0)
    const both = { amount: (costOf("first") + again) / 100, currency: "USD" }
    expect((await sharesOf()).get("first")).toEqual(both)

    // Processed once more, the print costs what it costs now: nothing counts twice. The newer of two
    // currencies counts.
    expect((await client.delete(`/api/prints/${printId}`)).status).toBe(200)
    expect((await sharesOf()).get("first")).toEqual(both)
    expect((await client.put(`/api/sheet-templates/${sheetTemplateId}`, dear)).status).toBe(200)
    const anew = await process(printId, { sheetTemplateId })
    expect(anew.cost).toMatchObject({ currency: "EUR", film: cents((anew.lengthIn ?? 0) * 8.25) / 100 })
    expect((await sharesOf()).get("first")).toMatchObject({ currency: "EUR" })
    expect(cents((await sharesOf()).get("first")?.amount ?? 0)).toBeLessThan(cents(anew.cost?.total ?? 0))
  },
)
