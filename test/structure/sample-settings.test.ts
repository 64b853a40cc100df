import { expect, test } from "vitest"
import { unstable_readConfig as readConfig } from "wrangler"
import { workers } from "../../local/bundle.ts"
import { localOperatorKey, localSettings } from "../../local/local-settings.ts"
import { isLocalOrigin, sampleSettings } from "../../worker/sample-settings.ts"

const namesOf = (settings: Readonly<Record<string, unknown>>) =>
  sampleSettings(settings).map(({ name }) => name)

const live = {
  APP_ORIGIN: "https://print.shop.de",
  MAIL_FROM: "Print Shop <hello@print.shop.de>",
  CONTACT_EMAIL: "hello@shop.de",
  CONTACT_PHONE: "+49 30 5550 1423",
  BANK_ACCOUNT_HOLDER: "Print Shop",
  BANK_NAME: "Commerzbank",
  BANK_IBAN: "DE75 5121 0800 1245 1261 99",
  BANK_BIC: "COBADEFFXXX",
  TURNSTILE_SITE_KEY: "0x4AAAAAAADnPIDROrmt1Wwj",
  TURNSTILE_SECRET: "0x4AAAAAAADnPIDROzZzZzZzZzZzZzZzZzZ",
  TURNSTILE_SCRIPT_URL: "https://challenges.cloudflare.com/turnstile/v0/api.js",
  TURNSTILE_VERIFY_URL: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  PAYPAL_API_URL: "https://api-m.sandbox.paypal.com",
  PAYPAL_CLIENT_ID: "AeA1QIZXiflr1_-r0U2UbWTziOWX1GRQer5jkUq4ZfWT5qwb6qQRPq7jDtv57TL4POEEezGLdutcxnkJ",
  PAYPAL_CLIENT_SECRET: "ECYYrrSHdKfk_Q0EdvzdGkzj58a66kKaUQ5dZAEv4HvvtDId2_DpSuYDB088BZxGuMji7G4OFUnPog6p",
  PAYPAL_MERCHANT_ID: "TESTMERCHANT1",
  PAYPAL_WEBHOOK_ID: "8PT597110X687430LKGECATA",
  ETSY_OAUTH_URL: "https://www.etsy.com/oauth/connect",
  ETSY_KEYSTRING: "1aa2bb33c44d55eeeeee6fff",
  ETSY_SHARED_SECRET: "local7sn2x",
  TOKEN_KEYS: "1:q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=",
  SESSION_KEY: "Rk1pPZ2m0S7r5vW8xY3zA6bC9dE2fG5h",
}

test("no setting of a live shop is taken for a sample, its bank and sandbox included", () => {
  expect(sampleSettings(live)).toEqual([])
  expect(isLocalOrigin(live.APP_ORIGIN)).toBe(false)
})

test("every sample that is committed is named, with what belongs there and never what stands there", () => {
  const { vars } = readConfig({ config: workers.edge.config }, { hideWarnings: true })
  const own = /^(APP_ORIGIN|MAIL_FROM|CONTACT_|TURNSTILE_SITE_KEY|PAYPAL_\w+_ID|BANK_)/
  const samples = sampleSettings(vars)
  expect(samples.map(({ name }) => name)).toEqual(Object.keys(vars).filter((name) => own.test(name)))
  for (const { name, expected } of samples) expect(expected).not.toContain(String(vars[name]))
})

test("every setting of the local runtime would be named, and its address is local", () => {
  const settings = localSettings("http://localhost:8787", "http://localhost:8788")
  // A live shop may have either of these.
  const named = Object.keys(settings).filter((name) => name !== "ETSY_ACCESS")
  expect(namesOf(settings)).toEqual(named)
  expect(namesOf({ OPERATOR_KEY: localOperatorKey })).toEqual(["OPERATOR_KEY"])
  expect(isLocalOrigin(settings.APP_ORIGIN)).toBe(true)
})

test("samples in other forms are named too", () => {
  const bad = {
    APP_ORIGIN: ["http://print.shop.de", "https://print.shop.de/", "https://a.example", "https://shop.test"],
    MAIL_FROM: ["Shop <me@example.com>", "me@shop.invalid", "no address"],
    CONTACT_PHONE: ["(212) 555-0199"],
    BANK_IBAN: ["de89370400440532013000", "GB82 WEST 1234 5698 7654 32"],
    TURNSTILE_SITE_KEY: ["3x00000000000000000000FF", "2x00000000000000000000AB"],
    TURNSTILE_SECRET: ["3x0000000000000000000000000000000AA"],
    PAYPAL_WEBHOOK_ID: [" put-the-webhook-id-here "],
    PAYPAL_API_URL: ["http://api-m.paypal.com", "https://localhost:8788"],
  }
  for (const [name, values] of Object.entries(bad))
    for (const value of values) expect(namesOf({ [name]: value }), `${name} ${value}`).toEqual([name])
})

test("only a plain http address of this machine or of a test is local", () => {
  const local = [
    "http://localhost:8787",
    "http://127.0.0.1:1",
    "http://a.localhost",
    "http://sheetsmith.test",
  ]
  expect(local.filter(isLocalOrigin)).toEqual(local)
  const other = [
    "https://localhost",
    "http://localhost.shop.de",
    "http://shop.de",
    "https://shop.test",
    "",
    "x",
  ]
  expect(other.filter(isLocalOrigin)).toEqual([])
})
