import type { Capture, Order, Refund } from "./paypal-books.ts"
import type { Money } from "./paypal-order-request.ts"

const payer = {
  payer_id: "STANDINPAYER1",
  email_address: "payer@stand-in.test",
  name: { given_name: "Pat", surname: "Payer" },
  address: { country_code: "US" },
}

/** The calls' answers about orders, captures and refunds; `origin` is the API's address. */
export class Bodies {
  readonly #origin: () => string

  constructor(origin: () => string) {
    this.#origin = origin
  }

  /** With `Prefer: return=minimal`, which is the default of calls that change something. */
  minimal({ id, status, links }: { id: string; status: string; links: unknown }) {
    return { id, status, links }
  }

  order(order: Order) {
    return {
      id: order.id,
      intent: order.request.intent,
      status: order.status,
      create_time: order.createTime,
      ...payerOf(order),
      purchase_units: order.request.purchase_units.map((unit, index) => ({
        ...unit,
        ...(index === 0 && order.captures.length > 0 ? { payments: this.#payments(order) } : {}),
      })),
      links: this.#orderLinks(order),
    }
  }

  capture(order: Order, capture: Capture) {
    const [unit] = order.request.purchase_units
    const path = `/v2/payments/captures/${capture.id}`
    return {
      id: capture.id,
      status: capture.status,
      ...(capture.status === "PENDING" ? { status_details: { reason: capture.pendingReason } } : {}),
      amount: capture.amount,
      final_capture: true,
      seller_protection: { status: "NOT_ELIGIBLE" },
      ...(capture.status === "PENDING" || capture.status === "DECLINED"
        ? {}
        : { seller_receivable_breakdown: { gross_amount: capture.amount, ...lessFee(capture.amount) } }),
      ...(unit.custom_id ? { custom_id: unit.custom_id } : {}),
      ...(unit.invoice_id ? { invoice_id: unit.invoice_id } : {}),
      create_time: capture.createTime,
      update_time: capture.createTime,
      supplementary_data: { related_ids: { order_id: order.id } },
      links: [
        this.#link(path, "self"),
        this.#link(`${path}/refund`, "refund", "POST"),
        this.#link(`/v2/checkout/orders/${order.id}`, "up"),
      ],
    }
  }

  refund(refund: Refund) {
    return {
      id: refund.id,
      status: refund.status,
      amount: refund.amount,
      create_time: refund.createTime,
      update_time: refund.createTime,
      links: [
        this.#link(`/v2/payments/refunds/${refund.id}`, "self"),
        this.#link(`/v2/payments/captures/${refund.captureId}`, "up"),
      ],
    }
  }

  #payments(order: Order) {
    const shown = order.refunds.filter(({ isHidden }) => !isHidden)
    return {
      captures: order.captures.map((capture) => this.capture(order, capture)),
      ...(shown.length > 0 ? { refunds: shown.map((refund) => this.refund(refund)) } : {}),
    }
  }

  #orderLinks(order: Order) {
    const path = `/v2/checkout/orders/${order.id}`
    const isOpen = order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED"
    const approval = order.request.payment_source ? "payer-action" : "approve"
    return [
      this.#link(path, "self"),
      ...(isOpen ? [this.#link(`/checkoutnow?token=${order.id}`, approval)] : []),
      ...(order.status === "APPROVED" ? [this.#link(`${path}/capture`, "capture", "POST")] : []),
    ]
  }

  #link(path: string, rel: string, method = "GET") {
    return { href: this.#origin() + path, rel, method }
  }
}

/** Returns the payer, who is known once the order is approved. */
function payerOf({ status }: Order): object {
  if (status !== "APPROVED" && status !== "COMPLETED") return {}
  const { payer_id: id, ...known } = payer
  return { payer, payment_source: { paypal: { account_id: id, account_status: "VERIFIED", ...known } } }
}

/** Returns PayPal's fee for goods: 3.49 % and 49 cents, at most the whole amount. */
function lessFee({ currency_code: currency, value }: Money) {
  const gross = Math.round(Number(value) * 100)
  const fee = Math.min(gross, Math.round(gross * 0.0349) + 49)
  const money = (cents: number): Money => ({ currency_code: currency, value: (cents / 100).toFixed(2) })
  return { paypal_fee: money(fee), net_amount: money(gross - fee) }
}
