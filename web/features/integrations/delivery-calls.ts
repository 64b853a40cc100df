import { queryOptions } from "@tanstack/react-query"
import { deliveries, deliveryAddresses } from "../../../contract/api/delivery-api.ts"
import type { Delivery, DeliveryAddressInput, DeliveryTest } from "../../../contract/delivery/delivery.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Every address of the seller's, by name. */
export function deliveryAddressesOptions() {
  return queryOptions({
    queryKey: ["delivery-addresses"],
    queryFn: () => apiData(deliveryAddresses.list),
  })
}

/** Adds an address, or changes it; answers the server's words. */
export async function saveDeliveryAddress(id: string | null, body: DeliveryAddressInput): Promise<string> {
  const said = await (id === null
    ? api(deliveryAddresses.add, { body })
    : api(deliveryAddresses.update, { params: { id }, body }))
  await refresh("delivery-addresses", "deliveries")
  return said.message
}

/** What is sealed goes with it. Answers the server's words. */
export async function deleteDeliveryAddress(id: string): Promise<string> {
  const { message } = await api(deliveryAddresses.remove, { params: { id } })
  await refresh("delivery-addresses", "deliveries")
  return message
}

/** Has the server write a small file there. */
export function testDeliveryAddress(id: string): Promise<DeliveryTest> {
  return apiData(deliveryAddresses.test, { params: { id } })
}

/** Files on their way are looked at that often: the live connection tells only how it ends. */
const SENDING_MS = 3_000

/** Where a print's files went or are going. */
export function deliveriesOptions(printId: string) {
  return queryOptions({
    queryKey: ["deliveries", printId],
    queryFn: () => apiData(deliveries.list, { params: { id: printId } }),
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? SENDING_MS : false),
  })
}

export function isOnItsWay({ state }: Delivery): boolean {
  return state === "waiting" || state === "sending"
}

/** Sends a print's files; `isAgain`: also those that have arrived. */
export async function sendFiles(printId: string, addressId: string, isAgain = false): Promise<void> {
  await api(deliveries.add, { params: { id: printId }, body: { addressId, isAgain } })
  await refresh("deliveries")
}
