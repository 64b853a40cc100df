import { live } from "../../contract/api/live-api.ts"
import { ApiError } from "../../contract/error.ts"
import { mayHear } from "../../contract/live.ts"
import { ApiRoutes } from "../api-routes.ts"
import { hubOf } from "../hub-stub.ts"

/** The wait of a poll: long enough to make polls rare, short enough for every proxy. */
const POLL_WAIT_MS = 25_000

/** The live events: over a WebSocket, or by long polls where no WebSocket connects. */
export const liveRoutes = new ApiRoutes()
  .serve(live.socket, async (c) => {
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket")
      throw new ApiError("validation-failed", "A WebSocket upgrade was expected here")
    const headers = new Headers(c.req.raw.headers)
    headers.delete("cookie")
    headers.set("x-user-id", c.var.user.id)
    headers.set("x-session-id", c.var.sessionId)
    const { member } = c.var
    for (const name of ["x-member-id", "x-role"]) headers.delete(name)
    if (member) {
      headers.set("x-member-id", member.person.id)
      headers.set("x-role", member.role)
    }
    const reply = await hubOf(c.env, c.var.user.id).fetch(new Request(c.req.raw, { headers }))
    // A refusal is copied, because a fetched reply's headers are immutable.
    return reply.status === 101 ? reply : new Response(reply.body, reply)
  })
  .serve(live.poll, async (c) => {
    const { after } = c.req.valid("query")
    const userId = c.var.user.id
    const { events, ...reply } = await hubOf(c.env, userId).poll({ userId, after, waitMs: POLL_WAIT_MS })
    const role = c.var.member?.role ?? "owner"
    return { data: { ...reply, events: events.filter(({ event }) => mayHear(role, event)) } }
  })
