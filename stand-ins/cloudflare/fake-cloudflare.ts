import { type Context, Hono, type MiddlewareHandler } from "hono"
import { z } from "zod"
import { type Account, emptyAccount, newZone, type Zone } from "./cloudflare-account.ts"
import { assetUploads } from "./cloudflare-assets.ts"
import { databases } from "./cloudflare-d1.ts"
import { domains } from "./cloudflare-domains.ts"
import { answer, answerPage, CloudflareError, isWrite } from "./cloudflare-reply.ts"
import { scripts, services, shownBinding } from "./cloudflare-scripts.ts"
import { buckets, queues } from "./cloudflare-storage.ts"
import { widgets } from "./cloudflare-widgets.ts"
import { zones } from "./cloudflare-zones.ts"

/** The path of Cloudflare's API; wrangler takes the whole address as CLOUDFLARE_API_BASE_URL. */
const BASE = "/client/v4"
/** The one token that is let in, with every right that `deny` has not taken away. */
export const cloudflareToken = "standin-cloudflare-token-0000000000000000"
export const cloudflareAccount = "0123456789abcdef0123456789abcdef"
const ZONE = "sheetsmith.test"
const MAX_CALLS = 500

/** The calls that need a right, as the page of API tokens names it. */
const rights: Readonly<Record<string, RegExp>> = {
  D1: /^\/accounts\/[^/]+\/d1\//,
  "Workers R2 Storage": /^\/accounts\/[^/]+\/r2\//,
  Queues: /^\/accounts\/[^/]+\/queues/,
  "Workers Scripts": /^\/accounts\/[^/]+\/workers\//,
  Turnstile: /^\/accounts\/[^/]+\/challenges\//,
  Zone: /^\/zones/,
  "Email Sending": /^\/zones\/[^/]+\/email\//,
  "Bot Management": /^\/zones\/[^/]+\/bot_management/,
}

/** `/__control` with `vendor: "cloudflare"`. */
const orderSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("reset") }),
  z.object({ action: z.literal("account"), id: z.string().regex(/^[0-9a-f]{32}$/), name: z.string() }),
  z.object({
    action: z.literal("zone"),
    name: z.string(),
    accountId: z.string().default(cloudflareAccount),
    status: z.enum(["active", "pending"]).default("active"),
    fightMode: z.boolean().default(false),
    records: z.array(z.string()).default([]),
  }),
  z.object({ action: z.literal("deny"), rights: z.array(z.enum(Object.keys(rights))) }),
])

/**
 * Serves Cloudflare's API as far as wrangler and this project's setup call it, written from
 * developers.cloudflare.com/api and from what wrangler reads of each answer. One account, in memory.
 */
export function cloudflare() {
  let accounts: Account[] = []
  let allZones: Zone[] = []
  let denied: string[] = []
  let calls: string[] = []
  let writes: string[] = []
  let written = 0
  reset()

  function reset() {
    accounts = [emptyAccount(cloudflareAccount, "Stand-in")]
    allZones = [newZone(ZONE, cloudflareAccount)]
    denied = []
    calls = []
    writes = []
    written = 0
  }

  const accountOf = (c: Context): Account => {
    const id = c.req.param("account") ?? ""
    const account = accounts.find((held) => held.id === id)
    if (account) return account
    if (/^[0-9a-f]{32}$/.test(id)) throw new CloudflareError(403, 10000, "Authentication error")
    throw new CloudflareError(
      404,
      7003,
      `Could not route to ${c.req.path}, perhaps your object identifier is invalid?`,
    )
  }
  const assets = assetUploads(accountOf)
  const custom = domains(accountOf, ({ id }) => allZones.filter(({ accountId }) => accountId === id))

  /** Keeps the last calls, and whether each changed something. */
  const record: MiddlewareHandler = async (c, next) => {
    const call = `${c.req.method} ${c.req.path.slice(BASE.length)}`
    calls = [...calls, call].slice(-MAX_CALLS)
    await next()
    if (!isWrite(c)) return
    written += 1
    writes = [...writes, call].slice(-MAX_CALLS)
  }
  /** Checks the token and its rights; files are uploaded with a token of their own. */
  const authorize: MiddlewareHandler = async (c, next) => {
    const path = c.req.path.slice(BASE.length)
    if (path.endsWith("/workers/assets/upload")) return next()
    const header = c.req.header("authorization")
    if (!header)
      throw new CloudflareError(400, 9106, "Missing X-Auth-Key, X-Auth-Email or Authorization headers")
    if (!/^Bearer [\w-]{40,}$/.test(header)) throw new CloudflareError(400, 6003, "Invalid request headers")
    if (header !== `Bearer ${cloudflareToken}`) {
      if (path === "/user/tokens/verify") throw new CloudflareError(401, 1000, "Invalid API Token")
      throw new CloudflareError(403, 9109, "Invalid access token")
    }
    if (denied.some((right) => rights[right]?.test(path)))
      throw new CloudflareError(403, 10000, "Authentication error")
    return next()
  }

  const app = new Hono().basePath(BASE)
  app.use("*", record)
  app.use("*", authorize)
  app.onError((error, c) => {
    const refusal =
      error instanceof CloudflareError ? error : new CloudflareError(500, 10013, `Stand-in: ${error}`)
    return c.json(refusal.body(), refusal.status)
  })
  app.get("/user/tokens/verify", (c) => answer(c, { id: cloudflareAccount, status: "active" }))
  app.get("/user", (c) => answer(c, { id: cloudflareAccount, email: "owner@sheetsmith.test" }))
  const listed = ({ id, name }: Account) => ({ id, name, type: "standard" })
  app.get("/accounts", (c) => answerPage(c, accounts.map(listed)))
  app.get("/memberships", (c) =>
    answerPage(
      c,
      accounts.map((account) => ({ id: account.id, status: "accepted", account: listed(account) })),
    ),
  )
  app.get("/accounts/:account", (c) => answer(c, listed(accountOf(c))))
  app.route("/accounts/:account/d1/database", databases(accountOf))
  app.route("/accounts/:account/r2/buckets", buckets(accountOf))
  app.route("/accounts/:account/queues", queues(accountOf))
  app.route("/accounts/:account/challenges/widgets", widgets(accountOf))
  app.route("/accounts/:account/workers/scripts/:script/assets-upload-session", assets.forScript)
  app.route("/accounts/:account/workers/assets/upload", assets.forFiles)
  app.route("/accounts/:account/workers/scripts/:script/domains", custom.forScript)
  app.route("/accounts/:account/workers/domains", custom.forAccount)
  app.route("/accounts/:account/workers/scripts", scripts(accountOf, assets.finished))
  app.route("/accounts/:account/workers", services(accountOf))
  app.route(
    "/zones",
    zones(
      () => allZones,
      (id) => accounts.find((account) => account.id === id)?.name ?? "",
    ),
  )
  app.all("*", () => {
    throw new CloudflareError(404, 7000, "No route for that URI")
  })

  return {
    app,
    control(body: unknown) {
      const order = orderSchema.parse(body)
      if (order.action === "reset") reset()
      if (order.action === "account") accounts.push(emptyAccount(order.id, order.name))
      if (order.action === "deny") denied = order.rights
      if (order.action === "zone") {
        const { name, accountId, status, fightMode, records } = order
        const others = allZones.filter((zone) => zone.name !== name)
        allZones = [...others, { ...newZone(name, accountId), status, fightMode, records }]
      }
      return {}
    },
    /** Tells Turnstile, at each verification, whether the secret is a widget's. */
    isWidgetSecret: (secret: string) =>
      accounts.some(({ widgets: all }) => all.some((widget) => widget.secret === secret)),
    /** Returns the account and the version of the Worker that is live at a hostname; null if none is. */
    liveAt(hostname: string) {
      for (const account of accounts) {
        const service = account.domains.find((domain) => domain.hostname === hostname)?.service
        const script = account.scripts.get(service ?? "")
        const versionId = script?.deployments[0]?.versions[0]?.version_id
        const version = script?.versions.find(({ id }) => id === versionId)
        if (version) return { account, version }
      }
      return null
    },
    state: () => ({ accounts: accounts.map(shownAccount), zones: allZones, denied, calls, writes, written }),
  }
}

/** Returns an account without bytes and secrets. */
function shownAccount(account: Account) {
  return {
    ...account,
    databases: account.databases.map(({ uuid, name }) => ({ uuid, name })),
    widgets: account.widgets.map(({ secret: _secret, ...widget }) => widget),
    scripts: [...account.scripts.values()].map(({ versions, ...script }) => ({
      ...script,
      versions: versions.map(({ modules, bindings, assets, ...version }) => ({
        ...version,
        modules: modules.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
        bindings: bindings.map(shownBinding),
        assets: assets && Object.keys(assets.files).length,
      })),
    })),
  }
}
