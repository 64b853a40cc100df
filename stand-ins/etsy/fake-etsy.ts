import { type Context, Hono } from "hono"
import { html } from "hono/html"
import { z } from "zod"
import { page } from "../page.ts"
import { drawBuyersFile } from "./buyers-file.ts"
import { changeReceipt, DEFAULT_SHOP, type EtsyOrder, orderSchema } from "./etsy-control.ts"
import { type Access, KEYSTRING, SHARED_SECRET, Tokens } from "./etsy-oauth.ts"
import { shopResource } from "./etsy-resources.ts"
import { createShipment, Refusal } from "./etsy-shipment.ts"
import { drawMockup, findListings, findReceipt, listReceipts, Shops, takeOrders } from "./etsy-shop.ts"

const CALLBACK_PATH = "/api/integrations/etsy/callback"
const PER_SECOND = 150
const PER_DAY = 100_000
const MAX_LISTING_IDS = 100
const MAX_LIMIT = 100

const consentSchema = z.object({
  response_type: z.literal("code"),
  client_id: z.literal(KEYSTRING),
  redirect_uri: z.url().refine((text) => new URL(text).pathname === CALLBACK_PATH),
  scope: z.string().min(1),
  state: z.string().min(1),
  code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  code_challenge_method: z.literal("S256"),
})
const receiptQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(25),
  offset: z.coerce.number().int().min(0).default(0),
  min_last_modified: z.coerce.number().int().min(0).default(0),
  max_last_modified: z.coerce.number().int().min(0).default(Number.MAX_SAFE_INTEGER),
  sort_on: z.enum(["created", "updated", "receipt_id"]).default("created"),
  sort_order: z.enum(["asc", "ascending", "up", "desc", "descending", "down"]).default("desc"),
})

/**
 * Serves Etsy's consent page and the calls of its Open API v3 that reading orders needs, after
 * developers.etsy.com/documentation: authentication, rate limits, ShopReceipt, ShopListing. `appKey` is
 * what the one app sends as `x-api-key`.
 */
export function etsy(appKey = `${KEYSTRING}:${SHARED_SECRET}`) {
  const shops = new Shops()
  const tokens = new Tokens((name) => shops.named(name))
  const counts = { calls: 0, receiptCalls: 0, refused: 0 }
  const pending = { rateLimits: 0, retryAfterS: 1, wholeFirst: 0, cutOffs: 0, repeats: 0 }
  let refusal: Extract<EtsyOrder, { action: "refuse" }> | null = null
  let lastRefusal: string | null = null
  let lastBody: string | null = null
  let lastReceiptQuery: Record<string, string> = {}
  const app = new Hono()

  app.get("/etsy/oauth/connect", (c) => {
    const asked = consentSchema.safeParse(c.req.query())
    if (!asked.success)
      return c.html(page("Etsy cannot do this", html`<p>${asked.error.issues[0].message}</p>`), 400)
    return c.html(consentPage(asked.data))
  })
  app.post("/etsy/oauth/connect", async (c) => {
    const form = Object.fromEntries(await c.req.formData())
    const asked = consentSchema.parse(form)
    const back = new URL(asked.redirect_uri)
    back.searchParams.set("state", asked.state)
    if (form.decision === "allow") {
      const shop = shops.named(typeof form.shop === "string" && form.shop ? form.shop : DEFAULT_SHOP)
      const grant = { shop, scopes: asked.scope.split(" ") }
      back.searchParams.set("code", tokens.makeCode(grant, asked.redirect_uri, asked.code_challenge))
    } else {
      back.searchParams.set("error", "access_denied")
      back.searchParams.set("error_description", "The user denied the request")
    }
    return c.redirect(back.href)
  })
  app.post("/etsy/v3/public/oauth/token", async (c) => {
    const form = await c.req.formData()
    const reply = tokens.answer(new Map([...form].map(([name, value]) => [name, String(value)])))
    return c.json(reply, "error" in reply ? 400 : 200)
  })

  app.get("/etsy/v3/application/users/me", (c) =>
    allowed(c, "shops_r", ({ shop }) => ({ user_id: shop.userId, shop_id: shop.shopId })),
  )
  app.get("/etsy/v3/application/shops/:shopId", (c) =>
    open(c, () => {
      const shop = shops.state().find(({ shopId }) => String(shopId) === c.req.param("shopId"))
      return shop ? shopResource(shop) : null
    }),
  )
  app.get("/etsy/v3/application/shops/:shopId/receipts", (c) =>
    allowed(c, "transactions_r", ({ shop }) => {
      if (String(shop.shopId) !== c.req.param("shopId")) return null
      const query = receiptQuerySchema.parse(c.req.query())
      lastReceiptQuery = c.req.query()
      counts.receiptCalls += 1
      return listReceipts(shop, {
        limit: query.limit,
        offset: query.offset,
        minLastModifiedS: query.min_last_modified,
        maxLastModifiedS: query.max_last_modified,
        sortOn: query.sort_on,
        isDescending: query.sort_order.startsWith("d"),
      })
    }),
  )
  app.get("/etsy/v3/application/shops/:shopId/receipts/:receiptId", (c) =>
    allowed(c, "transactions_r", ({ shop }) =>
      String(shop.shopId) === c.req.param("shopId")
        ? findReceipt(shop, Number(c.req.param("receiptId")))
        : null,
    ),
  )
  app.post("/etsy/v3/application/shops/:shopId/receipts/:receiptId/tracking", async (c) => {
    const type = c.req.header("content-type") ?? ""
    const body: unknown = type.startsWith("application/json") ? await c.req.json().catch(() => null) : null
    return allowed(c, "transactions_w", ({ shop }) => {
      if (String(shop.shopId) !== c.req.param("shopId")) return null
      const receiptId = Number(c.req.param("receiptId"))
      return createShipment(shop, receiptId, body) ?? findReceipt(shop, receiptId)
    })
  })
  app.get("/etsy/v3/application/listings/batch", (c) =>
    open(c, (access) => {
      const ids = listed(c, "listing_ids").map(Number)
      const shop = access?.shop ?? shops.named(DEFAULT_SHOP)
      const matching = findListings(shop, ids.slice(0, MAX_LISTING_IDS), new URL(c.req.url).origin)
      const hasImages = listed(c, "includes").includes("Images")
      return {
        count: matching.length,
        results: hasImages ? matching : matching.map(({ images: _, ...listing }) => listing),
      }
    }),
  )
  app.get("/etsy/images/:form/:name", (c) => {
    const picture = drawMockup(Number.parseInt(c.req.param("name"), 10))
    return picture ? c.body(picture, 200, { "content-type": "image/svg+xml" }) : c.notFound()
  })

  // Buyers' uploads. A name that begins with `moved` redirects, one with `lying` lies about its file.
  app.get("/personalization/:folder/:name", (c) => {
    const name = c.req.param("name")
    if (name.startsWith("moved")) return c.redirect("/etsy/images/570/1.svg")
    if (name.startsWith("lying"))
      return c.body("<html>No picture</html>", 200, { "content-type": "image/jpeg" })
    const seed = [...c.req.param("folder")].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
    return c.body(drawBuyersFile(seed), 200, { "content-type": "image/png" })
  })

  app.get("/etsy/v3/application/openapi-ping", (c) => {
    const problem = keyProblem(c.req.header("x-api-key"))
    return problem === null ? c.json({ application_id: 1 }) : refuse(c, 403, problem)
  })

  function keyProblem(key: string | undefined): string | null {
    if (key === appKey) return null
    return key?.includes(":")
      ? "API key not found or not active."
      : "Shared secret is required in x-api-key header."
  }

  /** Serves a call that needs a token with this scope. */
  function allowed(c: Context, scope: string, answer: (access: Access) => unknown) {
    return checked(c, scope, (access) => access && answer(access))
  }

  /** Serves a call that needs the app's key alone; a token that comes with it has to be valid. */
  function open(c: Context, answer: (access: Access | null) => unknown) {
    return checked(c, null, answer)
  }

  /** Etsy's checks for every API call, in its order. */
  function checked(c: Context, scope: string | null, answer: (access: Access | null) => unknown) {
    counts.calls += 1
    if (pending.rateLimits > 0) {
      pending.rateLimits -= 1
      c.header("retry-after", String(pending.retryAfterS))
      return refuse(c, 429, "Exceeded per second rate limit")
    }
    if (refusal && refusal.times > 0) {
      refusal = { ...refusal, times: refusal.times - 1 }
      return refuse(c, refusal.status, refusal.error, refusal.description)
    }
    c.header("x-limit-per-second", String(PER_SECOND))
    c.header("x-remaining-this-second", String(PER_SECOND - 1))
    c.header("x-limit-per-day", String(PER_DAY))
    c.header("x-remaining-today", String(Math.max(0, PER_DAY - counts.calls)))
    const problem = keyProblem(c.req.header("x-api-key"))
    if (problem !== null) return refuse(c, 403, problem)
    const bearer = c.req.header("authorization")?.match(/^Bearer (\S+)$/)?.[1] ?? ""
    const access = tokens.find(bearer) ?? null
    if (!access && (scope !== null || bearer !== ""))
      return refuse(c, 401, "invalid_token", "access token is not valid")
    if (access && access.expiresAtMs <= Date.now())
      return refuse(c, 401, "invalid_token", "access token is expired")
    if (scope !== null && !access?.scopes.includes(scope))
      return refuse(c, 403, "insufficient_scope", `this call needs the scope ${scope}`)
    const body = answer(access)
    if (body === null) return refuse(c, 404, "Resource not found")
    if (body instanceof Refusal) return refuse(c, body.status, body.error)
    return send(c, JSON.stringify(body), scope === "transactions_r")
  }

  function send(c: Context, text: string, isReceipts: boolean) {
    const json = { "content-type": "application/json" }
    if (!isReceipts) return c.body(text, 200, json)
    const isDue = pending.wholeFirst === 0
    pending.wholeFirst = Math.max(0, pending.wholeFirst - 1)
    if (isDue && pending.repeats > 0 && lastBody !== null) {
      pending.repeats -= 1
      return c.body(lastBody, 200, json)
    }
    lastBody = text
    if (isDue && pending.cutOffs > 0) {
      pending.cutOffs -= 1
      return c.body(text.slice(0, Math.floor(text.length / 2)), 200, json)
    }
    return c.body(text, 200, json)
  }

  function refuse(
    c: Context,
    status: 400 | 401 | 403 | 404 | 409 | 429 | 500,
    error: string,
    description?: string,
  ) {
    counts.refused += 1
    lastRefusal = `${status} ${description ?? error}`
    return c.json({ error, ...(description ? { error_description: description } : {}) }, status)
  }

  function control(body: unknown) {
    const order = orderSchema.parse(body)
    switch (order.action) {
      case "rate-limit":
        pending.rateLimits = order.times
        pending.retryAfterS = order.retryAfterS
        break
      case "refuse":
        refusal = order
        break
      case "cut-off":
        pending.cutOffs = order.times
        pending.wholeFirst = order.after
        break
      case "repeat":
        pending.repeats = order.times
        pending.wholeFirst = order.after
        break
      case "expire-tokens":
        tokens.expireAccess()
        if (order.livesS !== undefined) tokens.accessLivesS = order.livesS
        break
      case "revoke-tokens":
        tokens.revoke()
        break
      case "receipts":
        shops.named(order.shop).openedWith = order.count
        break
      case "sell":
        shops.named(order.shop).listings = order.listings
        break
      case "spoil":
        shops.named(order.shop).spoilt.add(order.index)
        break
      case "arrive":
        takeOrders(shops.named(order.shop), order.count, order.atS ?? Math.floor(Date.now() / 1000))
        break
      default:
        return changeReceipt(shops.named(order.shop), order)
    }
    return state()
  }

  function state() {
    return {
      ...counts,
      lastRefusal,
      lastReceiptQuery,
      pending: { ...pending },
      tokens: tokens.state(),
      shops: shops.state(),
    }
  }

  return { app, state, control }
}

/** Returns a list in the query: with commas, as a name that repeats, or PHP's `name[]`. */
function listed(c: Context, name: string): string[] {
  const given = [...(c.req.queries(name) ?? []), ...(c.req.queries(`${name}[]`) ?? [])]
  return given.flatMap((text) => text.split(",")).filter((text) => text !== "")
}

function consentPage(asked: z.infer<typeof consentSchema>) {
  const fields = Object.entries(asked).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return page(
    "An application would like to connect to your account",
    html`<p>Sheetsmith asks for: <strong>${asked.scope}</strong></p>
      <form method="post" action="/etsy/oauth/connect">
        ${fields}
        <p><label>Shop <input name="shop" value="${DEFAULT_SHOP}" /></label></p>
        <p>
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="deny">Deny</button>
        </p>
      </form>`,
  )
}
