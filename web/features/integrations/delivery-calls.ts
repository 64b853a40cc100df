import { queryOptions } from "@tanstack/react-query"
import { deliveries, deliveryAddresses } from "../../../contract/api/delivery-api.ts"
import type {
  Delivery,
  DeliveryAddress,
  DeliveryAddressInput,
  DeliveryTest,
} from "../../../contract/delivery/delivery.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Lists every address of the seller, by name. */
export function deliveryAddressesOptions() {
  return queryOptions({
    queryKey: ["delivery-addresses"],
    queryFn: () => apiData(deliveryAddresses.list),
  })
}

/** Returns addresses in the order in which the seller added them. */
export function oldestFirst(addresses: readonly DeliveryAddress[]): DeliveryAddress[] {
  return [...addresses].sort((one, other) => one.createdAt.localeCompare(other.createdAt))
}

/** Adds an address, or changes it; returns it with the server's message. */
export async function saveDeliveryAddress(
  id: string | null,
  body: DeliveryAddressInput,
): Promise<{ message: string; data: DeliveryAddress }> {
  const reply = await (id === null
    ? api(deliveryAddresses.add, { body })
    : api(deliveryAddresses.update, { params: { id }, body }))
  await refresh("delivery-addresses", "deliveries")
  return reply
}

/** Deletes an address with its secrets. Returns the server's message. */
export async function deleteDeliveryAddress(id: string): Promise<string> {
  const { message } = await api(deliveryAddresses.remove, { params: { id } })
  await refresh("delivery-addresses", "deliveries")
  return message
}

/** Has the server write a small file there; the address keeps the answer. */
export async function testDeliveryAddress(id: string): Promise<DeliveryTest> {
  const answer = await apiData(deliveryAddresses.test, { params: { id } })
  await refresh("delivery-addresses")
  return answer
}

/** The time after which deliveries are loaded again: the live connection only reports their end. */
const SENDING_MS = 3_000

export function deliveriesOptions(printId: string) {
  return queryOptions({
    queryKey: ["deliveries", printId],
    queryFn: () => apiData(deliveries.list, { params: { id: printId } }),
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? SENDING_MS : false),
  })
}

export function isOnItsWay({ state }: Pick<Delivery, "state">): boolean {
  return state === "waiting" || state === "sending"
}

/** Sends a print's files; `isAgain`: also those that have arrived. */
export async function sendFiles(printId: string, addressId: string, isAgain = false): Promise<void> {
  await api(deliveries.add, { params: { id: printId }, body: { addressId, isAgain } })
  await refresh("deliveries")
}
