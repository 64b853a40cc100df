import {
  AuthorizationError,
  type AuthRequest,
  authorizationErrorRedirect,
  OAuthAuthorizationServer,
} from "@cloudflare/workers-oauth-provider"
import { ASSISTANT_PATH, CONSENT_PATH } from "../../contract/accounts/assistant-path.ts"
import { type Scope, scopeNames } from "../../contract/accounts/scope.ts"
import { DAY_MS } from "../../contract/duration.ts"
import type { Id } from "../../contract/id.ts"
import { ASSISTANT_DAYS, MAX_NAME_LENGTH } from "../../contract/limit.ts"
import { productName } from "../../contract/text.ts"
import { kvOf, NotWritten, type OauthStore } from "./oauth-store.ts"

/** The Worker, as what lets assistants in needs it. */
export type AuthorizationHost = {
  /** The address of the app, which issues the tokens. */
  origin: string
  store: OauthStore
  /** Returns a name without what hides or reorders it. */
  labelText(text: string): string
}

/** What an assistant asks for, as the page shows it to the person. */
type Asked = { state: "asked"; name: string; host: string; isOnThisComputer: boolean; scopes: Scope[] }
/** A question that is wrong, by an assistant that may hear of it. */
type Wrong = { state: "wrong"; words: string; host: string; leadTo: string }
/** A question of nobody that is known: it leads nowhere. */
type Unreadable = { state: "unreadable"; words: string }
/** An answer, and the address that leads back to the assistant with it. */
type Answered = { state: "answered"; leadTo: string }

const DAY_S = DAY_MS / 1000
const HOUR_S = 3_600
/** The days for which a program's registration is kept after its last use: longer than any access. */
const CLIENT_DAYS = ASSISTANT_DAYS + 30
/** The times that a refresh is begun anew because another one came first. */
const MAX_REFRESHES = 10
const METADATA_PATH = `/.well-known/oauth-protected-resource${ASSISTANT_PATH}`
const TOKEN_PATH = "/oauth/token"
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const UNKNOWN = "This assistant is not known here, or wants its answer sent elsewhere. Connect it anew."

/** What only a server of resources looks at. */
const UNUSED_CONTEXT = {} as ExecutionContext

type Env = { OAUTH_KV: ReturnType<typeof kvOf> }

function serverOf({ origin }: AuthorizationHost): OAuthAuthorizationServer<Env> {
  return new OAuthAuthorizationServer<Env>({
    issuer: origin,
    resources: [origin + ASSISTANT_PATH],
    authorizeEndpoint: CONSENT_PATH,
    tokenEndpoint: TOKEN_PATH,
    clientRegistrationEndpoint: "/oauth/register",
    scopesSupported: [...scopeNames],
    accessTokenTTL: HOUR_S,
    refreshTokenTTL: ASSISTANT_DAYS * DAY_S,
    refreshTokenIdleTTL: ASSISTANT_DAYS * DAY_S,
    clientRegistrationTTL: CLIENT_DAYS * DAY_S,
    // What an assistant is refused is its own affair, and counted by address.
    onError: () => undefined,
  })
}

/** Answers what assistants ask to get in: descriptions, registration, tokens. Null for addresses that are none of these. */
export async function serveAuthorization(
  request: Request,
  host: AuthorizationHost,
): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  if (pathname === METADATA_PATH) return describeResource(host)
  const address = host.origin + pathname + search
  const body = request.body === null ? null : await request.arrayBuffer()
  const isRefresh = pathname === TOKEN_PATH && new URLSearchParams(textOf(body)).has("refresh_token")
  for (let tries = isRefresh ? MAX_REFRESHES : 1; tries > 0; tries--) {
    try {
      const { method, headers } = request
      const asked = new Request(address, { method, headers, body })
      const answer = await serverOf(host).fetch(asked, envOf(host), UNUSED_CONTEXT)
      return answer.status === 404 ? null : answer
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error
    }
  }
  const refusal = { error: "invalid_grant", error_description: "Another request came first" }
  return Response.json(refusal, { status: 400, headers: { "cache-control": "no-store" } })
}

/** Returns what the question of an assistant asks for, or what is wrong with it. */
export async function readQuestion(
  question: string,
  host: AuthorizationHost,
): Promise<Asked | Wrong | Unreadable> {
  const read = await parse(question, host)
  return read.state === "asked" ? read.asked : read
}

/** Lets an assistant act for an account. `full`: the account has as many as it may. */
export async function allowAssistant(
  question: string,
  { userId, scopes }: { userId: Id; scopes: readonly string[] },
  host: AuthorizationHost,
): Promise<Answered | Unreadable | { state: "full" }> {
  const read = await parse(question, host)
  if (read.state !== "asked") return { state: "unreadable", words: read.words }
  const { request, asked } = read
  const given = asked.scopes.filter((scope) => scopes.includes(scope))
  if (given.length < new Set(scopes).size)
    return { state: "unreadable", words: "The assistant has not asked for all of that." }
  try {
    const { redirectTo } = await helpersOf(host).completeAuthorization({
      request,
      userId,
      scope: given,
      metadata: { name: asked.name, host: asked.host },
      // All that a call needs is in the directory, where it can change.
      props: {},
    })
    await host.store.keep(`client:${request.clientId}`, Date.now() + CLIENT_DAYS * DAY_MS)
    return { state: "answered", leadTo: redirectTo }
  } catch (error) {
    if (error instanceof NotWritten) return { state: "full" }
    throw error
  }
}

/** Refuses what an assistant asks for; the address tells it so. */
export async function refuseAssistant(
  question: string,
  host: AuthorizationHost,
): Promise<Answered | Unreadable> {
  const read = await parse(question, host)
  if (read.state !== "asked") return { state: "unreadable", words: read.words }
  return { state: "answered", leadTo: authorizationErrorRedirect(read.request, "access_denied") }
}

type Parsed = { state: "asked"; request: AuthRequest; asked: Asked } | Wrong | Unreadable

async function parse(question: string, host: AuthorizationHost): Promise<Parsed> {
  const query = new URLSearchParams(question)
  const helpers = helpersOf(host)
  let request: AuthRequest
  try {
    request = await helpers.parseAuthRequest(new Request(`${host.origin}${CONSENT_PATH}?${query}`))
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error
    const { redirectTo, redirectUri, description } = error
    if (redirectTo === undefined || redirectUri === undefined) return { state: "unreadable", words: UNKNOWN }
    return wrong(description, redirectUri, redirectTo)
  }
  // OAuth 2.1 excuses programs with a secret of their own; nobody is excused here.
  if (request.codeChallenge === undefined)
    return wrongBy(request, "invalid_request", "PKCE (S256) is required")
  const scopes = scopeNames.filter((name) => request.scope.length === 0 || request.scope.includes(name))
  if (scopes.length === 0) return wrongBy(request, "invalid_scope", "None of these scopes is known here")
  const client = await helpers.lookupClient(request.clientId)
  const { host: to, hostname } = new URL(request.redirectUri)
  const name = host
    .labelText(client?.clientName ?? "")
    .trim()
    .slice(0, MAX_NAME_LENGTH)
  return {
    state: "asked",
    request,
    asked: {
      ...{ state: "asked", name: name === "" ? to : name, host: to, scopes },
      isOnThisComputer: LOOPBACK.test(hostname),
    },
  }
}

function wrongBy(request: AuthRequest, code: "invalid_request" | "invalid_scope", words: string): Wrong {
  return wrong(words, request.redirectUri, authorizationErrorRedirect(request, code, words))
}

function wrong(description: string, redirectUri: string, leadTo: string): Wrong {
  const words = `It asks in a way that is not answered here: ${description.replace(/\.$/, "")}. Its maker has to mend that.`
  return { state: "wrong", words, host: new URL(redirectUri).host, leadTo }
}

/** Describes what assistants call (RFC 9728, section 3.2), to pages of any origin. */
function describeResource({ origin }: AuthorizationHost): Response {
  const description = {
    resource: origin + ASSISTANT_PATH,
    authorization_servers: [origin],
    scopes_supported: scopeNames,
    bearer_methods_supported: ["header"],
    resource_name: productName,
    resource_documentation: `${origin}/developers#assistants`,
  }
  return Response.json(description, { headers: { "access-control-allow-origin": "*" } })
}

function helpersOf(host: AuthorizationHost) {
  return serverOf(host).getOAuthApi(envOf(host))
}

function envOf({ store }: AuthorizationHost): Env {
  return { OAUTH_KV: kvOf(store) }
}

function textOf(body: ArrayBuffer | null): string {
  return body === null ? "" : new TextDecoder().decode(body)
}
