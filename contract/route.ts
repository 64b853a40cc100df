import { z } from "zod"
import type { ErrorCode } from "./error.ts"

/**
 * `anyone` needs no session. `script` and `socket` are a user through the app's own page alone: for a GET that changes
 * something, and for a WebSocket. `operator` sends the key of the environment, `vendor` signs what it sends.
 */
export type Caller = "anyone" | "user" | "script" | "socket" | "admin" | "operator" | "vendor"

/** A reply that is not JSON: a file of one of these media types, or nothing at all where there are none. */
export type Bare = { what: string; media: readonly string[] }

/**
 * One call of the API: what it takes, what it answers, and which errors it may give beside those that follow from the
 * rest (`codesOf`). The Worker serves it, the page calls it and `/api/openapi.json` shows it, all from this one description.
 */
export type Route = {
  /** What answers PUT answers PATCH, and what answers GET answers HEAD. */
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** Below `/api`; `{name}` stands for a part that varies. */
  path: `/${string}`
  /** Other paths of the same call. */
  also?: readonly string[]
  summary: string
  caller: Caller
  /** Parts of the path that are no ids. */
  params?: Readonly<Record<string, z.ZodType>>
  query?: z.ZodType
  body?: z.ZodType
  /** The body may be missing altogether. */
  isBodyOptional?: boolean
  /** Fields of a multipart body, which the handler reads as they come in. */
  form?: z.ZodType
  /** By status. */
  replies: Readonly<Record<number, z.ZodType | Bare>>
  errors?: readonly ErrorCode[]
}

/** The body of a JSON reply. */
type JsonReply<R extends Route> = Extract<R["replies"][keyof R["replies"]], z.ZodType>
/** What a handler gives for a JSON reply. */
export type Given<R extends Route> = z.input<JsonReply<R>>
/** What a caller gets. */
export type Answer<R extends Route> = z.output<JsonReply<R>>
export type QueryOf<R extends Route> = R extends { query: infer Q extends z.ZodType } ? Q : never
export type BodyOf<R extends Route> = R extends { body: infer B extends z.ZodType } ? B : never

/** Keeps the exact type of each call of a group. */
export function routes<const Group extends Readonly<Record<string, Route>>>(group: Group): Group {
  return group
}

/** The same calls, answered under a second noun as well. */
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

/** Every path that a call answers to. */
export function pathsOf(route: Route): string[] {
  return [route.path, ...(route.also ?? [])]
}

/** All codes that a call may refuse with: those it names, and those that come with its caller, path and body. */
export function codesOf({ method, path, caller, query, body, errors = [] }: Route): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([...errors, "internal-error", "unavailable"])
  if (["user", "script", "socket", "admin"].includes(caller)) codes.add("signed-out")
  if (["script", "socket", "admin"].includes(caller)) codes.add("forbidden")
  if (caller === "operator" || path.includes("{")) codes.add("not-found")
  if (query !== undefined || body !== undefined) codes.add("validation-failed")
  if (method === "GET") return codes
  // Whatever changes something may be called by our own page alone, and its body has a limit and a deadline.
  if (caller !== "vendor") codes.add("forbidden")
  for (const code of ["validation-failed", "timed-out", "too-large", "too-many-requests"] as const)
    codes.add(code)
  return codes
}
