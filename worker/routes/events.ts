import { events } from "../../contract/api/event-endpoint-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf } from "../data/database.ts"
import { listEvents } from "../data/events/event-rows.ts"
import { eventReply } from "../flows/events/event-replies.ts"

/** What has happened in an account, for programs that ask. */
export const eventsRoutes = new ApiRoutes().serve(events.list, async (c) => {
  const { after, limit } = c.req.valid("query")
  const page = { after, limit: limit + 1, nowMs: Date.now() }
  const rows = await listEvents(databaseOf(c.env), c.var.user.id, page)
  const shown = rows.slice(0, limit)
  const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
  return { data: shown.map(eventReply), pagination: { limit, next } }
})
