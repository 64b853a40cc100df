import { createServer, type IncomingHttpHeaders } from "node:http"
import { crc32 } from "node:zlib"
import forge from "node-forge"
import { expect, onTestFinished, test, vi } from "vitest"
import { registerWebhook } from "../../local/paypal.ts"
import { paypalAccount } from "../../stand-ins/paypal/paypal-account.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { isFromPayPal } from "../../worker/services/paypal/paypal-webhook.ts"

type Delivered = { headers: IncomingHttpHeaders; body: string }

/** The first event of an approved order, as a merchant's server gets it. */
async function delivered() {
  const { origin, close } = await serveStandIns(0)
  onTestFinished(close)
  const hook = Promise.withResolvers<Delivered>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      response.end()
      hook.resolve({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== "object" || !address) throw new Error("no port")
  const webhookId = await registerWebhook(origin, `http://localhost:${address.port}/`)
  const token = (await asked(origin, "/v1/oauth2/token", {
    authorization: `Basic ${btoa(`${paypalAccount.clientId}:${paypalAccount.clientSecret}`)}`,
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  })) as { access_token: string }
  const authorization = `Bearer ${token.access_token}`
  const purchaseUnits = [{ description: "Größe 10 €", amount: { currency_code: "USD", value: "10.00" } }]
  const order = (await asked(origin, "/v2/checkout/orders", {
    authorization,
    body: JSON.stringify({ intent: "CAPTURE", purchase_units: purchaseUnits }),
  })) as { id: string }
  await asked(origin, "/__control", {
    authorization,
    body: JSON.stringify({ vendor: "paypal", action: "approve", orderId: order.id }),
  })
  return { origin, authorization, webhookId, ...(await hook.promise) }
}

async function asked(origin: string, path: string, more: { authorization: string; body: BodyInit }) {
  const { authorization, body } = more
  const response = await fetch(origin + path, { method: "POST", headers: { authorization }, body })
  return (await response.json()) as unknown
}

test("what the stand-in signs, node-forge verifies, and PayPal's own call, and ours by either name of its API", async () => {
  const { origin, authorization, webhookId, headers, body } = await delivered()
  const of = (name: string) => String(headers[`paypal-${name}`])
  const path = new URL(of("cert-url")).pathname
  const pem = await (await fetch(origin + path)).text()

  const key = forge.pki.certificateFromPem(pem).publicKey as forge.pki.rsa.PublicKey
  const isSignedBy = (text: string) => {
    const words = [of("transmission-id"), of("transmission-time"), webhookId, crc32(text)].join("|")
    const digest = forge.md.sha256.create().update(words, "utf8").digest().bytes()
    try {
      return key.verify(digest, forge.util.decode64(of("transmission-sig")))
    } catch {
      return false
    }
  }
  expect(isSignedBy(body)).toBe(true)
  expect(isSignedBy(body.replace("{", "{ "))).toBe(false)

  const verification = {
    auth_algo: of("auth-algo"),
    cert_url: of("cert-url"),
    transmission_id: of("transmission-id"),
    transmission_sig: of("transmission-sig"),
    transmission_time: of("transmission-time"),
    webhook_id: webhookId,
    webhook_event: JSON.parse(body) as object,
  }
  const verified = (changes: object) =>
    asked(origin, "/v1/notifications/verify-webhook-signature", {
      authorization,
      body: JSON.stringify({ ...verification, ...changes }),
    })
  expect(await verified({})).toEqual({ verification_status: "SUCCESS" })
  expect(await verified({ webhook_event: { id: "WH-forged" } })).toEqual({ verification_status: "FAILURE" })
  expect(await verified({ webhook_id: "ANOTHER" })).toEqual({ verification_status: "FAILURE" })
  expect(await verified({ transmission_id: undefined })).toMatchObject({
    name: "VALIDATION_ERROR",
    details: [{ field: "transmission_id" }],
  })

  const asksFor: string[] = []
  vi.stubGlobal("fetch", (address: string) => {
    asksFor.push(address)
    return Promise.resolve(new Response(pem))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const isOurs = (api: string, host: string, text = body) => {
    const more = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    more.set("paypal-cert-url", host + path)
    const settings = { PAYPAL_API_URL: api, PAYPAL_WEBHOOK_ID: webhookId }
    return isFromPayPal(settings, more, new TextEncoder().encode(text), Date.now())
  }
  const live = ["https://api-m.paypal.com", "https://api.paypal.com"]
  const sandbox = ["https://api-m.sandbox.paypal.com", "https://api.sandbox.paypal.com"]
  for (const names of [live, sandbox, ["https://stand-in.test"]])
    for (const host of names) expect(await isOurs(names[0], host), host).toBe(true)
  expect(asksFor).toEqual([...live, ...sandbox, "https://stand-in.test"].map((host) => host + path))
  expect(await isOurs(live[0], live[0], `${body} `)).toBe(false)
  for (const [api, host] of [
    [live[0], sandbox[1]],
    [sandbox[0], live[1]],
    [live[0], "http://api.paypal.com"],
    [live[0], "https://api.paypal.com.evil.test"],
    [live[0], "https://api.paypal.com:444"],
    [live[0], "https://user@api.paypal.com"],
    ["https://stand-in.test", live[1]],
  ])
    expect(await isOurs(api, host), `${host} for ${api}`).toBe(false)
  expect(asksFor, "strangers are not asked").toHaveLength(5)
})
