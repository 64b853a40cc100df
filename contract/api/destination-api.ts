import { z } from "zod"
import { destinationInputSchema, destinationSchema } from "../delivery/destination.ts"
import { idSchema } from "../id.ts"
import { listQuerySchema, listReplySchema } from "../list.ts"
import { routes, saying } from "../route.ts"
import { undoableSchema } from "../undo.ts"

/** The machines and programs that files are written for: those that come with the app, and a seller's own. */
export const destinations = routes({
  list: {
    method: "GET",
    path: "/destinations",
    summary: "One page of the destinations: those that come with the app first",
    caller: "user",
    scope: "settings:read",
    query: listQuerySchema.extend({
      sortBy: z.enum(["name", "maxLengthIn", "dpi", "createdAt"]).catch("createdAt"),
      sort: z.enum(["asc", "desc"]).catch("asc"),
    }),
    replies: { 200: listReplySchema(destinationSchema) },
  },
  add: {
    method: "POST",
    path: "/destinations",
    summary: "Add a destination",
    caller: "user",
    scope: "settings:write",
    body: destinationInputSchema,
    replies: { 201: saying(destinationSchema) },
    errors: ["conflict", "unprocessable"],
  },
  update: {
    method: "PUT",
    path: "/destinations/{id}",
    summary: "Change a destination of one's own",
    caller: "user",
    scope: "settings:write",
    body: destinationInputSchema,
    replies: { 200: saying(destinationSchema) },
    errors: ["conflict", "unprocessable"],
  },
  remove: {
    method: "DELETE",
    path: "/destinations/{id}",
    summary: "Delete a destination of one's own; templates that used it have none then",
    caller: "user",
    scope: "settings:write",
    replies: { 200: saying(undoableSchema.extend({ _id: idSchema })) },
    errors: ["conflict"],
  },
  setProfile: {
    method: "PUT",
    path: "/destinations/{id}/profile",
    summary: "Upload the colour profile of its press: an ICC output profile, as it is",
    caller: "user",
    scope: "settings:write",
    bodyMedia: "application/vnd.iccprofile",
    replies: { 200: saying(destinationSchema) },
    errors: ["conflict", "unprocessable"],
  },
  removeProfile: {
    method: "DELETE",
    path: "/destinations/{id}/profile",
    summary: "Remove the colour profile of its press",
    caller: "user",
    scope: "settings:write",
    replies: { 200: saying(destinationSchema) },
    errors: ["conflict"],
  },
})
