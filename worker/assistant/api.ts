import type { Scope } from "../../contract/accounts/scope.ts"
import type { Id } from "../../contract/id.ts"
import type { Pagination } from "../../contract/list.ts"
import type { readToken as ReadToken, signToken as SignToken } from "../secrets/signed-token.ts"

/** The caller of an assistant's tools: an access token, with the ways into the app that it opens. */
export type AssistantCaller = {
  userId: Id
  scopes: readonly Scope[]
  isTest: boolean
  /** The address of the app, which files' addresses begin with. */
  origin: string
  /** Makes a call of the API with the caller's token. */
  fetch(request: Request): Promise<Response>
  /** Logs an error that nobody foresaw, with the tool. */
  report(tool: string, error: unknown): void
  /** The Worker's own ways to sign and to read, with their key. */
  key: string
  signToken: typeof SignToken
  readToken: typeof ReadToken
}

/** A call that was refused; the sentence is the API's own. */
export class ApiRefusal extends Error {
  override name = "ApiRefusal"
}

export type Api = ReturnType<typeof apiOf>
type Query = Record<string, string | number | undefined>

/** Returns the calls of the API as tools make them: they answer with data, or throw a refusal. */
export function apiOf(caller: AssistantCaller) {
  const call = async <T>(method: string, path: string, init: RequestInit = {}): Promise<T> => {
    const response = await caller.fetch(new Request(`${caller.origin}/api${path}`, { method, ...init }))
    const body = (await response.json()) as { message?: string; fields?: Record<string, string> }
    if (response.ok) return body as T
    const lines = Object.entries(body.fields ?? {}).map(([field, words]) => `${field}: ${words}`)
    throw new ApiRefusal([body.message ?? `The app answered ${response.status}`, ...lines].join("\n"))
  }
  return {
    async get<T>(path: string, query: Query = {}): Promise<T> {
      return (await call<{ data: T }>("GET", withQuery(path, query))).data
    },
    list<T>(path: string, query: Query = {}): Promise<{ data: T[]; pagination: Pagination }> {
      return call("GET", withQuery(path, query))
    },
    /** Returns a file by a path that a reply has; null once it is gone. */
    async file(path: string): Promise<Uint8Array | null> {
      const response = await caller.fetch(new Request(`${caller.origin}/api/${path}`))
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
    },
    async post<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
      const bytes = new TextEncoder().encode(JSON.stringify(body))
      const sent = { "content-type": "application/json", "content-length": String(bytes.length), ...headers }
      return (await call<{ data: T }>("POST", path, { body: bytes, headers: sent })).data
    },
  }
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
