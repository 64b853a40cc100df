import type { Client } from "../local/client.ts"
import { csvOf } from "./synthetic-order-files.ts"

const mapping = {
  orderNumber: "Order",
  shipBy: "Ship by",
  buyerName: "Buyer",
  itemTitle: "Item",
  sku: "SKU",
  size: "Size",
  quantity: "Quantity",
}

/** Imports a file of orders without texts, of these designs and sizes in turn, to be shipped on that day. */
export async function giveDueOrders(
  client: Client,
  request: { count: number; designs: readonly string[]; sizes: readonly string[]; shipDay: string },
): Promise<void> {
  const { count, designs, sizes, shipDay } = request
  const rows = Array.from({ length: count }, (_, i) => [
    ...[`D-${i + 1}`, shipDay, "Ann", `Shirt ${i + 1}`, designs[i % designs.length]],
    ...[sizes[i % sizes.length], 1 + (i % 3)],
  ])
  const form = new FormData()
  form.append("file", new File([csvOf([Object.values(mapping), ...rows])], "orders.csv"))
  form.append("mapping", JSON.stringify(mapping))
  await client.expect("POST", "/api/orders/import", form)
}
