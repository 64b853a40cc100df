import { z } from "zod"
import { printedWidthInSchema } from "../artwork/artwork-preview.ts"
import { imageSchema } from "../artwork/image.ts"
import { inkCodeSchema, inkCodes, inkFindingSchema } from "../artwork/ink.ts"
import { mendsSchema } from "../artwork/mend.ts"
import { idSchema } from "../id.ts"
import { MAX_PRINT_ITEMS } from "../limit.ts"
import { reply, routes, saying } from "../route.ts"
import { variantStates } from "../status.ts"

/** An image's findings at a printed width. While `state` is `waiting`, the press still looks at it. */
const imageInkSchema = z.object({
  widthIn: z.number(),
  /** The pixels of artwork per printed inch; null for vector artwork. */
  dpi: z.number().nullable(),
  state: z.enum(variantStates),
  /** The reason why the ink was not checked; null unless it failed. */
  reason: z.string().nullable(),
  /** The kinds of findings that could not be looked for, with the reason; all others were. */
  notChecked: z.array(z.object({ code: inkCodeSchema, reason: z.string() })),
  findings: z.array(inkFindingSchema),
  /** The codes that the seller knows, whether they are found at this width or not. */
  accepted: z.array(inkCodeSchema),
})
export type ImageInk = z.infer<typeof imageInkSchema>

/** The calls about images' ink, and what a press will make of it. */
export const ink = routes({
  one: {
    method: "GET",
    path: "/images/{id}/findings",
    summary: "What the press will make of an image's ink at a printed width",
    caller: "user",
    scope: "images:read",
    query: z.object({
      widthIn: printedWidthInSchema
        .optional()
        .describe("The printed width; the image's at 300 DPI unless given, vector artwork's at 6 in."),
      sheetTemplateId: idSchema.optional().describe("The template; the default one unless given."),
    }),
    replies: { 200: reply(imageInkSchema) },
    errors: ["conflict"],
  },
  many: {
    method: "POST",
    path: "/images/findings",
    summary: "The same for several images and widths, in their order, with the worst places alone",
    caller: "user",
    scope: "images:read",
    body: z.object({
      items: z
        .array(
          z
            .object({
              imageId: idSchema,
              widthIn: printedWidthInSchema.optional().describe("The image's own unless given."),
              shopMends: mendsSchema
                .optional()
                .describe("The mends of its store's rule, as a print's item has them; with a width alone."),
            })
            .refine(({ widthIn, shopMends }) => shopMends === undefined || widthIn !== undefined, {
              path: ["widthIn"],
              message: "A store's mends are made at a printed width: give it as well.",
            })
            .meta({ dependentRequired: { shopMends: ["widthIn"] } }),
        )
        .max(MAX_PRINT_ITEMS),
      sheetTemplateId: idSchema.optional(),
    }),
    replies: { 200: reply(z.array(imageInkSchema.nullable())) },
    errors: ["not-found"],
  },
  accept: {
    method: "PUT",
    path: "/images/{id}/accepted",
    summary: "Say which findings about an image's ink are known",
    caller: "user",
    scope: "images:write",
    body: z.object({ codes: z.array(inkCodeSchema).max(inkCodes.length) }),
    replies: { 200: saying(imageSchema) },
  },
})
