import { createHash, randomBytes } from "node:crypto"
import { ASSISTANT_PATH } from "../contract/accounts/assistant-path.ts"
import { type Scope, scopeNames } from "../contract/accounts/scope.ts"
import { Client } from "../local/client.ts"
import { programOf } from "./access-token.ts"

/** The address of an assistant that people come back to. */
export const CALLBACK = "https://assistant.example/callback"

/** The tokens of an assistant, as RFC 6749 (section 5.1) names them. */
export type AssistantTokens = {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
}

/** An answer of what lets assistants in. */
type Answer = { status: number; headers: Headers; body: Record<string, unknown> }

/** Returns an assistant's server: it has no cookies, and none of a browser's headers. */
export function assistantServer(origin: string, address = "192.0.2.77"): Client {
  return new Client(origin, { address, headers: { "sec-fetch-site": "" } })
}

/** Registers an assistant that keeps no secret; returns its client id. */
export async function registerAssistant(server: Client, more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await answerOf(
    server.fetch("POST", "/oauth/register", {
      client_name: "Claude",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      ...more,
    }),
  )
  if (status !== 201) throw new Error(`registration answered ${status} ${JSON.stringify(body)}`)
  return String(body.client_id)
}

/** Returns a verifier of PKCE and its challenge (RFC 7636, section 4). */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") }
}

/** Returns the query of the page that an assistant sends a person to; undefined values are left out. */
export function questionOf(
  origin: string,
  clientId: string,
  challenge: string,
  more: Record<string, string | undefined> = {},
): string {
  const query: Record<string, string | undefined> = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope: scopeNames.join(" "),
    state: "as-it-was",
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource: origin + ASSISTANT_PATH,
    ...more,
  }
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return `?${new URLSearchParams(given)}`
}

/** Asks for tokens. */
export function askForTokens(server: Client, fields: Record<string, string>): Promise<Answer> {
  const form = { "content-type": "application/x-www-form-urlencoded" }
  return answerOf(server.fetch("POST", "/oauth/token", String(new URLSearchParams(fields)), form))
}

/** Has a person let an assistant in, and the assistant take its tokens. */
export async function connectAssistant(
  person: Client,
  { scopes = scopeNames, name = "Claude" }: { scopes?: readonly Scope[]; name?: string } = {},
): Promise<{ clientId: string; tokens: AssistantTokens; program: Client; server: Client }> {
  const server = assistantServer(person.origin, person.headers["cf-connecting-ip"])
  const clientId = await registerAssistant(server, { client_name: name })
  const { verifier, challenge } = pkce()
  const question = questionOf(person.origin, clientId, challenge)
  const { leadTo } = await person.expect<{ leadTo: string }>("POST", "/api/assistants", { question, scopes })
  const { status, body } = await askForTokens(server, {
    ...{ grant_type: "authorization_code", client_id: clientId, redirect_uri: CALLBACK },
    code: new URL(leadTo).searchParams.get("code") ?? "",
    code_verifier: verifier,
  })
  if (status !== 200) throw new Error(`the code was answered ${status} ${JSON.stringify(body)}`)
  const tokens = body as AssistantTokens
  return { clientId, tokens, program: programOf(person, tokens.access_token), server }
}

/** Returns an answer with its JSON; an empty one where it has none. */
export async function answerOf(call: Promise<Response>): Promise<Answer> {
  const response = await call
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text === "" ? "{}" : text) }
}
