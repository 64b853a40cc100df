import { z } from "zod"
import { idSchema } from "../id.ts"
import { listQuerySchema, listReplySchema } from "../list.ts"
import { notificationSchema, pollReplySchema } from "../live.ts"
import { reply, routes, saying } from "../route.ts"

export const notifications = routes({
  list: {
    method: "GET",
    path: "/notifications",
    summary: "One page of the notifications, newest first",
    caller: "user",
    role: "maker",
    query: listQuerySchema,
    replies: { 200: listReplySchema(notificationSchema) },
  },
  clear: {
    method: "DELETE",
    path: "/notifications",
    summary: "Delete all notifications, or those until a moment",
    caller: "user",
    role: "maker",
    /** The time of the newest notification seen; without it, all of them up to now are deleted. */
    query: z.object({
      until: z.iso.datetime({ error: "until must be a moment, such as 2026-11-20T12:00:00Z" }).optional(),
    }),
    replies: { 200: saying(z.null()) },
  },
  remove: {
    method: "DELETE",
    path: "/notifications/{id}",
    summary: "Delete a notification",
    caller: "user",
    role: "maker",
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
})

/** The live events: over a WebSocket, or by long polls where no WebSocket connects. */
export const live = routes({
  socket: {
    method: "GET",
    path: "/live",
    summary: "Open a WebSocket of live events",
    caller: "socket",
    role: "press",
    replies: { 101: { what: "The WebSocket is open", media: [] } },
    errors: ["too-many-requests", "validation-failed"],
  },
  poll: {
    method: "GET",
    path: "/live/poll",
    summary: "Wait for the next live events, 25 seconds at most",
    caller: "user",
    role: "press",
    /** Without `after` the poll answers at once with the log's latest sequence number. */
    query: z.object({
      after: z.coerce.number("after must be a sequence number").int().min(-1).default(-1),
    }),
    replies: { 200: reply(pollReplySchema) },
  },
})
