import { createHash, randomBytes } from "node:crypto"
import { seal, unseal } from "../sealed-token.ts"
import type { Shop } from "./etsy-shop.ts"

/**
 * The one app registered with the stand-in; a request names it as `x-api-key: keystring:secret`.
 */
export const KEYSTRING = "sheetsmith-local-keystring"
export const SHARED_SECRET = "sheetsmith-local-secret"
const CODE_LIVES_MS = 60_000
const ACCESS_LIVES_S = 3_600
const REFRESH_LIVES_MS = 90 * 86_400_000
/** Codes, and tokens of each kind, kept at once; the oldest go first. */
const MAX_KEPT = 500

type Grant = { shop: Shop; scopes: string[] }
type Code = Grant & { redirectUri: string; challenge: string; expiresAtMs: number; isUsed: boolean }
export type Access = Grant & { expiresAtMs: number }
type Refresh = Grant & { expiresAtMs: number }

export type TokenReply =
  | { access_token: string; token_type: "Bearer"; expires_in: number; refresh_token: string }
  | { error: string; error_description: string }

/**
 * Codes and tokens after developers.etsy.com/documentation/essentials/authentication. Like Etsy's,
 * tokens outlive a restart: each holds, sealed, whose it is.
 */
export class Tokens {
  readonly #shopNamed: (name: string) => Shop
  #codes = new Map<string, Code>()
  #access = new Map<string, Access>()
  #refresh = new Map<string, Refresh>()
  #usedUp = new Map<string, true>()
  #revokedAtMs = 0
  #lastError: string | null = null
  #issued = 0
  /** Seconds that the next access tokens live. */
  accessLivesS = ACCESS_LIVES_S

  /** `shopNamed` finds the shop of a token from an earlier run. */
  constructor(shopNamed: (name: string) => Shop) {
    this.#shopNamed = shopNamed
  }

  makeCode(grant: Grant, redirectUri: string, challenge: string): string {
    const code = randomBytes(24).toString("base64url")
    keep(this.#codes, code, {
      ...grant,
      redirectUri,
      challenge,
      expiresAtMs: Date.now() + CODE_LIVES_MS,
      isUsed: false,
    })
    return code
  }

  answer(form: ReadonlyMap<string, string>): TokenReply {
    const reply = this.#decide(form)
    this.#lastError = "error" in reply ? reply.error_description : null
    return reply
  }

  find(token: string): Access | undefined {
    return this.#access.get(token) ?? this.#recall(this.#access, "access", token)
  }

  expireAccess(): void {
    for (const access of this.#access.values()) access.expiresAtMs = 0
  }

  /** The seller has removed the app from their account. */
  revoke(): void {
    this.#access.clear()
    this.#refresh.clear()
    this.#revokedAtMs = Date.now()
  }

  state() {
    return {
      codes: this.#codes.size,
      accessTokens: this.#access.size,
      refreshTokens: this.#refresh.size,
      issued: this.#issued,
      lastError: this.#lastError,
    }
  }

  #decide(form: ReadonlyMap<string, string>): TokenReply {
    if (form.get("client_id") !== KEYSTRING) return refused("invalid_client", "client_id is not a known app")
    switch (form.get("grant_type")) {
      case "authorization_code":
        return this.#exchange(form)
      case "refresh_token":
        return this.#renew(form)
      default:
        return refused("unsupported_grant_type", "grant_type must be authorization_code or refresh_token")
    }
  }

  #exchange(form: ReadonlyMap<string, string>): TokenReply {
    const code = this.#codes.get(form.get("code") ?? "")
    if (!code || code.expiresAtMs < Date.now())
      return refused("invalid_grant", "code is invalid or has expired")
    if (code.isUsed) return refused("invalid_grant", "code has been used previously")
    if (form.get("redirect_uri") !== code.redirectUri)
      return refused("invalid_grant", "redirect_uri does not match the one of the authorization request")
    const verifier = form.get("code_verifier") ?? ""
    const isProof =
      /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) &&
      createHash("sha256").update(verifier).digest("base64url") === code.challenge
    if (!isProof) return refused("invalid_grant", "code_verifier is invalid")
    code.isUsed = true
    return this.#issue(code)
  }

  /** A refresh token is good once: the answer brings the next one. */
  #renew(form: ReadonlyMap<string, string>): TokenReply {
    const token = form.get("refresh_token") ?? ""
    const refresh = this.#refresh.get(token) ?? this.#recall(this.#refresh, "refresh", token)
    if (!refresh || refresh.expiresAtMs < Date.now())
      return refused("invalid_grant", "refresh_token is invalid")
    this.#refresh.delete(token)
    keep(this.#usedUp, token, true)
    return this.#issue(refresh)
  }

  #issue({ shop, scopes }: Grant): TokenReply {
    const nowMs = Date.now()
    const accessUntilMs = nowMs + this.accessLivesS * 1000
    const refreshUntilMs = nowMs + REFRESH_LIVES_MS
    const access = sealed(shop.userId, {
      kind: "access",
      shop: shop.name,
      scopes,
      expiresAtMs: accessUntilMs,
      nowMs,
    })
    const refresh = sealed(shop.userId, {
      kind: "refresh",
      shop: shop.name,
      scopes,
      expiresAtMs: refreshUntilMs,
      nowMs,
    })
    keep(this.#access, access, { shop, scopes, expiresAtMs: accessUntilMs })
    keep(this.#refresh, refresh, { shop, scopes, expiresAtMs: refreshUntilMs })
    this.#issued += 1
    return {
      access_token: access,
      token_type: "Bearer",
      expires_in: this.accessLivesS,
      refresh_token: refresh,
    }
  }

  /** A token of an earlier run, read from its own content. */
  #recall(kept: Map<string, Access>, kind: Content["kind"], token: string): Access | undefined {
    const content = unsealed(token)
    if (content?.kind !== kind || this.#usedUp.has(token) || content.nowMs <= this.#revokedAtMs)
      return undefined
    const { scopes, expiresAtMs } = content
    const access = { shop: this.#shopNamed(content.shop), scopes, expiresAtMs }
    keep(kept, token, access)
    return access
  }
}

type Content = {
  kind: "access" | "refresh"
  shop: string
  scopes: string[]
  expiresAtMs: number
  nowMs: number
}

/** `{user's number}.{content and seal}`, as Etsy's tokens begin with the user's number. */
function sealed(userId: number, content: Content): string {
  return `${userId}.${seal(SHARED_SECRET, content)}`
}

function unsealed(token: string): Content | null {
  return unseal(SHARED_SECRET, token.slice(token.indexOf(".") + 1)) as Content | null
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= MAX_KEPT) return
    map.delete(oldest)
  }
}

function refused(error: string, error_description: string): TokenReply {
  return { error, error_description }
}
