import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "vitest"
import { cloudflareAccount, cloudflareToken } from "../../stand-ins/cloudflare/fake-cloudflare.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { serveLiveApp, vendorAddresses } from "./live-app.ts"
import { runSetup, type SetupRun } from "./run-setup.ts"

export const HOST = "print.paperbird.io"
const WEBHOOK = `https://${HOST}/api/webhooks/paypal`
export const ACCOUNT = `/client/v4/accounts/${cloudflareAccount}`
export const PAYPAL_WEBHOOKS = "/v1/notifications/webhooks"
export const paypal = {
  clientId: "AYSq3RDGsmBLJEotTkBtMjBRd1TCQwFf9RGfwddNXWz0uFU9ztymylOhRS",
  clientSecret: "EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp4PTTVWkPZRbL",
  merchantId: "8XK2M5PQR7TVW",
}
export const etsy = { keystring: "1aa2bb33c44d55eeeeee6fff", secret: "q7sn2xk9ab" }
export const shopify = {
  key: "5f3a2b1c4d6e7f8091a2b3c4d5e6f708",
  secret: "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",
}
export const answers: Record<string, string> = {
  domain: HOST,
  MAIL_FROM: "Paperbird <hello@paperbird.io>",
  CONTACT_EMAIL: "help@paperbird.io",
  CONTACT_PHONE: "",
  BANK_ACCOUNT_HOLDER: "Paperbird GmbH",
  BANK_NAME: "Deutsche Kreditbank",
  BANK_IBAN: "DE02 1203 0000 0000 2020 51",
  BANK_BIC: "BYLADEM1001",
  PAYPAL_CLIENT_ID: paypal.clientId,
  PAYPAL_CLIENT_SECRET: paypal.clientSecret,
  PAYPAL_MERCHANT_ID: paypal.merchantId,
  ETSY_KEYSTRING: etsy.keystring,
  ETSY_SHARED_SECRET: etsy.secret,
  SHOPIFY_API_KEY: shopify.key,
  SHOPIFY_API_SECRET: shopify.secret,
  admin_email: "owner@paperbird.io",
}

/** The part of the stand-ins' state that tests read. */
type State = {
  cloudflare: {
    written: number
    zones: { name: string; senders: { name: string }[] }[]
    accounts: {
      databases: { uuid: string; name: string }[]
      buckets: unknown[]
      widgets: { sitekey: string; domains: string[] }[]
      domains: { id: string; hostname: string; service: string }[]
      queues: {
        queue_id: string
        queue_name: string
        consumers: { consumer_id: string; script: string }[]
      }[]
      scripts: {
        name: string
        versions: { bindings: { name: string; type: string }[] }[]
        subdomain: { enabled: boolean; previews_enabled: boolean }
        schedules: { cron: string }[]
      }[]
    }[]
  }
}
export type Shop = Awaited<ReturnType<typeof freshAccount>>

/** Makes a Cloudflare account with a zone, and a folder for setup's files. */
export async function freshAccount() {
  const standIns = await serveStandIns(0, { paypal, etsyKey: `${etsy.keystring}:${etsy.secret}` })
  standIns.cloudflare.control({ action: "zone", name: "paperbird.io" })
  const app = await serveLiveApp(standIns, HOST)
  const folder = mkdtempSync(join(tmpdir(), "sheetsmith-setup-"))
  const answersFile = join(folder, "answers.json")
  const deploymentFile = join(folder, "deployment.toml")
  const env = {
    CLOUDFLARE_API_BASE_URL: `${standIns.origin}/client/v4`,
    CLOUDFLARE_API_TOKEN: cloudflareToken,
    DEPLOYMENT_FILE: deploymentFile,
    SETUP_ADDRESSES: JSON.stringify({
      ...vendorAddresses(standIns.origin),
      [`https://${HOST}`]: app.origin,
    }),
  }
  const state = async (): Promise<State["cloudflare"]> => {
    const reply: State = await (await fetch(`${standIns.origin}/__state`)).json()
    return reply.cloudflare
  }
  return {
    deploymentFile,
    secretsFile: join(folder, "deployment.secrets.json"),
    state,
    account: async () => {
      const [account] = (await state()).accounts
      return account
    },
    control: (order: object) =>
      fetch(`${standIns.origin}/__control`, { method: "POST", body: JSON.stringify(order) }),
    /** Makes a call as the owner does by hand, in the dashboard or through the API. */
    async byHand(method: string, path: string, body?: unknown) {
      const reply = await fetch(standIns.origin + path, {
        method,
        headers: { authorization: `Bearer ${cloudflareToken}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      expect(reply.ok, `${method} ${path}`).toBe(true)
      return reply.json()
    },
    async webhooks(): Promise<{ id: string; url: string }[]> {
      const { headers } = await paypalAccess(standIns.origin)
      const reply = await fetch(standIns.origin + PAYPAL_WEBHOOKS, { headers })
      const { webhooks }: { webhooks: { id: string; url: string }[] } = await reply.json()
      return webhooks
    },
    async changeWebhook(id: string, change: object[]) {
      const { headers } = await paypalAccess(standIns.origin)
      const reply = await fetch(`${standIns.origin}${PAYPAL_WEBHOOKS}/${id}`, {
        method: "PATCH",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(change),
      })
      expect(reply.status).toBe(200)
    },
    setup(given: object, killAfter?: (line: string) => boolean) {
      writeFileSync(answersFile, JSON.stringify(given))
      return runSetup(["--answers", answersFile], env, killAfter)
    },
    check: () => runSetup(["--check"], env),
    deploy: () => runSetup([], env, undefined, "deploy"),
    async close() {
      await app.close()
      await standIns.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function paypalAccess(origin: string) {
  const reply = await fetch(`${origin}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${paypal.clientId}:${paypal.clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  })
  const { access_token: token }: { access_token: string } = await reply.json()
  return { headers: { authorization: `Bearer ${token}` } }
}

/** Checks that each resource exists once, databases as many as wanted, and that everything is connected correctly. */
export async function expectWhole(shop: Shop, wantedDatabases = 1): Promise<void> {
  const { databases, buckets, queues, widgets, domains, scripts } = await shop.account()
  const counts = [databases, buckets, queues, widgets].map(({ length }) => length)
  expect(counts).toEqual([wantedDatabases, 1, 24, 1])
  expect(widgets[0].domains).toEqual([HOST])
  expect(domains.map(({ hostname, service }) => [hostname, service])).toEqual([[HOST, "sheetsmith"]])
  for (const { queue_name, consumers } of queues)
    expect(
      consumers.map(({ script }) => script),
      queue_name,
    ).toEqual(["sheetsmith-press"])
  for (const { name, subdomain } of scripts)
    expect(subdomain, name).toEqual({ enabled: false, previews_enabled: false })
  expect(scripts.map(({ name, schedules }) => [name, schedules.length])).toEqual([
    ["sheetsmith", 0],
    ["sheetsmith-press", 2],
  ])
  const [zone] = (await shop.state()).zones.filter(({ name }) => name === "paperbird.io")
  expect(zone.senders.map(({ name }) => name)).toEqual(["paperbird.io"])
  expect((await shop.webhooks()).map(({ url }) => url)).toEqual([WEBHOOK])
}

/** Returns all that a run printed. */
export const said = ({ lines }: SetupRun): string => lines.join("\n")
