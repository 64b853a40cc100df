import { z } from "zod"
import type { BankAccount } from "../contract/credits/payment.ts"
import type { Placed } from "./database-name.ts"
import { isLocalOrigin, sampleSettings } from "./sample-settings.ts"

const settingsSchema = z.object({
  /** The app's one origin, without a trailing slash. */
  APP_ORIGIN: z.url(),
  MAIL_FROM: z.string().min(3),
  /** The key that signs session and captcha cookies; at least 32 characters. */
  SESSION_KEY: z.string().min(32),
  /** The key for hashes of mailboxes with a trial, if `SESSION_KEY` has changed since they were hashed. */
  MAILBOX_KEY: z.string().min(32).optional(),
  /**
   * PayPal's REST API, without a trailing slash; sandbox: `https://api-m.sandbox.paypal.com`. This says
   * also whose certificates sign webhooks.
   */
  PAYPAL_API_URL: z.url().default("https://api-m.paypal.com"),
  PAYPAL_CLIENT_ID: z.string().min(1),
  PAYPAL_CLIENT_SECRET: z.string().min(1),
  /** The account that is paid; orders for any other are refused. */
  PAYPAL_MERCHANT_ID: z.string().min(1),
  /** The Open API's base without a trailing slash. */
  ETSY_API_URL: z.url(),
  /** The only origin for listing photos. */
  ETSY_IMAGE_ORIGIN: z.url(),
  /** The app's keystring and shared secret, from etsy.com/developers/your-apps. */
  ETSY_KEYSTRING: z.string().min(1),
  ETSY_SHARED_SECRET: z.string().min(1),
  /** The Shopify app's client id and secret, from its page in Shopify's dashboard. Without: no Shopify. */
  SHOPIFY_API_KEY: z.string().min(1).optional(),
  SHOPIFY_API_SECRET: z.string().min(1).optional(),
  /** An address, a stand-in's, that has each shop behind it, instead of shops' own addresses. */
  SHOPIFY_ORIGIN: z.url().optional(),
  /** The only origin for photos of Shopify's products. */
  SHOPIFY_IMAGE_ORIGIN: z.url().default("https://cdn.shopify.com"),
  /**
   * The only origin for Shopify's bulk files. Its documents promise none; their examples have
   * storage.googleapis.com/shopify/… and /shopify-tiers-assets-prod-us-east1/…
   * (shopify.dev/docs/api/usage/bulk-operations/imports, "Wait for the operation to finish").
   */
  SHOPIFY_FILE_ORIGIN: z.url().default("https://storage.googleapis.com"),
  /** A resolver of names that answers in JSON over https: what leads into a private network is not fetched. */
  DNS_URL: z.url().default("https://cloudflare-dns.com/dns-query"),
  /** The `id:key` pairs joined by commas, 32-byte keys in base64. The first encrypts, all decrypt. */
  TOKEN_KEYS: z.string().regex(/^[\w-]+:[A-Za-z0-9+/]{43}=(,[\w-]+:[A-Za-z0-9+/]{43}=)*$/),
})
export type Settings = z.infer<typeof settingsSchema>

/** The settings and secrets of the edge: those of both Workers, and those that only requests need. */
const edgeSettingsSchema = settingsSchema.extend({
  /** The address where people reach the operator, as the page shows it. */
  CONTACT_EMAIL: z.email(),
  CONTACT_PHONE: z.string().min(1).optional(),
  TURNSTILE_SITE_KEY: z.string().min(1),
  TURNSTILE_SCRIPT_URL: z.url(),
  TURNSTILE_VERIFY_URL: z.url(),
  TURNSTILE_SECRET: z.string().min(1),
  /** PayPal's id of our webhook, which is part of what it signs. */
  PAYPAL_WEBHOOK_ID: z.string().min(1),
  /** The bank account for transfers, as the page shows it. */
  BANK_ACCOUNT_HOLDER: z.string().min(1),
  BANK_NAME: z.string().min(1),
  BANK_IBAN: z.string().min(1),
  BANK_BIC: z.string().min(1),
  /** Etsy's consent page. */
  ETSY_OAUTH_URL: z.url(),
  /** Etsy's grant for the app: with `personal` five shops of all accounts, else any number. */
  ETSY_ACCESS: z.enum(["personal", "commercial"]).default("personal"),
  /** The key that lets `npm run export` and `npm run import` act for an account; without it, nobody can. */
  OPERATOR_KEY: z.string().min(32).optional(),
})
export type EdgeSettings = z.infer<typeof edgeSettingsSchema>

/** The names of each Worker's settings, for the test that holds the configurations to them. */
export const settingNames = {
  press: Object.keys(settingsSchema.shape),
  edge: Object.keys(edgeSettingsSchema.shape),
}

/** The bindings of both Workers. */
type Bindings = {
  /** The assets: the edge's are the page and the library's fonts, the press's the fonts alone. */
  ASSETS: Fetcher
  DB: D1Database
  FILES: R2Bucket
  INGEST_QUEUE: Queue
  READING_QUEUE: Queue
  PIECES_QUEUE: Queue
  RENDER_QUEUE: Queue
  RENDER_LONG_QUEUE: Queue
  SYNC_QUEUE: Queue
  SYNC_SLOW_QUEUE: Queue
  SHIPMENT_QUEUE: Queue
  RUN_QUEUE: Queue
  DELIVERY_QUEUE: Queue
  EVENT_QUEUE: Queue
  EVENT_SLOW_QUEUE: Queue
  USER_HUB: DurableObjectNamespace
  EMAIL: SendEmail
}
/**
 * The environment as the runtime gives it, which knows no account: the press's, on which code that runs
 * in both Workers may rely. It opens the directory alone.
 */
export type OpenEnv = Bindings & { [name in keyof Settings]: string }
export type OpenEdgeEnv = OpenEnv & { [name in keyof EdgeSettings]: string } & {
  /** The counts of bursts by address (`rate-limit.ts`). */
  WEBHOOK_BURSTS: RateLimit
}
/** The environment at an account's place, which `envOf` alone makes (`data/database.ts`). */
export type Env = Placed<OpenEnv>
export type EdgeEnv = Placed<OpenEdgeEnv>

/** Returns the parsed settings of this environment; a missing one is named. */
export const settingsOf: (env: OpenEnv) => Settings = onceOf(parsed(settingsSchema))
/** Returns the parsed settings of the edge; a missing one is named. */
export const edgeSettingsOf: (env: OpenEdgeEnv) => EdgeSettings = onceOf(parsed(edgeSettingsSchema))

/** Returns the names of the press's settings that are missing, malformed or, beyond this machine, samples. */
export const unreadySettingsOf: (env: OpenEnv) => readonly string[] = onceOf(unready(settingsSchema))
/** Returns the same names of the edge's settings. */
export const unreadyEdgeSettingsOf: (env: OpenEdgeEnv) => readonly string[] = onceOf(
  unready(edgeSettingsSchema),
)

function parsed<Schema extends z.ZodType>(schema: Schema): (env: object) => z.output<Schema> {
  return (env) => schema.parse(env)
}

function unready(schema: z.ZodObject): (env: object) => string[] {
  return (env) => {
    const settings = Object.fromEntries(
      Object.keys(schema.shape).map((name) => [name, Reflect.get(env, name)]),
    )
    const issues = schema.safeParse(settings).error?.issues ?? []
    const samples = isLocalOrigin(String(settings.APP_ORIGIN)) ? [] : sampleSettings(settings)
    return [...new Set([...issues.map(({ path }) => String(path[0])), ...samples.map(({ name }) => name)])]
  }
}

/** Returns a function that asks once per isolate: an environment does not change within one. */
function onceOf<T>(ask: (env: object) => T): (env: object) => T {
  const answers = new WeakMap<object, { answer: T }>()
  return (env) => {
    const known = answers.get(env)
    if (known) return known.answer
    const answer = ask(env)
    answers.set(env, { answer })
    return answer
  }
}

/** Returns the bank account for transfers. */
export function bankAccountOf(env: OpenEdgeEnv): BankAccount {
  const { BANK_ACCOUNT_HOLDER, BANK_NAME, BANK_IBAN, BANK_BIC } = edgeSettingsOf(env)
  return { accountHolder: BANK_ACCOUNT_HOLDER, bankName: BANK_NAME, iban: BANK_IBAN, bic: BANK_BIC }
}
