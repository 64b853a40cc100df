import { createServer } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream as NodeStream } from "node:stream/web"
import { Hono } from "hono"
import { cloudflare } from "./cloudflare/fake-cloudflare.ts"
import { form } from "./delivery/fake-form.ts"
import { s3 } from "./delivery/fake-s3.ts"
import { webDav } from "./delivery/fake-webdav.ts"
import { etsy } from "./etsy/fake-etsy.ts"
import { Faults, LOST } from "./faults.ts"
import { internet } from "./internet/fake-internet.ts"
import { listener } from "./listener/fake-listener.ts"
import { mailbox } from "./mail/fake-mailbox.ts"
import { paypal } from "./paypal/fake-paypal.ts"
import type { PayPalApp } from "./paypal/paypal-account.ts"
import { shopify } from "./shopify/fake-shopify.ts"
import type { ShopifyApp } from "./shopify/shopify-oauth.ts"
import { turnstile } from "./turnstile/fake-turnstile.ts"

const KEEP_ALIVE_MS = 120_000

type Served = { origin: string; close(): Promise<void> }
export type StandIns = Served & {
  cloudflare: ReturnType<typeof cloudflare>
  /** Puts fresh stand-ins in the place of all but PayPal's, whose webhook stays, and ends its troubles. */
  reset(): Promise<void>
}

/** The vendors' apps that are accepted, in place of the local runtime's. */
type VendorApps = { paypal?: PayPalApp; etsyKey?: string; shopify?: ShopifyApp }

/** Serves every stand-in on one port of this machine; 0 picks a free one. */
export async function serveStandIns(port: number, apps: VendorApps = {}): Promise<StandIns> {
  let origin = ""
  const payments = paypal(() => origin, apps.paypal)
  let vendors = vendorsOf(payments, apps)
  const served = await listen((request) => vendors.app.fetch(request), port)
  origin = served.origin
  return {
    ...served,
    get cloudflare() {
      return vendors.cloud
    },
    async reset() {
      await payments.control({ action: "clear" })
      vendors = vendorsOf(payments, apps)
    },
  }
}

function vendorsOf(payments: ReturnType<typeof paypal>, apps: VendorApps) {
  const app = new Hono()
  const faults = new Faults()
  const mail = mailbox()
  const cloud = cloudflare()
  const captcha = turnstile(cloud.isWidgetSecret)
  const marketplace = etsy(apps.etsyKey)
  const shops = shopify(apps.shopify)
  const beyond = internet()
  const listeners = listener()
  const places = { webDav: webDav(), s3: s3(), form: form() }
  app.get("/__state", (c) =>
    c.json({
      faults: faults.state(),
      mailbox: mail.state(),
      turnstile: captcha.state(),
      paypal: payments.state(),
      etsy: marketplace.state(),
      shopify: shops.state(),
      cloudflare: cloud.state(),
      webDav: places.webDav.state(),
      s3: places.s3.state(),
      form: places.form.state(),
      internet: beyond.state(),
      listener: listeners.state(),
    }),
  )
  app.post("/__control", async (c) => {
    const body: { vendor?: unknown } = await c.req.json()
    if (body.vendor === "paypal") return c.json((await payments.control(body)) ?? {})
    if (body.vendor === "turnstile") return c.json(captcha.control(body))
    if (body.vendor === "mail") return c.json(mail.control(body))
    if (body.vendor === "etsy") return c.json(marketplace.control(body))
    if (body.vendor === "shopify") return c.json(await shops.control(body))
    if (body.vendor === "internet") return c.json(beyond.control(body))
    if (body.vendor === "listener") return c.json(listeners.control(body))
    if (body.vendor === "cloudflare") return c.json(cloud.control(body))
    return c.json(faults.order(body))
  })
  app.use("*", faults.middleware())
  app.route("/", mail.app)
  app.route("/", captcha.app)
  app.route("/", payments.app)
  app.route("/", marketplace.app)
  app.route("/", shops.app)
  app.route("/", cloud.app)
  app.route("/", beyond.app)
  app.route("/", listeners.app)
  for (const place of Object.values(places)) app.route("/", place.app)
  return { app, cloud }
}

function listen(answer: (request: Request) => Response | Promise<Response>, port: number): Promise<Served> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`)
      const gone = new AbortController()
      outgoing.once("close", () => gone.abort())
      const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD"
      const request = new Request(url, {
        method: incoming.method ?? "GET",
        signal: gone.signal,
        headers: Object.entries(incoming.headers).flatMap(([name, value]) =>
          [value].flat().map((one): [string, string] => [name, one ?? ""]),
        ),
        ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" } : {}),
      })
      const response = await answer(request)
      if (response.headers.has(LOST)) return outgoing.destroy()
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      if (!response.body) return outgoing.end()
      await pipeline(Readable.fromWeb(response.body as NodeStream), outgoing)
    } catch (error) {
      // The client has gone, or the answer breaks off on purpose.
      if (outgoing.headersSent) return outgoing.destroy()
      outgoing.writeHead(500).end(String(error))
    }
  })
  // Longer than any client keeps an idle connection, so none closes just as a call goes out on it.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      const address = server.address()
      const actualPort = typeof address === "object" && address ? address.port : port
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed())
          server.closeAllConnections()
        })
      resolve({ origin: `http://localhost:${actualPort}`, close })
    })
  })
}
