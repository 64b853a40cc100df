/** The path to which PayPal delivers its events, under the app's origin. */
export const paypalWebhookPath = "/api/webhooks/paypal"

/**
 * The events that a shop's webhook has to be subscribed to. Each says where to look: a checkout, a
 * capture, a refund or a dispute.
 */
export const paypalEvents: readonly string[] = [
  "CHECKOUT.ORDER.APPROVED",
  "CHECKOUT.PAYMENT-APPROVAL.REVERSED",
  "PAYMENT.CAPTURE.COMPLETED",
  "PAYMENT.CAPTURE.PENDING",
  "PAYMENT.CAPTURE.DENIED",
  "PAYMENT.CAPTURE.REFUNDED",
  "PAYMENT.CAPTURE.REVERSED",
  "CUSTOMER.DISPUTE.CREATED",
  "CUSTOMER.DISPUTE.UPDATED",
  "CUSTOMER.DISPUTE.RESOLVED",
]

/**
 * Another name of DENIED in some of PayPal's lists. PayPal refuses a webhook with an event that it
 * does not offer, so this one is asked for only where it is offered.
 */
const paypalEventsIfOffered: readonly string[] = ["PAYMENT.CAPTURE.DECLINED"]

/** Returns the events to subscribe to, given the names that PayPal offers (webhooks-event-types). */
export function paypalSubscription(offered: readonly string[]): string[] {
  return [...paypalEvents, ...paypalEventsIfOffered.filter((event) => offered.includes(event))]
}

/** Returns the events that a subscription lacks; `*` stands for all. */
export function missingPayPalEvents(subscribed: readonly string[]): string[] {
  if (subscribed.includes("*")) return []
  return paypalEvents.filter((event) => !subscribed.includes(event))
}
