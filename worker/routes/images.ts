import { artwork } from "../../contract/api/artwork-api.ts"
import { images } from "../../contract/api/image-api.ts"
import { ink } from "../../contract/api/ink-api.ts"
import type { Image } from "../../contract/artwork/image.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { MAX_BULK_IDS } from "../../contract/limit.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import { forgetPrintsWithoutText } from "../data/artwork/artwork-rule-rows.ts"
import { findImageCategory } from "../data/artwork/image-category-rows.ts"
import {
  deleteImages,
  findAnyImage,
  findImage,
  type ImageRow,
  imagePath,
  listImages,
  moveImages,
  trimOf,
  updateImage,
} from "../data/artwork/image-rows.ts"
import { setInkAccepted } from "../data/artwork/ink-rows.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { refreshReadings } from "../data/orders/reading-state.ts"
import { readerOf } from "../data/reader.ts"
import type { OpenEnv } from "../env.ts"
import { nameDoers } from "../flows/accounts/name-doers.ts"
import { checkFields } from "../flows/artwork/check-fields.ts"
import {
  findInk,
  findInkUnder,
  findOwnInk,
  type InkSettings,
  inkSettingsOf,
  ownInkSettings,
  withWorstPlaces,
} from "../flows/artwork/find-ink.ts"
import { mendMany } from "../flows/artwork/mend-many.ts"
import { previewOf } from "../flows/artwork/preview-image.ts"
import { receiveUpload } from "../flows/artwork/receive-upload.ts"
import { refuseFrames } from "../flows/artwork/refuse-frames.ts"
import { queueChanged } from "../flows/orders/queue-readings.ts"
import { askForPieces, type Piece } from "../flows/pieces/find-pieces.ts"
import { newUndoOf, unlessWritten } from "../flows/programs/change-once.ts"
import { requireUserWithin } from "../middleware/signed-in.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

export const imagesRoutes = new ApiRoutes()
  .serveRead(images.list, async (c, { userId, read }) => {
    const { images, pagination } = await listImages(read, userId, c.req.valid("query"))
    return { data: await nameDoers(c.env, images), pagination }
  })
  .serveRead(images.one, async (c, { userId, read }) => {
    const image = await findImage(read, userId, idOf(c, "image"))
    if (!image) throw unknown("image")
    return { data: await named(c.env, image) }
  })
  .serve(ink.one, async (c) => {
    const { widthIn, sheetTemplateId } = c.req.valid("query")
    // A width that nobody has asked for is a drawing of the press.
    if (widthIn !== undefined) await limitRate(c, rateRules.previewByAccount, c.var.user.id)
    const db = databaseOf(c.env)
    const image = await ownImage(db, c.var.user.id, idOf(c, "image"))
    const settings = await inkSettings(db, image.userId, sheetTemplateId)
    const result =
      widthIn === undefined
        ? await findOwnInk(c.env, image.id, settings)
        : (
            await findInk(
              c.env,
              { userId: image.userId, items: [{ imageId: image.id, widthIn }] },
              settings,
              { isAsked: true },
            )
          )[0]
    if (!result) throw notReady()
    return { data: result }
  })
  .serve(
    ink.many,
    async (c) => {
      const { items, sheetTemplateId } = c.req.valid("json")
      const userId = c.var.user.id
      for (const { shopMends } of items) refuseFrames(shopMends)
      const template = { sheetTemplateId: sheetTemplateId ?? null, isMeant: true }
      const inks = await findInkUnder(c.env, { userId, items }, template, { isAsked: true })
      return { data: inks.map((one) => one && withWorstPlaces(one)) }
    },
    [requireUserWithin(rateRules.piecesByAccount)],
  )
  .serve(ink.accept, async (c) => {
    const db = databaseOf(c.env)
    const key = { id: idOf(c, "image"), userId: c.var.user.id }
    if (!(await setInkAccepted(db, key, c.req.valid("json").codes))) throw unknown("image")
    const image = await findImage(readerOf(db), key.userId, key.id)
    if (!image) throw unknown("image")
    return { data: await named(c.env, image), message: texts.imageUpdated }
  })
  .serve(
    images.upload,
    async (c) => {
      const receiving = receiveUpload(c)
      // If the caller goes away, this still finishes or cleans up what has arrived.
      c.executionCtx.waitUntil(receiving.catch(() => undefined))
      const { uploaded, refused } = await receiving
      const total = uploaded.length + refused.length
      const message =
        refused.length === 0 ? "Images uploaded" : `${refused.length} of ${total} files could not be used`
      return { data: uploaded, refused, message }
    },
    [requireUserWithin(rateRules.uploadByAccount)],
  )
  .serve(images.bulkDelete, async (c) => {
    const { ids } = c.req.valid("json")
    const undo = newUndoOf(c)
    const deleted = await unlessWritten(c, ids, () =>
      deleteImages(databaseOf(c.env), undo.userId, ids, undo.nowMs, undo),
    )
    const undoId = deleted.length > 0 ? undo.id : null
    return { data: { ids: deleted, undoId }, message: countedImages(deleted.length, "deleted") }
  })
  .serve(images.bulkUpdate, async (c) => {
    const { images } = c.req.valid("json")
    const db = databaseOf(c.env)
    const categoryIds = new Set(images.map((image) => image.imageCategoryId))
    for (const categoryId of categoryIds) await checkCategory(db, c.var.user.id, categoryId)
    const moved = await moveImages(db, c.var.user.id, images, Date.now())
    return { data: { moved }, message: countedImages(moved, "updated") }
  })
  .serve(
    images.bulkMend,
    async (c) => {
      const { others, ...first } = c.req.valid("json")
      const parts = [first, ...others]
      if (new Set(parts.flatMap(({ ids }) => ids)).size > MAX_BULK_IDS)
        throw new ApiError("validation-failed", `At most ${MAX_BULK_IDS} images at a time`)
      const { changed, refused, undoId } = await mendMany(
        c.env,
        newUndoOf(c),
        parts,
        c.var.call?.isWritten ?? false,
      )
      return { data: { changed, refused, undoId }, message: countedImages(changed, "mended") }
    },
    [requireUserWithin(rateRules.mendByAccount)],
  )
  .serve(images.update, async (c) => {
    const { name, imageCategoryId, score, ...drawn } = c.req.valid("json")
    const { fields } = drawn
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const id = idOf(c, "image")
    await checkCategory(db, userId, imageCategoryId)
    const isReadAgain = Object.values(drawn).some((part) => part !== undefined)
    if (isReadAgain) await limitRate(c, rateRules.rereadByAccount, userId)
    if (isReadAgain) await checkFields(c.env, await ownImage(db, userId, id), drawn)
    const image = await updateImage(db, {
      id,
      userId,
      name,
      categoryId: imageCategoryId,
      halfStars: score === undefined ? undefined : Math.round(score * 2),
      ...drawn,
      isReadAgain,
      nowMs: Date.now(),
    })
    if (!image) throw unknown("image")
    if (isReadAgain) await queueChanged(c.env, userId, id)
    if (fields !== undefined) {
      if (fields.length > 0) await forgetPrintsWithoutText(db, userId, id)
      await refreshReadings(db, userId)
    }
    return { data: await named(c.env, image), message: texts.imageUpdated }
  })
  .serve(
    artwork.preview,
    async (c) => {
      const row = await ownImage(databaseOf(c.env), c.var.user.id, idOf(c, "image"))
      const drawing = previewOf(c.env, row, c.req.valid("json"), c.req.raw.signal)
      // If the caller goes away, the press still gets its message.
      c.executionCtx.waitUntil(drawing.catch(() => undefined))
      const png = await drawing
      return new Response(png.body, {
        headers: { "content-type": "image/png", "content-length": String(png.size), etag: png.httpEtag },
      })
    },
    [requireUserWithin(rateRules.previewByAccount)],
  )
  .serve(artwork.pieces, async (c) => {
    const image = await ownImage(databaseOf(c.env), c.var.user.id, idOf(c, "image"))
    await limitRate(c, rateRules.piecesByAccount, c.var.user.id)
    if (image.status !== "Ready") throw notReady()
    const { values } = c.req.valid("json")
    const pieces = await askForPieces(
      c.env,
      values.map((set) => ({ imageId: image.id, values: set })),
      "refuse",
    )
    return { data: pieces.map((piece, i) => ({ values: values[i], ...lookOf(piece ?? samePiece(image)) })) }
  })
  .serve(images.remove, async (c) => {
    const id = idOf(c, "image")
    const undo = newUndoOf(c)
    const deleted = await unlessWritten(c, [id], () =>
      deleteImages(databaseOf(c.env), undo.userId, [id], undo.nowMs, undo),
    )
    if (deleted.length === 0) throw unknown("image")
    return { data: { _id: id, undoId: undo.id }, message: "Image deleted" }
  })

async function named(env: OpenEnv, image: Image): Promise<Image> {
  const [reply] = await nameDoers(env, [image])
  return reply
}

/** Returns the piece of an image without fields, which all look alike. */
function samePiece(row: ImageRow): ShownPieceLook {
  const { id, isOpaque, softShare } = row
  const previewFile = { path: imagePath(id, "preview") }
  return { digest: "same", state: "ready", reason: null, previewFile, trim: trimOf(row), isOpaque, softShare }
}

type ShownPieceLook = Omit<Piece, "source" | "printed" | "picture">

function lookOf({ digest, state, reason, previewFile, trim, isOpaque, softShare }: ShownPieceLook) {
  return { digest, state, reason, previewFile, trim, isOpaque, softShare }
}

/** Returns what decides about ink under a template: the one asked for, else the default. */
async function inkSettings(db: Database, userId: Id, sheetTemplateId: Id | undefined): Promise<InkSettings> {
  const settings = sheetTemplateId
    ? await inkSettingsOf(db, userId, sheetTemplateId)
    : await ownInkSettings(db, userId)
  if (!settings) throw unknown("sheet template")
  return settings
}

function notReady(): ApiError {
  return new ApiError("conflict", "This image is not ready. Please try again in a moment.")
}

async function ownImage(db: Database, userId: Id, id: Id): Promise<ImageRow> {
  const row = await findAnyImage(db, id)
  if (row?.userId !== userId) throw unknown("image")
  return row
}

async function checkCategory(db: Database, userId: Id, categoryId: Id | null | undefined): Promise<void> {
  if (categoryId && !(await findImageCategory(db, userId, categoryId))) throw unknown("category")
}

function countedImages(count: number, deed: string): string {
  return `${count} ${count === 1 ? "image" : "images"} ${deed} successfully`
}
