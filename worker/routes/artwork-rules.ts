import type { Context } from "hono"
import { artworkRules } from "../../contract/api/artwork-rule-api.ts"
import { type ArtworkRule, ruleKeySchema } from "../../contract/artwork/artwork-rule.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { ruleProblem } from "../../contract/reading/rule-problem.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { deleteRule, findRule, listItemsOfRule, saveRule } from "../data/artwork/artwork-rule-rows.ts"
import { fieldsAndLayersOf } from "../data/artwork/image-rows.ts"
import { findImages } from "../data/artwork/suggestion-rows.ts"
import { databaseOf } from "../data/database.ts"
import { orderItemReply } from "../data/orders/order-item-rows.ts"
import { refreshReadings } from "../data/orders/reading-state.ts"
import { limitRate, rateRules } from "../rate-limit.ts"

export const artworkRulesRoutes = new ApiRoutes()
  .serve(artworkRules.find, async (c) => {
    const db = databaseOf(c.env)
    const rule = await ruleOf(c)
    const { recent, waiting } = await listItemsOfRule(db, c.var.user.id, rule.ruleKey)
    return { data: { ...rule, recent: recent.map(orderItemReply), waiting } }
  })
  .serve(artworkRules.save, async (c) => {
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const { imageId, ...rule } = c.req.valid("json")
    const { ruleKey } = await ruleOf(c)
    await limitRate(c, rateRules.matchByAccount, userId)
    const image = (await findImages(db, userId, [imageId])).get(imageId)
    if (!image) throw unknown("image")
    const problem = ruleProblem(fieldsAndLayersOf(image).fields, rule)
    if (problem)
      throw new ApiError("unprocessable", problem.message, { fields: { [problem.field]: problem.message } })
    const data = await saveRule(db, userId, ruleKey, { ...rule, image }, Date.now())
    await refreshReadings(db, userId)
    return { data, message: "Rule saved" }
  })
  .serve(artworkRules.forget, async (c) => {
    const { ruleKey } = await ruleOf(c)
    const db = databaseOf(c.env)
    await deleteRule(db, c.var.user.id, ruleKey)
    await refreshReadings(db, c.var.user.id)
    return { data: { ruleKey }, message: "Rule forgotten" }
  })

/** Returns the rule that the path names, 404 for a key that no order item of this user has. */
async function ruleOf(c: Context<AppEnv>): Promise<ArtworkRule> {
  const key = ruleKeySchema.safeParse(c.req.param("ruleKey"))
  const rule = key.success ? await findRule(databaseOf(c.env), c.var.user.id, key.data) : null
  if (!rule) throw unknown("rule")
  return rule
}
