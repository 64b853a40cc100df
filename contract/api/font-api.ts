import { z } from "zod"
import { fontListQuerySchema, fontSchema } from "../artwork/font.ts"
import { refusedFileSchema } from "../artwork/image.ts"
import { idSchema } from "../id.ts"
import { MAX_FONT_FILES } from "../limit.ts"
import { listReplySchema } from "../list.ts"
import { file, routes, saying } from "../route.ts"
import { undoableSchema } from "../undo.ts"

/** The fonts that text is drawn in: the library that comes with the app, and a seller's own fonts. */
export const fonts = routes({
  list: {
    method: "GET",
    path: "/fonts",
    summary: "One page of the fonts: own ones first, then the library's by what they are used for",
    caller: "user",
    scope: "settings:read",
    query: fontListQuerySchema,
    replies: { 200: listReplySchema(fontSchema) },
  },
  upload: {
    method: "POST",
    path: "/fonts",
    summary: "Upload TTF, OTF, WOFF or WOFF2 files; artwork that waited for them is read again",
    caller: "user",
    scope: "settings:write",
    form: z.object({ files: z.array(z.file()).min(1).max(MAX_FONT_FILES) }),
    replies: {
      201: saying(z.array(fontSchema)).extend({
        refused: z.array(refusedFileSchema),
        /** The number of images that are read again, because they named one of these fonts. */
        imagesToRead: z.number().int(),
        /** The files whose colours or pictures are left out: letters are drawn in a text's own colour. */
        coloured: z.array(z.string()),
      }),
    },
    errors: ["conflict", "unprocessable", "unsupported-type"],
  },
  remove: {
    method: "DELETE",
    path: "/fonts/{id}",
    summary: "Delete an own font; artwork that was drawn with it stays as it is",
    caller: "user",
    scope: "settings:write",
    replies: { 200: saying(undoableSchema.extend({ _id: idSchema })) },
  },
  file: {
    method: "GET",
    path: "/files/fonts/{id}",
    summary: "An own font's file, for its owner",
    caller: "user",
    scope: "settings:read",
    replies: {
      200: file("font/ttf", "font/otf"),
      206: file("font/ttf", "font/otf"),
      304: { what: "It has not changed", media: [] },
      416: { what: "The file has no such part", media: [] },
    },
  },
})
