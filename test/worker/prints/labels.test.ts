import jsQR from "jsqr"
import sharp from "sharp"
import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { drawLabel } from "../../../sheet/raster/label/draw-label.ts"
import { encodeCode } from "../../../sheet/raster/label/encode-code.ts"
import type { StoredPlacement } from "../../../worker/data/prints/sheet-rows.ts"
import {
  download,
  givenImage,
  givenPrint,
  givenSize,
  printOf,
  processed,
  storedSheets,
} from "../artwork/artwork-steps.ts"
import { givenOrderItem } from "../orders/order-steps.ts"

const app = useApp()

/** Returns the text that a reader finds in a label's box on white film. */
async function scanned(
  png: Buffer | Uint8Array,
  box: { x: number; y: number; widthPx: number; heightPx: number },
) {
  const { data, info } = await sharp(png)
    .extract({ left: box.x, top: box.y, width: box.widthPx, height: box.heightPx })
    .flatten({ background: "white" })
    .extend({ top: 8, bottom: 8, left: 8, right: 8, background: "white" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null
}

test("with labels on, each copy's order and code stand beside it on the sheet; a template without them has none", async () => {
  const { client, userId } = await app.givenUser({ name: "Labels", credits: 50 })
  const image = await givenImage(client, { name: "luna-moth.png", bytes: await softArtPng(300, 360) })
  const [small, large] = [await givenSize(client, "Small", 2), await givenSize(client, "Large", 3)]
  const print = await givenPrint(client, [
    { imageId: image._id, sizeId: large, quantity: 2 },
    { imageId: image._id, sizeId: small, quantity: 3 },
  ])
  const [ordered, chosen] = print.printItems
  const itemId = await givenOrderItem(app, userId, "3184906231", "Luna Moth Tee, Gift for Her, Moth Shirt")
  await app.db.prepare("UPDATE print_item SET order_item_id = ? WHERE id = ?").bind(itemId, ordered._id).run()
  const [item] = (await printOf(client, print._id)).printItems
  expect(item.orderItemId).toMatchObject({ _id: itemId, orderNumber: "3184906231" })

  const { isDefault: _, ...plain } = defaultSheetTemplate
  const template = { ...plain, name: "Labelled", dpi: 150, labels: true, isDefault: false }
  const made = await client.post("/api/sheet-templates", template)
  expect(made.status, made.message).toBe(201)
  const { _id: sheetTemplateId } = made.data as { _id: string }
  expect((await client.post(`/api/prints/${print._id}/proccess`, { sheetTemplateId })).status).toBe(202)
  const done = await processed(client, print._id)
  expect(done.status, done.failureMessage ?? "").toBe("Completed")

  const [{ placements }] = await storedSheets(app, print._id)
  // A piece of an order says which of its pieces it is; one chosen by hand has no order.
  const textOf = ({ itemId: id, copy }: StoredPlacement) =>
    id === ordered._id ? `(${copy + 1} of 2) #3184906231 Luna Moth Tee` : image.name.replace(/\.png$/, "")
  expect(placements.map(({ label }) => label?.text)).toEqual(placements.map(textOf))
  expect(placements.map((placement) => placement.itemId).sort()).toEqual(
    [ordered._id, ordered._id, chosen._id, chosen._id, chosen._id].sort(),
  )
  const png = await download(client, done.fileId[0])
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const codes: unknown[] = []
  for (const { label, rotated, itemId, copy } of placements) {
    if (label === null) throw new Error("a copy has no label")
    const ink = drawLabel({ ...label, rotated, mirror: false }, encodeCode)
    expect(ink.alpha.length).toBeGreaterThan(500)
    for (let i = 0; i < ink.alpha.length; i++) {
      const [x, y] = [label.x + ink.x + (i % ink.widthPx), label.y + ink.y + Math.floor(i / ink.widthPx)]
      if (data[(y * info.width + x) * 4 + 3] !== ink.alpha[i]) throw new Error(`pixel ${x}, ${y} is wrong`)
    }
    // A phone's camera reads the code from the film, and its address leads to the copy.
    const code = await scanned(png, label)
    const item = done.printItems.find(({ _id }) => _id === itemId)
    expect(code).toBe(`${app.origin}/c/${item?.code}-${copy + 1}`.toUpperCase())
    const result = await client.get(`/api/codes/${code?.split("/").at(-1)}`)
    expect(result.data).toEqual({ printId: print._id, itemId, copy: copy + 1 })
    codes.push(code)
  }
  expect(new Set(codes).size).toBe(5)

  const again = await givenPrint(client, [{ imageId: image._id, sizeId: small, quantity: 1 }])
  expect((await client.post(`/api/prints/${again._id}/proccess`)).status).toBe(202)
  expect((await processed(client, again._id)).status).toBe("Completed")
  const [bare] = await storedSheets(app, again._id)
  expect(bare.placements.map(({ label }) => label)).toEqual([null])
})

test("a print of orders has labels unless it says otherwise, whatever its template says", async () => {
  const { client, userId } = await app.givenUser({ name: "OrderLabels", credits: 50 })
  const image = await givenImage(client, { name: "MOTH.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "M", 2)
  const madeOf = async (vendorOrderId: string, request: object) => {
    const orderItem = await givenOrderItem(app, userId, vendorOrderId, "Luna Moth Tee")
    const made = await client.post("/api/orders/print", { orderItems: [orderItem], ...request })
    expect(made.status, made.message).toBe(201)
    const print = await printOf(client, (made.data as { _id: string })._id)
    const path = `/api/prints/${print._id}/${print.printItems[0]._id}`
    expect((await client.put(path, { imageId: image._id, sizeId })).status).toBe(200)
    expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
    const done = await processed(client, print._id)
    expect(done.status, done.failureMessage ?? "").toBe("Completed")
    const [{ placements }] = await storedSheets(app, print._id)
    return { labels: done.labels, texts: placements.map(({ label }) => label?.text) }
  }
  expect(await madeOf("501", {})).toEqual({ labels: null, texts: ["#501 Luna Moth Tee"] })
  expect(await madeOf("502", { labels: false })).toEqual({ labels: false, texts: [undefined] })
})
