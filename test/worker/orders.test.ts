import { expect, test } from "vitest"
import type { OrderItem } from "../../contract/order.ts"
import { logoSvg } from "../artwork.ts"
import { givenImage, givenSize, printOf, processed } from "./artwork-steps.ts"
import { useApp } from "./harness.ts"
import { givenShop, ordersOf } from "./order-steps.ts"

const app = useApp()

test("items find their artwork by SKU, sizes by variation, and what is chosen once counts for all alike", async () => {
  const { client } = await app.givenUser()
  const cat = await givenImage(client, { name: "Cosmic Cat.svg", bytes: logoSvg() })
  const adult = await givenSize(client, "Adult chest", 10)
  await givenSize(client, "Left chest", 3.5)
  await givenShop(client)
  const items = (await ordersOf(client)).flatMap((order) => order.orderItems)
  const withSku = (sku: string, size: string) => (item: OrderItem) => item.sku === sku && item.size === size

  for (const item of items.filter(withSku("COSMIC-CAT", "Adult chest"))) {
    expect(item.match.imageId?._id).toBe(cat._id)
    expect(item.match.sizeId?._id).toBe(adult)
  }
  const waiting = items.filter(withSku("WF-2026", "Adult chest"))
  expect(waiting.length).toBeGreaterThan(1)
  expect(waiting.every((item) => item.match.imageId === null)).toBe(true)
  const chosen = await client.put(`/api/orders/items/${waiting[0]._id}/match`, { imageId: cat._id })
  expect(chosen.status, chosen.message).toBe(200)
  const after = (await ordersOf(client)).flatMap((order) => order.orderItems)
  expect(
    after.filter((item) => item.sku === "WF-2026").every((item) => item.match.imageId?._id === cat._id),
  ).toBe(true)
})

test("a print is made of order items, states follow it, and nothing is printed twice by accident", async () => {
  const { client } = await app.givenUser()
  const cat = await givenImage(client, { name: "cosmic-cat.svg", bytes: logoSvg() })
  await givenSize(client, "Adult chest", 10)
  await givenShop(client)
  const orders = await ordersOf(client)
  const order = orders.find(({ orderItems }) =>
    orderItems.some((item) => item.sku === "COSMIC-CAT" && item.size === "Adult chest"),
  )
  const item = order?.orderItems.find(({ match }) => match.imageId && match.sizeId)
  if (!order || !item) throw new Error("no order for the cat")
  const made = await client.post("/api/orders/print", { orderItems: [item._id] })
  expect(made.status, made.message).toBe(201)
  const { _id: printId } = made.data as { _id: string }
  const print = await printOf(client, printId)
  expect(print).toMatchObject({ type: "Etsy", status: "In Draft", copies: item.quantity })
  expect(print.printItems[0]).toMatchObject({
    imageId: { _id: cat._id },
    orderItemId: { _id: item._id, orderId: order._id, title: item.title },
  })
  const again = await client.post("/api/orders/print", { orderItems: [item._id] })
  expect(again).toMatchObject({ status: 409, fields: { [item._id]: "Already in a print" } })
  expect((await client.post(`/api/prints/${printId}/proccess`)).status).toBe(202)
  expect((await processed(client, printId)).status).toBe("Completed")
  const printed = (await ordersOf(client)).find(({ _id }) => _id === order._id)
  expect(printed?.orderItems.find(({ _id }) => _id === item._id)).toMatchObject({ status: "Completed" })
  expect(printed?.status).toBe(order.orderItems.length === 1 ? "Completed" : "Partially Completed")

  const gone = await client.post("/api/orders/bulk-delete", { orderIds: [order._id] })
  expect(gone).toMatchObject({ status: 200, message: "1 orders deleted successfully" })
})
