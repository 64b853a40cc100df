import { z } from "zod"
import { idSchema } from "../id.ts"
import { decisionSchema, operationsSchema } from "../operations/operations.ts"
import { reply, routes, saying } from "../route.ts"

/** The state of the shop as a whole, for admins. */
export const operations = routes({
  overview: {
    method: "GET",
    path: "/operations",
    summary: "What waits, what fails, vendors' errors, and figures by day",
    caller: "admin",
    replies: { 200: reply(operationsSchema) },
  },
  decide: {
    method: "POST",
    path: "/operations/decisions",
    summary: "Retry a troubled thing now, or give it up; a repeat changes nothing",
    caller: "admin",
    body: decisionSchema,
    replies: { 200: saying(z.object({ _id: idSchema })) },
    errors: ["not-found", "conflict"],
  },
})
