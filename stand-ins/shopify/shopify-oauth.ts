import { createHmac, randomBytes } from "node:crypto"
import { z } from "zod"
import { seal, unseal } from "../sealed-token.ts"

/** The one app registered with the stand-in. */
export type ShopifyApp = { clientId: string; clientSecret: string }
export const shopifyApp: ShopifyApp = {
  clientId: "stand-in-shopify-key",
  clientSecret: "stand-in-shopify-secret",
}

const CODE_LIVES_MS = 60_000
const ACCESS_LIVES_S = 3_600
const REFRESH_LIVES_S = 90 * 86_400
/** The most codes and used tokens that are kept at once; the oldest go first. */
const MAX_KEPT = 1_000

type Grant = { shop: string; scopes: string[] }
type Code = Grant & { expiresAtMs: number }
/** `line` is the chain of refreshed tokens that began with one code, `turn` the place in it. */
type Content = Grant & {
  kind: "access" | "refresh"
  line: string
  turn: number
  issuedAtMs: number
  /** Null for a token without an end, which Shopify gives where `expiring` is not asked for. */
  expiresAtMs: number | null
}
export type Access = Grant & { isExpiring: boolean }
export type TokenReply = { status: 200 | 400 | 401; body: Record<string, string | number> }

const requestSchema = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string().optional(),
  grant_type: z.string().optional(),
  refresh_token: z.string().optional(),
  expiring: z.union([z.string(), z.number()]).transform(String).optional(),
})

/**
 * Codes and tokens after shopify.dev/docs/apps/build/authentication-authorization: the authorization
 * code grant with expiring offline tokens. Tokens outlive a restart: each holds, sealed, whose it is.
 */
export class ShopifyTokens {
  readonly #app: ShopifyApp
  #codes = new Map<string, Code>()
  /** The last turn of each line whose refresh token was used; older turns are void. */
  #usedTurns = new Map<string, number>()
  #goneAtMs = new Map<string, number>()
  #voidedAtMs = 0
  #counts = { issued: 0, refreshes: 0 }
  #lastError: string | null = null
  /** Seconds that the next access tokens live. */
  accessLivesS = ACCESS_LIVES_S

  constructor(app: ShopifyApp) {
    this.#app = app
  }

  makeCode(grant: Grant): string {
    const code = randomBytes(16).toString("hex")
    keep(this.#codes, code, { ...grant, expiresAtMs: Date.now() + CODE_LIVES_MS })
    return code
  }

  answer(shop: string, body: unknown): TokenReply {
    const reply = this.#decide(shop, body)
    this.#lastError = reply.status === 200 ? null : String(reply.body.error_description)
    return reply
  }

  /** Returns a token's shop and scopes; null if the text is no token, or a void or expired one. */
  find(shop: string, token: string): Access | null {
    const content = this.#read("access", token)
    if (!content || content.shop !== shop) return null
    if (content.expiresAtMs !== null && content.expiresAtMs <= Date.now()) return null
    if (content.expiresAtMs !== null && content.issuedAtMs <= this.#voidedAtMs) return null
    return { shop, scopes: content.scopes, isExpiring: content.expiresAtMs !== null }
  }

  expireAccess(): void {
    this.#voidedAtMs = Date.now()
  }

  /** Voids all tokens of a shop whose merchant has removed the app. */
  uninstall(shop: string): void {
    keep(this.#goneAtMs, shop, Date.now())
  }

  state() {
    return { ...this.#counts, codes: this.#codes.size, lastError: this.#lastError }
  }

  #decide(shop: string, body: unknown): TokenReply {
    const request = requestSchema.safeParse(body)
    if (!request.success) return refused(400, "invalid_request", request.error.issues[0].message)
    const { client_id, client_secret, grant_type, code, refresh_token, expiring } = request.data
    if (client_id !== this.#app.clientId || client_secret !== this.#app.clientSecret)
      return refused(401, "invalid_client", "The client id or the client secret is wrong")
    if (grant_type === "refresh_token") return this.#refresh(shop, refresh_token ?? "")
    if (grant_type !== undefined && grant_type !== "authorization_code")
      return refused(400, "unsupported_grant_type", "The grant type is not supported")
    const known = this.#codes.get(code ?? "")
    if (!known || known.shop !== shop || known.expiresAtMs < Date.now())
      return refused(400, "invalid_request", "The authorization code was not found or was already used")
    this.#codes.delete(code ?? "")
    const line = randomBytes(9).toString("base64url")
    return this.#issue({ shop, scopes: known.scopes, line, turn: 0 }, expiring === "1")
  }

  /** Refreshes a token; the old one works until its successor is used, so a lost answer can be repeated. */
  #refresh(shop: string, token: string): TokenReply {
    const content = this.#read("refresh", token)
    if (!content || content.shop !== shop || (content.expiresAtMs ?? 0) <= Date.now())
      return refused(400, "invalid_grant", "The refresh token is invalid or has expired")
    const { line, turn } = content
    keep(this.#usedTurns, line, Math.max(turn, this.#usedTurns.get(line) ?? 0))
    this.#counts.refreshes += 1
    return this.#issue({ ...content, turn: turn + 1 }, true)
  }

  #issue(made: Pick<Content, "shop" | "scopes" | "line" | "turn">, isExpiring: boolean): TokenReply {
    this.#counts.issued += 1
    // Never the very moment at which the earlier tokens became void.
    const issuedAtMs = Math.max(Date.now(), this.#voidedAtMs + 1, (this.#goneAtMs.get(made.shop) ?? 0) + 1)
    const { shop, scopes, line, turn } = made
    const token = (kind: Content["kind"], livesS: number) => {
      const expiresAtMs = isExpiring ? issuedAtMs + livesS * 1000 : null
      const content: Content = { kind, shop, scopes, line, turn, issuedAtMs, expiresAtMs }
      return (kind === "access" ? "shpat_" : "shprt_") + seal(this.#app.clientSecret, content)
    }
    const access = { access_token: token("access", this.accessLivesS), scope: written(scopes) }
    if (!isExpiring) return { status: 200, body: access }
    const more = {
      expires_in: this.accessLivesS,
      refresh_token: token("refresh", REFRESH_LIVES_S),
      refresh_token_expires_in: REFRESH_LIVES_S,
    }
    return { status: 200, body: { ...access, ...more } }
  }

  #read(kind: Content["kind"], token: string): Content | null {
    if (!token.startsWith(kind === "access" ? "shpat_" : "shprt_")) return null
    const content = unseal(this.#app.clientSecret, token.slice("shpat_".length)) as Content | null
    if (content?.kind !== kind) return null
    const isVoid =
      content.issuedAtMs <= (this.#goneAtMs.get(content.shop) ?? 0) ||
      (kind === "refresh" && content.turn < (this.#usedTurns.get(content.line) ?? 0))
    return isVoid ? null : content
  }
}

/** Returns the query of a redirect with its `hmac`: hex, over the sorted query without it. */
export function signedQuery(app: ShopifyApp, query: Record<string, string>): URLSearchParams {
  const sorted = new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))
  sorted.set("hmac", createHmac("sha256", app.clientSecret).update(sorted.toString()).digest("hex"))
  return sorted
}

/** Returns all that scopes allow: writing includes reading. */
export function allows(scopes: readonly string[], needed: string): boolean {
  return scopes.includes(needed) || scopes.includes(needed.replace(/^read_/, "write_"))
}

/** Returns scopes as Shopify lists them: without the reading that writing includes. */
function written(scopes: readonly string[]): string {
  return scopes
    .filter((one) => !scopes.includes(one.replace(/^read_/, "write_")) || /^write_/.test(one))
    .join(",")
}

function refused(status: 400 | 401, error: string, error_description: string): TokenReply {
  return { status, body: { error, error_description } }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= MAX_KEPT) return
    map.delete(oldest)
  }
}
