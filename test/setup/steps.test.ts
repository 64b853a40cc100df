import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { allSteps } from "../../setup/all-steps.ts"
import { askFile } from "../../setup/ask.ts"
import { DeploymentFile } from "../../setup/deployment-file.ts"
import { checkAll, makeAll } from "../../setup/run-steps.ts"
import { Site } from "../../setup/site.ts"
import { cloudflareAccount, cloudflareToken } from "../../stand-ins/cloudflare/fake-cloudflare.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

const paypal = { clientId: "AbCdEf123456", clientSecret: "EFghIJ98765", merchantId: "ABCDEFGHJK123" }
const answers = {
  domain: "print.paperbird.io",
  MAIL_FROM: "Paperbird <hello@paperbird.io>",
  CONTACT_EMAIL: "help@paperbird.io",
  BANK_ACCOUNT_HOLDER: "Paperbird",
  BANK_NAME: "First Bird Bank",
  BANK_IBAN: "DE02120300000000202051",
  BANK_BIC: "BYLADEM1001",
  PAYPAL_CLIENT_ID: paypal.clientId,
  PAYPAL_CLIENT_SECRET: paypal.clientSecret,
  PAYPAL_MERCHANT_ID: paypal.merchantId,
  ETSY_KEYSTRING: "k3ystr1ngk3ystr1ng",
  ETSY_SHARED_SECRET: "sh4redsecr3t",
  SHOPIFY_API_KEY: "0123456789abcdef0123456789abcdef",
  SHOPIFY_API_SECRET: "shpss_0123456789abcdef0123456789abcdef",
}
/** The steps before the first one that deploys. */
const steps = allSteps.slice(
  0,
  allSteps.findIndex(({ name }) => name === "D1 tables"),
)

test("each thing is made once, even where the answer to its making is lost", async () => {
  const { site, control, state, call } = await givenVendors()
  const account = `/client/v4/accounts/${cloudflareAccount}`
  const writes = ["d1/database", "r2/buckets", "queues", "challenges/widgets"].map(
    (path) => `${account}/${path}`,
  )
  for (const path of [...writes, "/v1/notifications/webhooks"]) {
    await control({ path, method: "POST", action: "lose", times: 1 })
    await expect(
      makeAll(steps, site(answers), () => {}),
      path,
    ).rejects.toThrow()
  }
  expect(await makeAll(steps, site(answers), () => {})).toBe(true)
  const made = (await state()).cloudflare.writes.map((write: string) => write.split("/").slice(-2).join("/"))
  const count = (end: string) => made.filter((write: string) => write.endsWith(end)).length
  expect([count("d1/database"), count("r2/buckets"), count("/queues"), count("challenges/widgets")]).toEqual([
    1, 1, 24, 1,
  ])
  const { webhooks } = await call("/v1/notifications/webhooks")
  expect(webhooks).toHaveLength(1)
  const before = made.length
  expect(await makeAll(steps, site({}), () => {})).toBe(true)
  expect((await state()).cloudflare.writes).toHaveLength(before)
})

test("what was right and went wrong is named, and mended without a question more than it takes", async () => {
  const { site, path, call } = await givenVendors()
  expect(await makeAll(steps, site(answers), () => {})).toBe(true)
  const { webhooks } = await call("/v1/notifications/webhooks")
  await call(`/v1/notifications/webhooks/${webhooks[0].id}`, [
    { op: "replace", path: "/url", value: "https://old.paperbird.io/api/webhooks/paypal" },
    { op: "replace", path: "/event_types", value: [{ name: "PAYMENT.CAPTURE.COMPLETED" }] },
  ])
  const text = readFileSync(path, "utf8")
  const spoilt = text
    .replace(/database_id = .*/, 'database_id = "00000000-0000-0000-0000-000000000000"')
    .replace(answers.BANK_IBAN, "DE89 3704 0044 0532 0130 00")
    .replace(/TURNSTILE_SITE_KEY = .*/, 'TURNSTILE_SITE_KEY = "1x00000000000000000000AA"')
  writeFileSync(path, spoilt)
  const lines: string[] = []
  expect(await checkAll(steps, site({}), (line) => lines.push(line))).toBe(false)
  const wrong = lines.filter((line) => !line.startsWith("right")).join("\n")
  expect(wrong).toMatch(/^wrong +D1 database +database_id is all zeros$/m)
  expect(wrong).toMatch(/^wrong +Bank account +BANK_IBAN: This is a sample/m)
  expect(wrong).toMatch(/^wrong +Turnstile +TURNSTILE_SITE_KEY: This is a sample/m)
  expect(wrong).toMatch(
    /^wrong +PayPal webhook +the webhook goes to https:\/\/old.+ lacks CHECKOUT\.ORDER\.APPROVED/m,
  )
  expect(wrong.split("\n")).toHaveLength(4)
  expect(readFileSync(path, "utf8")).toBe(spoilt)
  expect(await makeAll(steps, site({ BANK_IBAN: answers.BANK_IBAN }), () => {})).toBe(true)
  expect(readFileSync(path, "utf8")).toBe(text)
})

test("who has no app at Shopify says so once; one of its two keys alone is wrong", async () => {
  const { site, path } = await givenVendors()
  const { SHOPIFY_API_SECRET: _, ...others } = answers
  expect(await makeAll(steps, site({ ...others, SHOPIFY_API_KEY: "none" }), () => {})).toBe(true)
  expect(readFileSync(path, "utf8")).toContain('shopify = "none"')
  const lines: string[] = []
  expect(await checkAll(steps, site({}), (line) => lines.push(line))).toBe(true)
  expect(lines.join("\n")).toMatch(/^right +Shopify app +not wanted: Shopify is not offered$/m)
  writeFileSync(path, readFileSync(path, "utf8").replace('shopify = "none"\n', ""))
  site({}).secrets.keep("SHOPIFY_API_KEY", answers.SHOPIFY_API_KEY)
  expect(await checkAll(steps, site({}), (line) => lines.push(line))).toBe(false)
  expect(lines.join("\n")).toMatch(/^wrong +Shopify app +SHOPIFY_API_SECRET is missing/m)
  expect(await makeAll(steps, site(answers), () => {})).toBe(true)
})

async function givenVendors() {
  const vendors = await serveStandIns(0, {
    paypal,
    etsyKey: `${answers.ETSY_KEYSTRING}:${answers.ETSY_SHARED_SECRET}`,
  })
  const folder = mkdtempSync(join(tmpdir(), "setup-"))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
    await vendors.close()
  })
  vi.stubEnv("CLOUDFLARE_API_TOKEN", cloudflareToken)
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", `${vendors.origin}/client/v4`)
  const moved = {
    "https://api-m.paypal.com": vendors.origin,
    "https://api.etsy.com": `${vendors.origin}/etsy`,
  }
  // Nobody answers at the app's address yet.
  vi.stubEnv(
    "SETUP_ADDRESSES",
    JSON.stringify({ ...moved, "https://print.paperbird.io": "http://127.0.0.1:9" }),
  )
  const headers = { "content-type": "application/json" }
  const control = (body: unknown) =>
    fetch(`${vendors.origin}/__control`, { method: "POST", headers, body: JSON.stringify(body) })
  await control({ vendor: "cloudflare", action: "zone", name: "paperbird.io" })
  const path = join(folder, "deployment.toml")
  const site = (given: Record<string, string>) => {
    writeFileSync(join(folder, "answers.json"), JSON.stringify(given))
    return new Site(new DeploymentFile(path), askFile(join(folder, "answers.json")))
  }
  /** Calls PayPal with the app's own token; a body makes the call a PATCH. */
  const call = async (to: string, body?: unknown) => {
    const login = await fetch(`${vendors.origin}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${paypal.clientId}:${paypal.clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    })
    const { access_token: token } = (await login.json()) as { access_token: string }
    const reply = await fetch(vendors.origin + to, {
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { method: "PATCH", body: JSON.stringify(body) }),
    })
    expect(reply.status).toBe(200)
    return JSON.parse(await reply.text())
  }
  const state = async () => JSON.parse(await (await fetch(`${vendors.origin}/__state`)).text())
  return { site, path, control, state, call }
}
