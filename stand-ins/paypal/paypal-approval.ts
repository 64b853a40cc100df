import { type Context, Hono } from "hono"
import { html } from "hono/html"
import { page } from "../page.ts"
import type { Order } from "./paypal-books.ts"
import type { Orders } from "./paypal-orders.ts"
import { Problem } from "./paypal-problem.ts"

const style = `body { max-width: 26rem; }
  button { display: block; width: 100%; margin: 0.75rem 0; padding: 0.75rem; border-radius: 8px; border: 1px solid #8886; }
  .main { background: #0070ba; color: #fff; border-color: #0070ba; }
  strong { font-size: 1.75rem; }`

/** Serves PayPal's page, on which a payer approves an order or turns back. */
export function approval(orders: Orders): Hono {
  const app = new Hono()
  app.get("/", (c) => c.html(approvalPage(orders.find(c.req.query("token") ?? ""))))
  app.post("/:id/approve", async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const order = orders.approve(c.req.param("id"), form.get("funding") === "echeck" ? "echeck" : "instant")
    return backTo(c, order, "return_url", { token: order.id, PayerID: "STANDINPAYER1" })
  })
  app.post("/:id/cancel", (c) => {
    const order = orders.find(c.req.param("id"))
    return backTo(c, order, "cancel_url", { token: order.id })
  })
  return app
}

function backTo(c: Context, order: Order, name: "return_url" | "cancel_url", more: Record<string, string>) {
  const address = order.request.payment_source?.paypal?.experience_context?.[name]
  if (!address) throw new Problem(422, "MISSING_REQUIRED_PARAMETER")
  const url = new URL(address)
  for (const [key, text] of Object.entries(more)) url.searchParams.set(key, text)
  return c.redirect(url.href, 303)
}

function approvalPage(order: Order) {
  const [unit] = order.request.purchase_units
  const context = order.request.payment_source?.paypal?.experience_context
  const brand = context?.brand_name ?? "a shop"
  const isOpen = order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED"
  const echeck =
    context?.payment_method_preference === "IMMEDIATE_PAYMENT_REQUIRED"
      ? ""
      : html`<form method="post" action="/checkoutnow/${order.id}/approve"><input type="hidden" name="funding" value="echeck" /><button>Approve, paid by eCheck in some days</button></form>`
  const buttons = html`<form method="post" action="/checkoutnow/${order.id}/approve"><button class="main">Approve</button></form>
    ${echeck}
    <form method="post" action="/checkoutnow/${order.id}/cancel"><button>Cancel</button></form>`
  return page(
    `Pay ${brand}`,
    html`<p>${unit.description ?? "Your purchase"}</p>
      <p><strong>${unit.amount.value} ${unit.amount.currency_code}</strong></p>
      ${isOpen ? buttons : html`<p>This order is ${order.status.toLowerCase()}.</p>`}
      <p><small>A stand-in for PayPal on this machine: no money moves.</small></p>`,
    style,
  )
}
