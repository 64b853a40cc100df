import { z } from "zod"
import { eventSchema } from "../events/event-body.ts"
import { eventDeliverySchema } from "../events/event-delivery.ts"
import {
  eventEndpointChangeSchema,
  eventEndpointInputSchema,
  eventEndpointSchema,
  newEventEndpointSchema,
} from "../events/event-endpoint.ts"
import { idSchema } from "../id.ts"
import { listQuerySchema, listReplySchema } from "../list.ts"
import { reply, routes, saying } from "../route.ts"

/** The addresses of programs that are told what has happened, as Standard Webhooks describes it. */
export const eventEndpoints = routes({
  list: {
    method: "GET",
    path: "/event-endpoints",
    summary: "All endpoints, the newest first; secrets are not returned",
    caller: "user",
    scope: "settings:read",
    replies: { 200: reply(z.array(eventEndpointSchema)) },
  },
  add: {
    method: "POST",
    path: "/event-endpoints",
    summary: "Add an endpoint; this reply alone has its secret",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    body: eventEndpointInputSchema,
    replies: { 201: saying(newEventEndpointSchema) },
    errors: ["conflict", "unprocessable"],
  },
  one: {
    method: "GET",
    path: "/event-endpoints/{id}",
    summary: "An endpoint, and whether it answers",
    caller: "user",
    scope: "settings:read",
    replies: { 200: reply(eventEndpointSchema) },
  },
  update: {
    method: "PUT",
    path: "/event-endpoints/{id}",
    summary: "Change an endpoint; what waits for one that is switched off is not sent",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    body: eventEndpointChangeSchema,
    replies: { 200: saying(eventEndpointSchema) },
    errors: ["unprocessable"],
  },
  remove: {
    method: "DELETE",
    path: "/event-endpoints/{id}",
    summary: "Delete an endpoint, with its secret and its deliveries",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
  rotate: {
    method: "POST",
    path: "/event-endpoints/{id}/rotate",
    summary: "Make a new secret, which this reply alone has; for 24 hours the old one signs as well",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    replies: { 200: saying(newEventEndpointSchema) },
    errors: ["conflict"],
  },
  test: {
    method: "POST",
    path: "/event-endpoints/{id}/test",
    summary: "Send the event `endpoint.test` once, and return what came of it within some seconds",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    replies: { 200: saying(eventDeliverySchema) },
  },
  deliveries: {
    method: "GET",
    path: "/event-endpoints/{id}/deliveries",
    summary: "One page of what was sent to an endpoint in the last 30 days or is to be, the newest first",
    caller: "user",
    scope: "settings:read",
    query: listQuerySchema.pick({ page: true, after: true, limit: true }),
    replies: { 200: listReplySchema(eventDeliverySchema) },
    errors: ["validation-failed"],
  },
  replay: {
    method: "POST",
    path: "/event-endpoints/{id}/deliveries/{deliveryId}/replay",
    summary: "Send an event once more, under the same `webhook-id`",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    replies: { 202: saying(eventDeliverySchema) },
    errors: ["conflict"],
  },
})

/** What has happened, for programs that ask instead. */
export const events = routes({
  list: {
    method: "GET",
    path: "/events",
    summary:
      "The events of the last 30 days, the oldest first: those after the one that `after` names; ask again with the last one's",
    caller: "user",
    scope: "settings:read",
    query: z.object({
      after: idSchema.optional().describe("The `_id` of an event; those that followed it are returned."),
      limit: listQuerySchema.shape.limit,
    }),
    replies: {
      200: z.object({
        data: z.array(eventSchema),
        pagination: z.object({
          limit: z.number(),
          next: idSchema.nullable().describe("The `after` of the next page; null: nothing follows yet."),
        }),
      }),
    },
  },
})
