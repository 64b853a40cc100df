import type { Context } from "hono"
import type { PayPalApp } from "./paypal-account.ts"
import { Problem, TokenProblem } from "./paypal-problem.ts"

const TOKEN_LIFE_S = 32_400
const MAX_TOKENS = 1_000

/** Access tokens for one account's app (developer.paypal.com/api/rest/authentication). */
export class Tokens {
  readonly #credentials: string
  readonly #tokens = new Set<string>()

  constructor({ clientId, clientSecret }: PayPalApp) {
    this.#credentials = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`
  }

  get count(): number {
    return this.#tokens.size
  }

  async grant(c: Context): Promise<Response> {
    if (c.req.header("authorization") !== this.#credentials)
      return c.json({ error: "invalid_client", error_description: "Client Authentication failed" }, 401)
    const form = new URLSearchParams(await c.req.text())
    if (form.get("grant_type") !== "client_credentials")
      return c.json({ error: "unsupported_grant_type", error_description: "Grant Type is NULL" }, 400)
    const token = `A21AA${crypto.randomUUID().replaceAll("-", "")}`
    if (this.#tokens.size >= MAX_TOKENS) this.clear()
    this.#tokens.add(token)
    return c.json({
      scope: "https://uri.paypal.com/services/payments/payment",
      access_token: token,
      token_type: "Bearer",
      app_id: "APP-80W284485P519543T",
      expires_in: TOKEN_LIFE_S,
      nonce: `${new Date().toISOString()}${crypto.randomUUID()}`,
    })
  }

  /** Refuses a call without a valid token. */
  check(c: Context): void {
    const given = c.req.header("authorization")
    if (given === undefined) throw new Problem(401, "INVALID_ACCOUNT_STATUS")
    if (!this.#tokens.has(given.match(/^Bearer (\S+)$/)?.[1] ?? "")) throw new TokenProblem()
  }

  /** Withdraws all tokens. */
  clear(): void {
    this.#tokens.clear()
  }
}
