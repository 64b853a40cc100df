import { Hono } from "hono"
import { z } from "zod"
import { ApiError } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import {
  idsSchema,
  imageBulkUpdateSchema,
  imageListQuerySchema,
  imageUpdateSchema,
} from "../../contract/image.ts"
import { DEFAULT_IMAGE_PAGE_SIZE, MAX_PAGE_SIZE } from "../../contract/limit.ts"
import { texts } from "../../contract/text.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { findImageCategory } from "../data/image-category-rows.ts"
import { deleteImages, findImage, listImages, moveImages, updateImage } from "../data/image-rows.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { rateRules } from "../middleware/rate-limit.ts"
import { requireUser, requireUserWithin, signedInReader } from "../middleware/signed-in.ts"
import { idOf, jsonBody, queryOf } from "../middleware/valid.ts"
import { receiveUpload } from "./image-upload.ts"

/** The image library starts with a larger page than other lists. */
const imageQuerySchema = imageListQuerySchema.extend({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).catch(DEFAULT_IMAGE_PAGE_SIZE),
})

/** A seller's own artwork. */
export const imagesRoutes = new Hono<AppEnv>()
  .get("/images", queryOf(imageQuerySchema), async (c) => {
    const { userId, read } = await signedInReader(c)
    const { images, pagination } = await listImages(read, userId, c.req.valid("query"))
    return c.json({ data: images, pagination })
  })
  .get("/images/:id", async (c) => {
    const { userId, read } = await signedInReader(c)
    const image = await findImage(read, userId, idOf(c, "image"))
    if (!image) throw unknownImage()
    return c.json({ data: image })
  })
  .post("/images/bulk-upload", requireUserWithin(rateRules.uploadByAccount), async (c) => {
    const receiving = receiveUpload(c)
    // When the caller goes away, what has arrived is still put in order.
    c.executionCtx.waitUntil(receiving.catch(() => undefined))
    const { uploaded, refused } = await receiving
    const total = uploaded.length + refused.length
    const message =
      refused.length === 0 ? "Images uploaded" : `${refused.length} of ${total} files could not be used`
    return c.json({ data: uploaded, refused, message }, 201)
  })
  .use("/images/*", requireUser)
  .post("/images/bulk-delete", jsonBody(idsSchema), async (c) => {
    const { ids } = c.req.valid("json")
    const deleted = await deleteImages(databaseOf(c.env), c.var.user.id, ids, Date.now())
    return c.json({ data: { ids: deleted }, message: countedImages(deleted.length, "deleted") })
  })
  .on(["PUT", "PATCH"], "/images/bulk-update", jsonBody(imageBulkUpdateSchema), async (c) => {
    const { images } = c.req.valid("json")
    const db = databaseOf(c.env)
    const categoryIds = new Set(images.map((image) => image.imageCategoryId))
    for (const categoryId of categoryIds) await checkCategory(db, c.var.user.id, categoryId)
    const moved = await moveImages(db, c.var.user.id, images, Date.now())
    return c.json({ data: { moved }, message: countedImages(moved, "updated") })
  })
  .on(["PUT", "PATCH"], "/images/:id", jsonBody(imageUpdateSchema), async (c) => {
    const { name, imageCategoryId, score } = c.req.valid("json")
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    await checkCategory(db, userId, imageCategoryId)
    const image = await updateImage(db, {
      id: idOf(c, "image"),
      userId,
      name,
      categoryId: imageCategoryId,
      halfStars: score === undefined ? undefined : Math.round(score * 2),
      nowMs: Date.now(),
    })
    if (!image) throw unknownImage()
    return c.json({ data: image, message: texts.imageUpdated })
  })
  .delete("/images/:id", async (c) => {
    const id = idOf(c, "image")
    const deleted = await deleteImages(databaseOf(c.env), c.var.user.id, [id], Date.now())
    if (deleted.length === 0) throw unknownImage()
    return c.json({ data: { _id: id }, message: "Image deleted" })
  })

async function checkCategory(db: Database, userId: Id, categoryId: Id | null | undefined): Promise<void> {
  if (categoryId && !(await findImageCategory(db, userId, categoryId)))
    throw new ApiError("not-found", "This category does not exist")
}

function countedImages(count: number, deed: string): string {
  return `${count} ${count === 1 ? "image" : "images"} ${deed} successfully`
}

function unknownImage(): ApiError {
  return new ApiError("not-found", "This image does not exist")
}
