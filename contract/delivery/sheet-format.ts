import { z } from "zod"

/**
 * The formats that a sheet can be written in. A new one is a line here and one in
 * sheet/formats/formats.ts, which writes it and reads it back; keys, media types and file names
 * follow from both.
 */
export const sheetFormats = {
  png: { extension: "png", mediaType: "image/png" },
  pdf: { extension: "pdf", mediaType: "application/pdf" },
  tiff: { extension: "tiff", mediaType: "image/tiff" },
} as const satisfies Record<string, { extension: string; mediaType: string }>

export type SheetFormatName = keyof typeof sheetFormats

/** The files of the cut line alone, beside formats that hold pixels. */
export const cutFormats = {
  svg: { extension: "svg", mediaType: "image/svg+xml" },
  dxf: { extension: "dxf", mediaType: "image/vnd.dxf" },
} as const satisfies Record<string, { extension: string; mediaType: string }>

export type CutFormatName = keyof typeof cutFormats

export const sheetFileKinds = { ...sheetFormats, ...cutFormats }

export type SheetFileKind = keyof typeof sheetFileKinds

const sheetFormatNames = Object.keys(sheetFormats) as [SheetFormatName, ...SheetFormatName[]]

const sheetFormatSchema = z.enum(sheetFormatNames)

export const cutFormatSchema = z.enum(Object.keys(cutFormats) as [CutFormatName, ...CutFormatName[]])

export const sheetFileKindSchema = z.enum(Object.keys(sheetFileKinds) as [SheetFileKind, ...SheetFileKind[]])

/** The formats of a print, none twice. */
export const sheetFormatsSchema = z
  .array(sheetFormatSchema)
  .min(1, "Choose a format")
  .refine((formats) => new Set(formats).size === formats.length, "Name each format once")
  .meta({ uniqueItems: true })

/** The formats of a sheet if nobody asks for others. */
export const USUAL_FORMATS: readonly SheetFormatName[] = ["png"]

/** The white ink beneath the colours, in formats that have a plane for it. */
export const whitePlaneSchema = z.strictObject({
  name: z.string().min(1).max(60).default("White"),
  chokePx: z.int().min(0).max(5).default(0),
})

export type WhitePlane = z.infer<typeof whitePlaneSchema>

/** Returns `sheet-1.pdf`, counted from 1. */
export function sheetFileNameOf(sheetIndex: number, kind: SheetFileKind): string {
  return `sheet-${sheetIndex + 1}.${sheetFileKinds[kind].extension}`
}
