import { imageCategories } from "../../contract/api/image-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { MAX_IMAGE_CATEGORIES } from "../../contract/limit.ts"
import { ApiRoutes } from "../api-routes.ts"
import {
  countImageCategories,
  deleteImageCategory,
  findImageCategory,
  type ImageCategoryRow,
  insertImageCategory,
  listImageCategories,
  renameImageCategory,
} from "../data/artwork/image-category-rows.ts"
import { databaseOf } from "../data/database.ts"
import { madeOnce, newIdOf, newUndoOf, unlessWritten } from "../flows/programs/change-once.ts"
import { idOf } from "../valid.ts"

/** The categories of images, whose names are unique within the account. */
export const imageCategoriesRoutes = new ApiRoutes()
  .serveRead(imageCategories.list, async (c, { userId, read }) => {
    const { rows, pagination } = await listImageCategories(read, userId, c.req.valid("query"))
    return { data: rows.map(categoryReply), pagination }
  })
  .serve(imageCategories.add, async (c) => {
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const { name } = c.req.valid("json")
    const nowMs = Date.now()
    const id = newIdOf(c, nowMs)
    const make = async () => {
      if (await insertImageCategory(db, { id, userId, name, nowMs })) return { id, name, imageCount: 0 }
      if ((await countImageCategories(db, userId)) < MAX_IMAGE_CATEGORIES) throw nameTaken()
      throw new ApiError("conflict", `An account holds at most ${MAX_IMAGE_CATEGORIES} categories`)
    }
    const row = await madeOnce(c, make, () => findImageCategory(db, userId, id))
    return { data: categoryReply(row), message: "Category created" }
  })
  .serve(imageCategories.update, async (c) => {
    const db = databaseOf(c.env)
    const id = idOf(c, "category")
    const userId = c.var.user.id
    const row = await findImageCategory(db, userId, id)
    if (!row) throw unknown("category")
    const { name } = c.req.valid("json")
    if (!(await renameImageCategory(db, { id, userId, name }))) throw nameTaken()
    return { data: categoryReply({ ...row, name }), message: "Category updated" }
  })
  .serve(imageCategories.remove, async (c) => {
    const id = idOf(c, "category")
    const undo = newUndoOf(c)
    if (!(await unlessWritten(c, true, () => deleteImageCategory(databaseOf(c.env), id, undo))))
      throw unknown("category")
    return { data: { _id: id, undoId: undo.id }, message: "Category deleted" }
  })

function categoryReply({ id, name, imageCount }: Pick<ImageCategoryRow, "id" | "name" | "imageCount">) {
  return { _id: id, name, imageCount }
}

function nameTaken(): ApiError {
  const words = "You already have a category with this name"
  return new ApiError("conflict", words, { fields: { name: words } })
}
