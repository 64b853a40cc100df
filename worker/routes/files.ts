import type { Context } from "hono"
import { files } from "../../contract/api/image-api.ts"
import { sharedFileOf, sharedFilePath } from "../../contract/delivery/share-path.ts"
import { type SheetFileKind, sheetFileKinds, sheetFormats } from "../../contract/delivery/sheet-format.ts"
import { unknown } from "../../contract/error.ts"
import { type Id, idSchema } from "../../contract/id.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv, OpenContext } from "../app-env.ts"
import { type FileImage, findFileImage, hasTexts, imageKeys, isMended } from "../data/artwork/image-rows.ts"
import { databaseOf, envOf } from "../data/database.ts"
import { variantKeys } from "../data/pieces/variant-rows.ts"
import { sheetFileName, sheetKey, sheetPreviewKey, writtenFiles } from "../data/prints/sheet-files.ts"
import { findPicturedSheet, findSharedSheet, type SharedSheet } from "../data/prints/sheet-rows.ts"
import { settingsOf } from "../env.ts"
import { type PartOfLook, partOfLook } from "../files/look-file.ts"
import { openLink, openSheet } from "../flows/delivery/open-link.ts"
import { writeZip, zipName } from "../flows/delivery/write-zip.ts"
import { awaitSilhouette, isSilhouetteOf } from "../flows/prints/stored-silhouette.ts"
import { disposition, type FileReply, sendFile } from "../middleware/send-file.ts"
import { accountOfCookie, type ReadingCaller } from "../middleware/signed-in.ts"
import { findAnywhere } from "../place.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { readPictureToken } from "../secrets/picture-link.ts"

/** The policy for uploads of any kind: nothing in them may run or load from elsewhere. */
const SVG_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
/** The cache of files that never change: an upload's under its id, and a sheet's under its token. */
const OWNED_CACHE = "private, max-age=86400, immutable"
/** The cache of drawings of artwork with text or mends, which change with its texts, their fonts and their samples, and with its mends. */
const REDRAWN_CACHE = "private, no-cache"
/** The form of a piece's digest, which stands for its picture; see flows/pieces/find-pieces.ts. */
const PIECE_DIGEST = /^[0-9a-f]{32}$/
const SHARED_CACHE = "private, max-age=3600"
/** The cache of a link's files, which end with the link, in a browser that has had them, too. */
const LINK_CACHE = "private, no-cache"

/** The files by the paths in other replies: images for their owner, sheets for anyone with the link. */
export const filesRoutes = new ApiRoutes()
  .serveRead(files.image, async (c, caller) => sendFile(c, await ownImageFile(c, caller)))
  .serveRead(files.piece, async (c, caller) => sendFile(c, await ownPieceFile(c, caller)))
  .serve(files.mailedPicture, async (c) => sendFile(c, await mailedPicture(c)))
  // This route comes before the next, whose path takes it for a sheet.
  .serve(files.zip, async (c) => sendZip(c, c.req.param("token") ?? ""))
  .serve(files.sheet, async (c) => sendFile(c, await sharedSheetFile(c)))

/** Finds the image in the path. One that cannot be an id is looked for as well, as the session's check joins it. */
async function ownImage(c: Context<AppEnv>, caller: ReadingCaller): Promise<FileImage> {
  const id = idSchema.safeParse(c.req.param("id"))
  const row = await findFileImage(caller.read, caller, id.success ? id.data : ("" as Id))
  if (!row) throw unknown("file")
  return row
}

async function ownImageFile(c: Context<AppEnv>, caller: ReadingCaller): Promise<FileReply> {
  const row = await ownImage(c, caller)
  const keys = imageKeys(row.id)
  const noun = c.req.param("noun")
  // A press has what is printed, not the artwork that it is made of.
  if (noun === "source" && c.var.member?.role === "press") throw unknown("file")
  const isSvg = row.mediaType === "image/svg+xml"
  const isRedrawn = hasTexts(row) || isMended(row) || (isSvg && row.masterKey !== row.sourceKey)
  const cache = isRedrawn ? REDRAWN_CACHE : OWNED_CACHE
  if (noun?.startsWith("preview")) {
    if (row.status !== "Ready") throw unknown("file")
    return {
      key: keys.preview,
      contentType: "image/png",
      name: `${row.name}.preview.png`,
      isDownload: false,
      cache,
    }
  }
  if (noun?.startsWith("silhouette")) {
    const { id, status, masterKey } = row
    if (status !== "Ready" || masterKey === null) throw unknown("file")
    return {
      key: keys.silhouette,
      part: (object) => (isSilhouetteOf(object, masterKey) ? { offset: 0, length: object.size } : null),
      contentType: "application/octet-stream",
      name: `${row.name}.silhouette`,
      isDownload: false,
      cache,
      make: () => awaitSilhouette(c.env, { id, masterKey }),
    }
  }
  const hasSource = row.status === "Ready" || row.status === "Ingesting"
  if (noun !== "source" || !hasSource || row.mediaType === null) throw unknown("file")
  return {
    key: keys.source,
    contentType: row.mediaType,
    name: row.name,
    isDownload: false,
    cache: OWNED_CACHE,
    ...(isSvg ? { policy: SVG_POLICY } : {}),
  }
}

async function ownPieceFile(c: Context<AppEnv>, caller: ReadingCaller): Promise<FileReply> {
  const digest = c.req.param("digest") ?? ""
  const row = await ownImage(c, caller)
  const noun = c.req.param("noun")
  if (!PIECE_DIGEST.test(digest) || row.status !== "Ready") throw unknown("file")
  const keys = variantKeys(row.id, digest)
  const inLook = (part: PartOfLook) => ({
    key: keys.look,
    part: (object: R2Object) => partOfLook(object, part),
    isDownload: false,
    cache: OWNED_CACHE,
  })
  if (noun === "preview")
    return {
      ...inLook("preview"),
      formerKey: keys.preview,
      contentType: "image/png",
      name: `${row.name}.preview.png`,
    }
  if (noun !== "silhouette") throw unknown("file")
  return {
    ...inLook("silhouette"),
    formerKey: keys.silhouette,
    contentType: "application/octet-stream",
    name: `${row.name}.silhouette`,
  }
}

/** Finds a sheet's file by the sheet's own token, or by the token of a link that shows it. */
async function sharedSheetFile(c: OpenContext): Promise<FileReply> {
  const token = c.req.param("token") ?? ""
  const path = `files/sheets/${token}/${c.req.param("name")}`
  const ofLink = sharedFileOf(c.req.param("name") ?? "")
  if (ofLink) {
    const row = await openSheet(c.env, token, ofLink)
    const pathOf = (kind: SheetFileKind | "preview") =>
      sharedFilePath(token, ofLink.number, row.sheetIndex, kind)
    return sheetFile(row, (kind) => path === pathOf(kind), LINK_CACHE)
  }
  const known = await findAnywhere(c.env, (env) => findSharedSheet(databaseOf(env), token), {
    userId: await accountOfCookie(c),
  })
  if (!known) throw unknown("file")
  const row = known.found
  return sheetFile(row, (kind) => path === `files/${sheetFileKey(row, kind)}`, SHARED_CACHE)
}

function sheetFile(
  row: SharedSheet,
  isIt: (kind: SheetFileKind | "preview") => boolean,
  cache: string,
): FileReply {
  const written = writtenFiles(row).find(({ format }) => isIt(format))
  if (written) {
    const contentType = sheetFileKinds[written.format].mediaType
    const name = sheetFileName(row.printId, row.sheetIndex, written)
    return { key: sheetKey(row, written.format), contentType, name, isDownload: true, cache }
  }
  if (!isIt("preview")) throw unknown("file")
  return previewFile(row, cache)
}

function previewFile(row: SharedSheet, cache: string): FileReply {
  if (row.previewKey === null) throw unknown("file")
  const name = `preview-${sheetFileName(row.printId, row.sheetIndex, { format: "png" })}`
  const contentType = sheetFormats.png.mediaType
  return { key: sheetPreviewKey(row), contentType, name, isDownload: false, cache }
}

/** Finds the picture that a mail shows in its reader, a page of others, by the mail's own token for it. */
async function mailedPicture(c: OpenContext): Promise<FileReply> {
  const { SESSION_KEY } = settingsOf(c.env)
  const attemptId = await readPictureToken(SESSION_KEY, c.req.param("token") ?? "")
  const known =
    attemptId && (await findAnywhere(c.env, (env) => findPicturedSheet(databaseOf(env), attemptId)))
  if (!known) throw unknown("file")
  return { ...previewFile(known.found, SHARED_CACHE), isEmbedded: true }
}

function sheetFileKey(row: SharedSheet, kind: SheetFileKind | "preview"): string {
  return kind === "preview" ? sheetPreviewKey(row) : sheetKey(row, kind)
}

/** Sends a ZIP without ranges: it is made as it is sent, and its length is not known before. */
async function sendZip(c: OpenContext, token: string): Promise<Response> {
  const link = await openLink(c.env, token)
  const headers = {
    "content-type": "application/zip",
    "content-disposition": disposition(zipName(link), true),
    "cache-control": "private, no-store",
    "accept-ranges": "none",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  }
  if (c.req.method === "HEAD") return new Response(null, { headers })
  await limitRate(c, rateRules.zipByToken, token)
  return new Response(writeZip(envOf(c.env, link.place), link, Date.now()), { headers })
}
