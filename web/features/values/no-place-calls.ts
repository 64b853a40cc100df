import { orders } from "../../../contract/api/order-api.ts"
import { apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/**
 * Prints an order item, and all that are read by its rule, without their buyers' text, as long as their
 * artwork has no field for it. Returns a function that undoes it.
 */
export async function printWithoutText(orderItemId: string): Promise<() => Promise<void>> {
  await send(orderItemId, true)
  return () => send(orderItemId, false)
}

/** Asks again what to do with such texts. Returns a function that undoes it. */
export async function askForText(orderItemId: string): Promise<() => Promise<void>> {
  await send(orderItemId, false)
  return () => send(orderItemId, true)
}

async function send(id: string, isOn: boolean): Promise<void> {
  await apiData(orders.withoutText, { params: { id }, body: { isOn } })
  await refresh("orders", "prints", "integrations")
}
