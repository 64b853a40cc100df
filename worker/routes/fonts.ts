import { fonts } from "../../contract/api/font-api.ts"
import type { Font, FontListQuery } from "../../contract/artwork/font.ts"
import { familyKeyOf } from "../../contract/artwork/font.ts"
import {
  type LibraryFont,
  libraryFontPath,
  libraryFonts,
  libraryLicencePath,
} from "../../contract/artwork/library-fonts.ts"
import { unknown } from "../../contract/error.ts"
import { ApiRoutes } from "../api-routes.ts"
import { deleteFont, findFontRow, listFontRows } from "../data/artwork/font-rows.ts"
import { databaseOf } from "../data/database.ts"
import { pageOf } from "../data/paging.ts"
import { ownFont } from "../flows/artwork/own-font.ts"
import { receiveFonts } from "../flows/artwork/receive-fonts.ts"
import { asRefusal } from "../flows/artwork/receive-upload.ts"
import { newUndoOf, unlessWritten } from "../flows/programs/change-once.ts"
import { sendFile } from "../middleware/send-file.ts"
import { requireUserWithin } from "../middleware/signed-in.ts"
import { rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

/** The cache of a font, whose bytes never change under its id. */
const OWNED_CACHE = "private, max-age=86400, immutable"
/** The policy of a font, which runs nothing and loads nothing. */
const FONT_POLICY = "sandbox; default-src 'none'"

/** The fonts; those of the library are listed for everybody, and nobody deletes them. */
export const fontsRoutes = new ApiRoutes()
  .serve(fonts.list, async (c) => {
    const query = c.req.valid("query")
    const rows = await listFontRows(databaseOf(c.env), c.var.user.id)
    const listed = [...rows.map(ownFont), ...libraryFonts.map(libraryFont)].filter((font) =>
      isAsked(font, query),
    )
    const { offset, pagination } = pageOf(query, listed.length)
    return { data: listed.slice(offset, offset + query.limit), pagination }
  })
  .serve(
    fonts.upload,
    async (c) => {
      const { uploaded, refused, imagesToRead, coloured } = await receiveFonts(
        c.env,
        c.var.user.id,
        c.req.raw,
        c.var.call?.body ?? null,
      ).catch((error) => {
        throw asRefusal(error)
      })
      const total = uploaded.length + refused.length
      const message =
        refused.length === 0
          ? `${uploaded.length === 1 ? "Font" : `${uploaded.length} fonts`} uploaded`
          : `${refused.length} of ${total} files could not be used`
      return { data: uploaded, refused, imagesToRead, coloured, message }
    },
    [requireUserWithin(rateRules.uploadByAccount)],
  )
  .serve(fonts.remove, async (c) => {
    const id = idOf(c, "font")
    const undo = newUndoOf(c)
    if (!(await unlessWritten(c, true, () => deleteFont(databaseOf(c.env), id, undo)))) throw unknown("font")
    return { data: { _id: id, undoId: undo.id }, message: "Font deleted" }
  })
  .serve(fonts.file, async (c) => {
    const row = await findFontRow(databaseOf(c.env), c.var.user.id, idOf(c, "font"))
    if (!row) throw unknown("font")
    return sendFile(c, {
      key: row.fileKey,
      contentType: "font/ttf",
      name: `${row.family} ${row.weight}${row.style === "italic" ? " italic" : ""}.ttf`,
      isDownload: false,
      cache: OWNED_CACHE,
      policy: FONT_POLICY,
    })
  })

function libraryFont(font: LibraryFont): Font {
  const { _id, family, style, weight, category, bytes } = font
  return {
    _id,
    family,
    style,
    weight,
    source: "library",
    category,
    path: libraryFontPath(font),
    bytes,
    licencePath: libraryLicencePath(font),
    isRestricted: false,
  }
}

function isAsked(font: Font, { source, category, search }: FontListQuery): boolean {
  if (source !== undefined && font.source !== source) return false
  if (category !== undefined && font.category !== category) return false
  return familyKeyOf(font.family).includes(familyKeyOf(search))
}
