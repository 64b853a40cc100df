import { z } from "zod"
import { sharedSchema, shareSchema, shopPrintedReplySchema, shopPrintedSchema } from "../delivery/share.ts"
import { sharedPrintIdsSchema } from "../delivery/shared-prints.ts"
import { idSchema } from "../id.ts"
import { reply, routes, saying } from "../route.ts"

const token = { token: z.string().meta({ description: "A link's own, or that of any sheet" }) }

/** The links for the shop that prints. */
export const shares = routes({
  list: {
    method: "GET",
    path: "/shares",
    summary: "The links of a print that have not been ended, newest first",
    caller: "user",
    scope: "prints:read",
    query: z.object({ printId: idSchema }),
    replies: { 200: reply(z.array(shareSchema)) },
  },
  add: {
    method: "POST",
    path: "/shares",
    summary: "A link to the files of completed prints; the same prints again answer the link there is",
    caller: "user",
    scope: "prints:write",
    isOutward: true,
    body: sharedPrintIdsSchema,
    replies: { 201: saying(shareSchema) },
    errors: ["conflict"],
  },
  end: {
    method: "DELETE",
    path: "/shares/{id}",
    summary: "End a link: it no longer opens anything",
    caller: "user",
    scope: "prints:write",
    isOutward: true,
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
  view: {
    method: "GET",
    path: "/share/{token}",
    summary: "The content of a link, for anyone who has it",
    caller: "anyone",
    params: token,
    replies: { 200: reply(sharedSchema) },
    errors: ["gone", "too-many-requests"],
  },
  printed: {
    method: "POST",
    path: "/share/{token}/printed",
    summary: "Report to the seller that a print of the link is printed, or undo that within ten minutes",
    caller: "anyone",
    params: token,
    body: shopPrintedSchema,
    replies: { 200: saying(shopPrintedReplySchema) },
    errors: ["gone", "conflict"],
  },
})
