import { z } from "zod"
import type { ImageInk } from "../../contract/api/ink-api.ts"
import type { Image } from "../../contract/artwork/image.ts"
import type { SheetTemplate, Size } from "../../contract/artwork/size.ts"
import { lengthText } from "../../contract/length.ts"
import { counted, listed, tool } from "./tool.ts"

/** The rows that a tool shows at once: an assistant reads each of them. */
const MAX_ROWS = 25

/** The number of rows, as an assistant asks for it. */
export const rowsInput = z.int().min(1).max(MAX_ROWS).default(10).describe("How many to show.")

export const libraryTools = [
  tool({
    name: "find_artwork",
    title: "Find artwork",
    description:
      "Finds artwork in the seller's library by its name, the newest first: its id, its pixels, whether it can be printed, and what its ink looks like.",
    scope: "images:read",
    effect: "reads",
    input: z.object({ search: z.string().optional().describe("A part of the name."), show: rowsInput }),
    async run({ search, show }, api) {
      const { data, pagination } = await api.list<Image>("/images", { search, limit: show })
      const artwork = data.map(
        ({ _id: imageId, name, status, widthPx, heightPx, isVector, fields, ink }) => ({
          ...{ imageId, name, status, widthPx, heightPx, isVector },
          fields: fields.map((field) => field.name),
          inkFindings: ink.map(({ code, severity }) => `${severity} ${code}`),
        }),
      )
      const lines = artwork.map(({ name, imageId, status, widthPx, heightPx, inkFindings }) =>
        [
          `${name} (${imageId})`,
          status === "Ready" ? `${widthPx} × ${heightPx} px` : status,
          ...inkFindings,
        ].join(", "),
      )
      const heading = `${counted(pagination.totalDocuments, "picture")} in all:`
      return { text: listed(heading, lines, "No artwork of this name."), data: { artwork } }
    },
  }),
  tool({
    name: "check_artwork",
    title: "Check artwork",
    description:
      "Tells what a press will make of an artwork's ink at a printed width: too few pixels, lines too thin, soft edges, boxes of white.",
    scope: "images:read",
    effect: "reads",
    input: z.object({
      imageId: z.string().describe("The artwork's id, from find_artwork."),
      widthIn: z
        .number()
        .positive()
        .optional()
        .describe("The printed width in inches; at 300 DPI unless given."),
    }),
    async run({ imageId, widthIn }, api) {
      const ink = await api.get<ImageInk>(`/images/${encodeURIComponent(imageId)}/findings`, { widthIn })
      const { dpi, state, reason, findings } = ink
      const data = {
        widthIn: ink.widthIn,
        dpi,
        state,
        findings: findings.map(({ code, severity, text }) => ({ code, severity, text })),
      }
      if (state === "waiting")
        return { text: "The press is still looking at it. Ask again in some seconds.", data }
      if (reason !== null) return { text: `It was not checked: ${reason}`, data }
      const lines = findings.map(({ severity, text }) => `${severity}: ${text}`)
      const heading = `At ${lengthText(ink.widthIn, "in")}${dpi === null ? "" : `, ${Math.round(dpi)} DPI`}:`
      return { text: listed(heading, lines, `${heading} nothing to look at.`), data }
    },
  }),
  tool({
    name: "list_sizes",
    title: "List sizes",
    description: "Lists the printed widths that the seller has names for, in inches.",
    scope: "settings:read",
    effect: "reads",
    input: z.object({ show: rowsInput }),
    async run({ show }, api) {
      const { data } = await api.list<Size>("/sizes", { limit: show, sortBy: "value", sort: "asc" })
      const sizes = data.map(({ _id: sizeId, name, value: widthIn }) => ({ sizeId, name, widthIn }))
      const lines = sizes.map(({ sizeId, name, widthIn }) => `${name}: ${widthIn} in (${sizeId})`)
      return { text: listed("Sizes:", lines, "No sizes yet."), data: { sizes } }
    },
  }),
  tool({
    name: "list_sheet_templates",
    title: "List sheet templates",
    description: "Lists the films that the seller prints on: roll width, longest sheet, gaps, resolution.",
    scope: "settings:read",
    effect: "reads",
    input: z.object({ show: rowsInput }),
    async run({ show }, api) {
      const { data } = await api.list<SheetTemplate>("/sheet-templates", { limit: show })
      const templates = data.map(
        ({ _id: sheetTemplateId, name, widthIn, maxLengthIn, gapIn, dpi, isDefault }) => ({
          ...{ sheetTemplateId, name, widthIn, maxLengthIn, gapIn, dpi, isDefault },
        }),
      )
      const lines = templates.map(
        ({ sheetTemplateId, name, widthIn, maxLengthIn, dpi, isDefault }) =>
          `${name}${isDefault ? " (the usual one)" : ""}: ${lengthText(widthIn, "in")} wide, sheets of up to ${lengthText(maxLengthIn, "in")}, ${dpi} DPI (${sheetTemplateId})`,
      )
      return { text: listed("Sheet templates:", lines, "No sheet templates yet."), data: { templates } }
    },
  }),
]
