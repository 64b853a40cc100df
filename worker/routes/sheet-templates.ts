import { Hono } from "hono"
import { z } from "zod"
import { ApiError } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import { listQuerySchema } from "../../contract/list.ts"
import { sheetTemplateInputSchema } from "../../contract/size.ts"
import { databaseOf } from "../data/database.ts"
import {
  deleteSheetTemplate,
  findDefaultSheetTemplate,
  findSheetTemplate,
  insertSheetTemplate,
  listSheetTemplates,
  MAX_SHEET_TEMPLATES,
  type SheetTemplateRow,
  updateSheetTemplate,
} from "../data/sheet-template-rows.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { requireUser } from "../middleware/signed-in.ts"
import { idOf, jsonBody, queryOf } from "../middleware/valid.ts"

const templateListSchema = listQuerySchema.extend({
  sortBy: z.enum(["name", "widthIn", "maxLengthIn", "dpi", "createdAt"]).catch("createdAt"),
  sort: z.enum(["asc", "desc"]).catch("asc"),
})

/** A seller's own sheet templates. There is always exactly one default: it is replaced, never removed. */
export const sheetTemplatesRoutes = new Hono<AppEnv>()
  .use("/sheet-templates/*", requireUser)
  .get("/sheet-templates", queryOf(templateListSchema), async (c) => {
    const db = databaseOf(c.env)
    await findDefaultSheetTemplate(db, c.var.user.id, Date.now())
    const { rows, pagination } = await listSheetTemplates(db, c.var.user.id, c.req.valid("query"))
    return c.json({ data: rows.map(templateReply), pagination })
  })
  .post("/sheet-templates", jsonBody(sheetTemplateInputSchema), async (c) => {
    const nowMs = Date.now()
    const row = await insertSheetTemplate(databaseOf(c.env), {
      ...c.req.valid("json"),
      id: makeId(nowMs),
      userId: c.var.user.id,
      nowMs,
    })
    if (!row)
      throw new ApiError("conflict", `An account holds at most ${MAX_SHEET_TEMPLATES} sheet templates`)
    return c.json({ data: templateReply(row), message: "Sheet template created" }, 201)
  })
  .on(["PUT", "PATCH"], "/sheet-templates/:id", jsonBody(sheetTemplateInputSchema), async (c) => {
    const db = databaseOf(c.env)
    const id = idOf(c, "sheet template")
    const userId = c.var.user.id
    const current = await findSheetTemplate(db, userId, id)
    if (!current) throw unknownTemplate()
    const input = c.req.valid("json")
    if (current.isDefault && !input.isDefault) throw defaultNeeded()
    const row = await updateSheetTemplate(db, { ...input, id, userId, nowMs: Date.now() })
    if (!row) throw unknownTemplate()
    return c.json({ data: templateReply(row), message: "Sheet template updated" })
  })
  .delete("/sheet-templates/:id", async (c) => {
    const db = databaseOf(c.env)
    const id = idOf(c, "sheet template")
    const isDeleted = await deleteSheetTemplate(db, c.var.user.id, id)
    if (!isDeleted) {
      const row = await findSheetTemplate(db, c.var.user.id, id)
      throw row ? defaultNeeded() : unknownTemplate()
    }
    return c.json({ data: { _id: id }, message: "Sheet template deleted" })
  })

function templateReply({ id, userId: _, createdAt, updatedAt, ...rest }: SheetTemplateRow) {
  return {
    _id: id,
    ...rest,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

function unknownTemplate(): ApiError {
  return new ApiError("not-found", "This sheet template does not exist")
}

function defaultNeeded(): ApiError {
  const words = "This is the default template. Make another one the default first."
  return new ApiError("conflict", words, { fields: { isDefault: words } })
}
