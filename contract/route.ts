import { z } from "zod"
import type { Role } from "./accounts/role.ts"
import type { Scope } from "./accounts/scope.ts"
import type { ErrorCode } from "./error.ts"

/**
 * A caller. `anyone` needs no session. `script` and `socket` are a user on our own page, for a GET that
 * changes something and a WebSocket. `operator` sends OPERATOR_KEY, `vendor` a signature.
 */
export type Caller = "anyone" | "user" | "script" | "socket" | "admin" | "operator" | "vendor"

/** A reply that is not JSON: a file of one of these media types; an empty list means no body. */
export type Bare = { what: string; media: readonly string[] }

/**
 * A call of the API: its input, its replies, and the errors that `codesOf` does not derive. The Worker,
 * the page and `/api/openapi.json` all use this one description.
 */
export type Route = {
  /** The method. A PUT also answers PATCH, and a GET also answers HEAD. */
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** The path below `/api`; `{name}` is a parameter. */
  path: `/${string}`
  /** The other paths for the same call. */
  also?: readonly string[]
  summary: string
  caller: Caller
  /** The scope that an access token needs for the call; any token will do for `any`, none without. */
  scope?: Scope | "any"
  /** The least role in an account that makes the call; unless given, a maker's with a scope, the owner's without (`leastRoleOf`). */
  role?: Role
  /** True if it is about the person who calls, whatever account they work in. */
  isOwn?: true
  /**
   * True if it reaches a print shop, a buyer, a marketplace or another program, now or by itself later, as every change of
   * an order does that an autopilot prints: no test token makes it.
   */
  isOutward?: true
  /** True if it takes money or credits: the page sends a key with it, so that a repeat takes none. */
  isSpending?: true
  /** The path parameters that are not ids. */
  params?: Readonly<Record<string, z.ZodType>>
  query?: z.ZodType
  body?: z.ZodType
  /** True if the body may be missing. */
  isBodyOptional?: boolean
  /** The fields of a multipart body; the handler reads them from the stream. With `body`, a caller has the choice. */
  form?: z.ZodType
  /** True if the call may wait for what it has begun, as long as its caller prefers (RFC 7240). */
  mayWait?: true
  /** The media type of a body that is a file; the handler reads it from the stream. */
  bodyMedia?: string
  /** The replies by HTTP status. */
  replies: Readonly<Record<number, z.ZodType | Bare>>
  /** The media types that a caller may have in place of JSON, by `Accept`. */
  alsoAs?: readonly string[]
  errors?: readonly ErrorCode[]
}

/** The body of a JSON reply. */
type JsonReply<R extends Route> = Extract<R["replies"][keyof R["replies"]], z.ZodType>
/** The value that a handler returns for a JSON reply. */
export type Given<R extends Route> = z.input<JsonReply<R>>
/** The value that a caller receives. */
export type Answer<R extends Route> = z.output<JsonReply<R>>
export type QueryOf<R extends Route> = R extends { query: infer Q extends z.ZodType } ? Q : never
export type BodyOf<R extends Route> = R extends { body: infer B extends z.ZodType } ? B : never

/** Returns the group as it is, and keeps the exact type of each call. */
export function routes<const Group extends Readonly<Record<string, Route>>>(group: Group): Group {
  return group
}

/** Returns the same calls, also answered under a second noun. */
export function alsoUnder<const Group extends Readonly<Record<string, Route>>>(
  [noun, other]: readonly [noun: string, other: string],
  group: Group,
): Group {
  const named = Object.entries(group).map(([name, route]) => {
    const also = [route.path, ...(route.also ?? [])].map((path) => path.replace(noun, other))
    return [name, { ...route, also: [...(route.also ?? []), ...also] }]
  })
  return Object.fromEntries(named)
}

/** Returns the schema `{data}`. */
export function reply<T extends z.ZodType>(data: T) {
  return z.object({ data })
}

/** Returns the schema `{data, message}`: the message says what was done. */
export function saying<T extends z.ZodType>(data: T) {
  return z.object({ data, message: z.string() })
}

export function file(...media: string[]): Bare {
  return { what: "The file", media }
}

export function pathsOf(route: Route): string[] {
  return [route.path, ...(route.also ?? [])]
}

/** Converts `/sizes/{id}` to Hono's form. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1")
}

/**
 * Returns the least role that makes a call of an account: the call's own, else a maker's for what an access token may do,
 * else the owner's alone. Null for calls of anybody, and for those of admins.
 */
export function leastRoleOf({ caller, role, scope }: Route): Role | null {
  if (caller !== "user" && caller !== "script" && caller !== "socket") return null
  return role ?? (scope === undefined ? "owner" : "maker")
}

/** Returns true if a call changes something: all but GET, and GETs that only the app's script may send. */
export function isChange({ method, caller }: Route): boolean {
  return method !== "GET" || caller === "script"
}

/** Returns true unless the call has a use of its own for the header of access tokens, or for none. */
export function mayCarryToken({ caller }: Route): boolean {
  return caller !== "operator" && caller !== "vendor"
}

/** The file of the description of all calls, among those of the page. */
export const OPENAPI_ASSET = "openapi.json"

/** The header by which a caller says that a call is the same one as before. */
export const KEY_HEADER = "Idempotency-Key"
/** The header of an answer that a call with the same key had before. */
export const REPLAYED_HEADER = "Idempotent-Replayed"

/** Returns true if the call can be repeated by a key: it changes something for an account that has signed in. */
export function takesKey(route: Route): boolean {
  return isChange(route) && ["user", "script", "socket", "admin"].includes(route.caller)
}

/** Returns all error codes of a call: its own, and those that its caller, path and body imply. */
export function codesOf(route: Route): Set<ErrorCode> {
  const { method, path, caller, scope, isOutward, isOwn, query, body, errors = [] } = route
  const codes = new Set<ErrorCode>([...errors, "internal-error", "unavailable"])
  if (["user", "script", "socket", "admin"].includes(caller)) {
    codes.add("signed-out")
    if (!isOwn) for (const code of ["forbidden", "not-a-member"] as const) codes.add(code)
  }
  if (["script", "socket", "admin"].includes(caller)) codes.add("forbidden")
  if (caller === "operator" || path.includes("{")) codes.add("not-found")
  if (query !== undefined || body !== undefined) codes.add("validation-failed")
  if (isChange(route)) codes.add("too-many-requests")
  if (mayCarryToken(route)) {
    for (const code of ["token-invalid", "too-many-requests"] as const) codes.add(code)
    if (scope !== "any") codes.add(scope === undefined ? "forbidden" : "scope-missing")
    if (isOutward) codes.add("forbidden")
  }
  if (takesKey(route))
    for (const code of ["validation-failed", "idempotency-key-busy", "idempotency-key-reused"] as const)
      codes.add(code)
  if (method === "GET") return codes
  // Calls that change something accept our own page only; bodies have a limit and a deadline.
  if (caller !== "vendor") codes.add("forbidden")
  for (const code of ["validation-failed", "timed-out", "too-large"] as const) codes.add(code)
  return codes
}
