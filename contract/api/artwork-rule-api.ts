import { z } from "zod"
import { artworkRuleInputSchema, artworkRuleSchema, ruleKeySchema } from "../artwork/artwork-rule.ts"
import { orderItemSchema } from "../orders/order.ts"
import { reply, routes, saying } from "../route.ts"

/** The rules by which buyers' answers go into an artwork's fields, by the `ruleKey` of order items. */
export const artworkRules = routes({
  find: {
    method: "GET",
    path: "/artwork-rules/{ruleKey}",
    summary: "A rule, empty where none is stored yet, with the last ten order items that it is for",
    caller: "user",
    scope: "orders:read",
    params: { ruleKey: ruleKeySchema },
    replies: {
      200: reply(
        artworkRuleSchema.extend({
          recent: z.array(orderItemSchema),
          /** The number of its order items that wait to be printed. */
          waiting: z.number(),
        }),
      ),
    },
  },
  save: {
    method: "PUT",
    path: "/artwork-rules/{ruleKey}",
    summary: "Set which answer goes to which field, and whether a person has confirmed the rule",
    caller: "user",
    scope: "orders:write",
    isOutward: true,
    params: { ruleKey: ruleKeySchema },
    body: artworkRuleInputSchema,
    replies: { 200: saying(artworkRuleSchema) },
    errors: ["not-found", "unprocessable"],
  },
  forget: {
    method: "DELETE",
    path: "/artwork-rules/{ruleKey}",
    summary: "Delete a rule; confirmed single order items stay confirmed",
    caller: "user",
    scope: "orders:write",
    isOutward: true,
    params: { ruleKey: ruleKeySchema },
    replies: { 200: saying(z.object({ ruleKey: z.string() })) },
  },
})
