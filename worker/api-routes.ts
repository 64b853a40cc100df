import { type Context, Hono, type MiddlewareHandler } from "hono"
import type { StatusCode } from "hono/utils/http-status"
import type { z } from "zod"
import { seenBy } from "../contract/accounts/role.ts"
import {
  type BodyOf,
  type Caller,
  type Given,
  honoPath,
  isChange,
  mayCarryToken,
  pathsOf,
  type QueryOf,
  type Route,
  takesKey,
} from "../contract/route.ts"
import type { AppEnv, OpenAppEnv } from "./app-env.ts"
import { boundaryOf } from "./files/multipart.ts"
import { withScope } from "./middleware/access-token.ts"
import { withAccount } from "./middleware/chosen-account.ts"
import { jsonLimit } from "./middleware/json-limit.ts"
import { keyedCall } from "./middleware/keyed-call.ts"
import { operatorOnly } from "./middleware/operator-only.ts"
import { ownScriptOnly, ownSocketOnly } from "./middleware/same-origin.ts"
import {
  answerReader,
  type ReadingCaller,
  requireAdmin,
  requireUser,
  requireUserWithin,
} from "./middleware/signed-in.ts"
import { rateRules } from "./rate-limit.ts"
import { jsonBody, optionalJsonBody, queryOf } from "./valid.ts"

/** A handler's context, with parsed body and query. */
type CallContext<R extends Route> = Context<
  R["caller"] extends SignedIn ? AppEnv : OpenAppEnv,
  string,
  { out: { json: z.output<BodyOf<R>>; query: z.output<QueryOf<R>> } }
>
type MaybePromise<T> = T | Promise<T>
type Handler<R extends Route> = (c: CallContext<R>) => MaybePromise<Given<R> | Response>
type ReadHandler<R extends Route> = (
  c: CallContext<R>,
  caller: ReadingCaller,
) => MaybePromise<Given<R> | Response>

type SignedIn = "user" | "script" | "socket" | "admin"
type Guard = MiddlewareHandler<AppEnv> | MiddlewareHandler<OpenAppEnv>

/** The guards that run before a call's handler, once the caller is known. */
const guardsOf: Record<Caller, Guard[]> = {
  anyone: [],
  user: [],
  script: [ownScriptOnly],
  socket: [ownSocketOnly],
  admin: [requireAdmin],
  operator: [operatorOnly],
  // The handler itself checks the signature over the raw body.
  vendor: [jsonLimit],
}

const signedIn: readonly Caller[] = ["user", "script", "socket", "admin"] satisfies SignedIn[]
const countedUser = requireUserWithin(rateRules.changeByAccount)

function usualGuards(route: Route): Guard[] {
  const guards = guardsOf[route.caller]
  if (!signedIn.includes(route.caller)) return guards
  return [isChange(route) ? countedUser : requireUser, ...guards]
}

/**
 * Serves calls as the contract describes them: checks the caller, parses query and body, and sends
 * the handler's result as JSON. The status is the call's highest, unless the handler sets one. A
 * handler can also return a Response of its own.
 */
export class ApiRoutes extends Hono<OpenAppEnv> {
  /** Serves a call; `guards` replace the caller's usual ones. `isRead`: its first read also checks the caller. */
  serve<const R extends Route>(
    route: R,
    handler: Handler<NoInfer<R>>,
    guards = usualGuards(route),
    isRead = false,
  ): this {
    const status = Math.max(...Object.keys(route.replies).map(Number)) as StatusCode
    const answer = async (c: Context<OpenAppEnv>) => {
      c.status(status)
      const reply = await handler(c as unknown as CallContext<R>)
      if (reply instanceof Response) return reply
      return c.json(seenBy(c.var.member?.role ?? "owner", reply as object))
    }
    const methods = route.method === "PUT" ? ["PUT", "PATCH"] : [route.method]
    // A guard that finds a session or a token puts the request at its account's place.
    const placing = guards as MiddlewareHandler<OpenAppEnv>[]
    const byToken = mayCarryToken(route) ? [withScope(route, isRead)] : []
    const chosen = signedIn.includes(route.caller) && !route.isOwn ? [withAccount(route)] : []
    const keyed = takesKey(route) ? [keyedCall(route) as unknown as MiddlewareHandler<OpenAppEnv>] : []
    const middleware = [...byToken, ...chosen, ...placing, ...parsersOf(route), ...keyed]
    this.on(methods, pathsOf(route).map(honoPath), ...middleware, answer)
    return this
  }

  /** Serves a call that only reads: its first read also checks the session or the token, in one round trip. */
  serveRead<const R extends Route>(route: R, handler: ReadHandler<NoInfer<R>>): this {
    const answer = (c: CallContext<R>) =>
      answerReader(c as unknown as Context<OpenAppEnv>, (caller) => handler(c, caller))
    return this.serve(route, answer as Handler<NoInfer<R>>, [], true)
  }
}

function parsersOf({ query, body, form, isBodyOptional }: Route): MiddlewareHandler[] {
  const parsers: MiddlewareHandler[] = []
  if (query) parsers.push(queryOf(query))
  if (body && form) parsers.push(unlessForm(jsonBody(body)))
  else if (body) parsers.push(isBodyOptional ? optionalJsonBody(body) : jsonBody(body))
  return parsers
}

/** Leaves a body alone that comes as a form, which the handler reads from the stream. */
function unlessForm(parser: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => (boundaryOf(c.req.header("content-type")) === null ? parser(c, next) : next())
}
