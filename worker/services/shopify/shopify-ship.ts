/** The report to Shopify that an order is on its way (shopify.dev: fulfillmentCreate). */
import { z } from "zod"
import { withoutSecrets } from "../../vendor-error.ts"
import { noted } from "../marketplaces/market-error.ts"
import type { Shipped, ShopAccess } from "../marketplaces/marketplace.ts"
import { graph, type ShopifySettings } from "./shopify-call.ts"

const vendor = "Shopify"
/** The most parts: an order is split by the places that it is sent from, which are few. */
const MAX_PARTS = 20

const orderSchema = z.object({
  order: z
    .object({
      displayFulfillmentStatus: z.string(),
      fulfillmentOrders: z.object({
        nodes: z.array(
          z.object({
            id: z.string(),
            supportedActions: z.array(z.object({ action: z.string() })),
            assignedLocation: z.object({ name: z.string() }),
          }),
        ),
      }),
    })
    .nullable(),
})
const orderQuery = `query ($id: ID!) { order(id: $id) { displayFulfillmentStatus
  fulfillmentOrders(first: ${MAX_PARTS}) { nodes { id supportedActions { action } assignedLocation { name } } } } }`
const fulfilMutation = `mutation ($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { message } } }`
const fulfilSchema = z.object({
  fulfillmentCreate: z.object({
    fulfillment: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ message: z.string() })),
  }),
})

/**
 * Fulfils the rest of an order, and lets Shopify notify the buyer. Parts that are sent from several
 * places are reported one after the other. Parts that were shipped already are no failure.
 */
export async function fulfilOrder(
  settings: ShopifySettings,
  access: ShopAccess,
  { vendorOrderId, carrier, trackingNumber }: Shipped,
): Promise<void> {
  const order = await findOrder(settings, access, vendorOrderId)
  const open = (order?.fulfillmentOrders.nodes ?? []).filter(({ supportedActions }) =>
    supportedActions.some(({ action }) => action === "CREATE_FULFILLMENT"),
  )
  if (open.length === 0) {
    if (order?.displayFulfillmentStatus === "FULFILLED") return
    throw noted(vendor, "refused", "nothing-to-ship", "nothing of this order can be shipped", {
      vendorText: "Nothing of this order can be marked as shipped now.",
    })
  }
  const trackingInfo =
    carrier === "" && trackingNumber === ""
      ? undefined
      : { ...(carrier && { company: carrier }), ...(trackingNumber && { number: trackingNumber }) }
  for (const parts of Map.groupBy(open, ({ assignedLocation }) => assignedLocation.name).values()) {
    const lineItemsByFulfillmentOrder = parts.map(({ id }) => ({ fulfillmentOrderId: id }))
    const fulfillment = { lineItemsByFulfillmentOrder, notifyCustomer: true, trackingInfo }
    const { data } = await graph(settings, access, fulfilMutation, fulfilSchema, { fulfillment })
    const { userErrors } = data.fulfillmentCreate
    if (userErrors.length === 0) continue
    const vendorText = withoutSecrets(userErrors.map(({ message }) => message).join(" "))
    throw noted(vendor, "refused", "not-fulfilled", `answered: ${vendorText}`, { vendorText })
  }
}

/** Returns true if all of an order is marked as shipped. */
export async function isFulfilled(
  settings: ShopifySettings,
  access: ShopAccess,
  vendorOrderId: string,
): Promise<boolean> {
  return (await findOrder(settings, access, vendorOrderId))?.displayFulfillmentStatus === "FULFILLED"
}

async function findOrder(settings: ShopifySettings, access: ShopAccess, vendorOrderId: string) {
  const id = `gid://shopify/Order/${vendorOrderId}`
  return (await graph(settings, access, orderQuery, orderSchema, { id })).data.order
}
