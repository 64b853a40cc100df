import { z } from "zod"
import { idSchema } from "../id.ts"
import {
  connectReplySchema,
  integrationCreateSchema,
  integrationListQuerySchema,
  integrationSchema,
  integrationUpdateSchema,
  syncReplySchema,
} from "../integrations/integration.ts"
import { listReplySchema } from "../list.ts"
import { reply, routes, saying } from "../route.ts"
import { connectableTypes } from "../status.ts"

/** The marketplaces by their names in paths. */
export const marketPaths = Object.fromEntries(connectableTypes.map((type) => [type.toLowerCase(), type]))

export const integrations = routes({
  callback: {
    method: "GET",
    path: "/integrations/{market}/callback",
    summary: "The address that a marketplace sends the seller's browser back to",
    caller: "anyone",
    params: { market: z.enum(Object.keys(marketPaths)) },
    replies: { 302: { what: "Redirects to the page, which shows the result", media: [] } },
  },
  list: {
    method: "GET",
    path: "/integrations",
    summary: "One page of the stores",
    caller: "user",
    scope: "settings:read",
    query: integrationListQuerySchema,
    replies: { 200: listReplySchema(integrationSchema) },
  },
  add: {
    method: "POST",
    path: "/integrations",
    summary: "Add a store; the seller then goes to its `connectUrl`",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    body: integrationCreateSchema,
    replies: { 201: saying(connectReplySchema) },
    errors: ["conflict", "unprocessable"],
  },
  one: {
    method: "GET",
    path: "/integrations/{id}",
    summary: "One store",
    caller: "user",
    scope: "settings:read",
    replies: { 200: reply(integrationSchema) },
  },
  update: {
    method: "PUT",
    path: "/integrations/{id}",
    summary: "Change a store's name, type or keys",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    body: integrationUpdateSchema,
    replies: { 200: saying(integrationSchema) },
  },
  remove: {
    method: "DELETE",
    path: "/integrations/{id}",
    summary: "Delete a store with its orders",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
  connect: {
    method: "GET",
    path: "/integrations/{id}/auth",
    summary:
      "Where the seller gives leave to read the store; with `ships`, to mark its orders as shipped too",
    caller: "user",
    query: z.object({ ships: z.enum(["true", "false"]).optional().catch(undefined) }),
    replies: { 200: reply(connectReplySchema) },
    errors: ["conflict", "unprocessable", "too-many-requests"],
  },
  sync: {
    method: "GET",
    path: "/integrations/{id}/orders",
    summary: "Start a sync of the store's orders, for the app's own script only",
    caller: "script",
    scope: "orders:write",
    isOutward: true,
    replies: { 202: saying(syncReplySchema) },
    errors: ["conflict", "too-many-requests"],
  },
})
