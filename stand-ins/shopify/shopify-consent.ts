import { html } from "hono/html"
import { z } from "zod"
import { page } from "../page.ts"
import type { ShopifyApp } from "./shopify-oauth.ts"
import type { Shop } from "./shopify-order.ts"

const CALLBACK_PATH = "/api/integrations/shopify/callback"
const scopes = [
  ...["read_orders", "read_all_orders", "read_products"],
  ...["assigned", "merchant_managed", "third_party"].flatMap((kind) => [
    `read_${kind}_fulfillment_orders`,
    `write_${kind}_fulfillment_orders`,
  ]),
]

const consentSchema = z.object({
  client_id: z.string(),
  scope: z.string().transform((text) => text.split(",").filter((one) => one !== "")),
  redirect_uri: z.url(),
  state: z.string().default(""),
})

/** Returns an app's request, or the reason why it is refused. */
export function readConsent(
  app: ShopifyApp,
  query: unknown,
): z.infer<typeof consentSchema> | { problem: string } {
  const asked = consentSchema.safeParse(query)
  if (!asked.success) return { problem: asked.error.issues[0].message }
  const { client_id, redirect_uri, scope } = asked.data
  if (client_id !== app.clientId) return { problem: "Application cannot be found for the given API key" }
  if (new URL(redirect_uri).pathname !== CALLBACK_PATH)
    return { problem: "invalid_request: The redirect_uri is not whitelisted" }
  const unknown = scope.filter((one) => !scopes.includes(one))
  if (unknown.length > 0 || scope.length === 0)
    return { problem: `invalid_scope: ${unknown.join(", ") || "none"}` }
  return asked.data
}

/** Returns the page that asks a merchant, with the plain buttons Allow and Deny. */
export function consentPage(at: Shop, query: Record<string, string>, asked: readonly string[]) {
  const fields = Object.entries(query).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return page(
    `Install Sheetsmith on ${at.name}`,
    html`<p>Sheetsmith asks for: <strong>${asked.join(", ")}</strong></p>
      <form method="post" action="/shopify/${at.domain}/admin/oauth/authorize">
        ${fields}
        <p>
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="deny">Deny</button>
        </p>
      </form>`,
  )
}
