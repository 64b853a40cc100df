import { Hono } from "hono"
import { z } from "zod"
import { ApiError } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import { imageCategoryInputSchema } from "../../contract/image.ts"
import { listQuerySchema } from "../../contract/list.ts"
import { databaseOf } from "../data/database.ts"
import {
  countImageCategories,
  deleteImageCategory,
  findImageCategory,
  type ImageCategoryRow,
  insertImageCategory,
  listImageCategories,
  MAX_IMAGE_CATEGORIES,
  renameImageCategory,
} from "../data/image-category-rows.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { requireUser } from "../middleware/signed-in.ts"
import { idOf, jsonBody, queryOf } from "../middleware/valid.ts"

const categoryListSchema = listQuerySchema.extend({
  sortBy: z.enum(["name", "createdAt"]).catch("name"),
  sort: z.enum(["asc", "desc"]).catch("asc"),
})

/** A seller's own categories of images; names are unique within the account. */
export const imageCategoriesRoutes = new Hono<AppEnv>()
  .use("/image-categories/*", requireUser)
  .get("/image-categories", queryOf(categoryListSchema), async (c) => {
    const { rows, pagination } = await listImageCategories(
      databaseOf(c.env),
      c.var.user.id,
      c.req.valid("query"),
    )
    return c.json({ data: rows.map(categoryReply), pagination })
  })
  .post("/image-categories", jsonBody(imageCategoryInputSchema), async (c) => {
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const { name } = c.req.valid("json")
    const nowMs = Date.now()
    const id = makeId(nowMs)
    if (!(await insertImageCategory(db, { id, userId, name, nowMs }))) {
      if ((await countImageCategories(db, userId)) < MAX_IMAGE_CATEGORIES) throw nameTaken()
      throw new ApiError("conflict", `An account holds at most ${MAX_IMAGE_CATEGORIES} categories`)
    }
    return c.json({ data: { _id: id, name, imageCount: 0 }, message: "Category created" }, 201)
  })
  .on(["PUT", "PATCH"], "/image-categories/:id", jsonBody(imageCategoryInputSchema), async (c) => {
    const db = databaseOf(c.env)
    const id = idOf(c, "category")
    const userId = c.var.user.id
    const row = await findImageCategory(db, userId, id)
    if (!row) throw unknownCategory()
    const { name } = c.req.valid("json")
    if (!(await renameImageCategory(db, { id, userId, name }))) throw nameTaken()
    return c.json({ data: categoryReply({ ...row, name }), message: "Category updated" })
  })
  .delete("/image-categories/:id", async (c) => {
    const id = idOf(c, "category")
    if (!(await deleteImageCategory(databaseOf(c.env), c.var.user.id, id))) throw unknownCategory()
    return c.json({ data: { _id: id }, message: "Category deleted" })
  })

function categoryReply({ id, name, imageCount }: ImageCategoryRow) {
  return { _id: id, name, imageCount }
}

function unknownCategory(): ApiError {
  return new ApiError("not-found", "This category does not exist")
}

function nameTaken(): ApiError {
  const words = "You already have a category of this name"
  return new ApiError("conflict", words, { fields: { name: words } })
}
