import { z } from "zod"
import type { ErrorCode } from "./error.ts"

/**
 * `anyone` needs no session. `script` and `socket` are a user on our own page only, for a GET that
 * changes something and for a WebSocket. `operator` sends OPERATOR_KEY, `vendor` a signature.
 */
export type Caller = "anyone" | "user" | "script" | "socket" | "admin" | "operator" | "vendor"

/** A reply that is not JSON: a file of one of these media types; an empty list means no body. */
export type Bare = { what: string; media: readonly string[] }

/**
 * One call of the API: its input, its replies, and the errors that `codesOf` does not derive. The
 * Worker, the page and `/api/openapi.json` all use this one description.
 */
export type Route = {
  /** A PUT also answers PATCH, and a GET also answers HEAD. */
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** Below `/api`; `{name}` is a parameter. */
  path: `/${string}`
  /** Other paths for the same call. */
  also?: readonly string[]
  summary: string
  caller: Caller
  /** Path parameters that are not ids. */
  params?: Readonly<Record<string, z.ZodType>>
  query?: z.ZodType
  body?: z.ZodType
  /** The body may be missing. */
  isBodyOptional?: boolean
  /** Fields of a multipart body; the handler reads them from the stream. */
  form?: z.ZodType
  /** By HTTP status. */
  replies: Readonly<Record<number, z.ZodType | Bare>>
  /** Media types that a caller may have in place of JSON, by `Accept`. */
  alsoAs?: readonly string[]
  errors?: readonly ErrorCode[]
}

/** The body of a JSON reply. */
type JsonReply<R extends Route> = Extract<R["replies"][keyof R["replies"]], z.ZodType>
/** What a handler returns for a JSON reply. */
export type Given<R extends Route> = z.input<JsonReply<R>>
/** What a caller receives. */
export type Answer<R extends Route> = z.output<JsonReply<R>>
export type QueryOf<R extends Route> = R extends { query: infer Q extends z.ZodType } ? Q : never
export type BodyOf<R extends Route> = R extends { body: infer B extends z.ZodType } ? B : never

/** Returns the group as it is, and keeps the exact type of each call. */
export function routes<const Group extends Readonly<Record<string, Route>>>(group: Group): Group {
  return group
}

/** The same calls, also answered under a second noun. */
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

/** `{data}` */
export function reply<T extends z.ZodType>(data: T) {
  return z.object({ data })
}

/** `{data, message}`: the message says what was done. */
export function saying<T extends z.ZodType>(data: T) {
  return z.object({ data, message: z.string() })
}

export function file(...media: string[]): Bare {
  return { what: "The file", media }
}

/** All paths of a call. */
export function pathsOf(route: Route): string[] {
  return [route.path, ...(route.also ?? [])]
}

/** Whether a call changes something: all but GET, and the GETs that the app's own script alone may send. */
export function isChange({ method, caller }: Route): boolean {
  return method !== "GET" || caller === "script"
}

/** All error codes of a call: its own, and those that its caller, path and body imply. */
export function codesOf(route: Route): Set<ErrorCode> {
  const { method, path, caller, query, body, errors = [] } = route
  const codes = new Set<ErrorCode>([...errors, "internal-error", "unavailable"])
  if (["user", "script", "socket", "admin"].includes(caller)) codes.add("signed-out")
  if (["script", "socket", "admin"].includes(caller)) codes.add("forbidden")
  if (caller === "operator" || path.includes("{")) codes.add("not-found")
  if (query !== undefined || body !== undefined) codes.add("validation-failed")
  if (isChange(route)) codes.add("too-many-requests")
  if (method === "GET") return codes
  // Calls that change something accept our own page only; bodies have a limit and a deadline.
  if (caller !== "vendor") codes.add("forbidden")
  for (const code of ["validation-failed", "timed-out", "too-large"] as const) codes.add(code)
  return codes
}
