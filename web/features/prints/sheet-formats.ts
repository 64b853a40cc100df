import type { SheetFile } from "../../../contract/print.ts"
import {
  type SheetFileKind,
  type SheetFormatName,
  sheetFileKinds,
  sheetFormats,
  USUAL_FORMATS,
} from "../../../contract/sheet-format.ts"
import { read, write } from "../../lib/session.ts"

const KEY = "sheetsmith.formats"

/** What a kind of file is called, and what it is for. */
export const formatWords: Record<SheetFileKind, { name: string; use: string }> = {
  png: { name: "PNG", use: "What most print shops ask for." },
  pdf: { name: "PDF", use: "For print programs that take PDF." },
  tiff: { name: "TIFF", use: "For print programs that take TIFF." },
  svg: { name: "SVG", use: "The cut line alone, for cutting programs." },
  dxf: { name: "DXF", use: "The cut line alone, for plotters." },
}

const kinds = Object.keys(sheetFileKinds) as SheetFileKind[]

/** In the order in which they are offered, and in which a sheet's files are listed. */
export const offeredFormats = Object.keys(sheetFormats) as SheetFormatName[]

/** The choice with a format more or less, in the order in which they are offered. May be empty. */
export function withFormat(
  chosen: readonly SheetFormatName[],
  format: SheetFormatName,
  isIn: boolean,
): SheetFormatName[] {
  return offeredFormats.filter((one) => (one === format ? isIn : chosen.includes(one)))
}

/** The last choice in this browser; the usual ones before the first. */
export function rememberedFormats(): SheetFormatName[] {
  const names = read(KEY)?.split(",") ?? []
  const known = offeredFormats.filter((format) => names.includes(format))
  return known.length === 0 ? [...USUAL_FORMATS] : known
}

/** Keeps a choice for the next print. An empty one prints nothing and is not kept. */
export function rememberFormats(formats: readonly SheetFormatName[]): void {
  if (formats.length > 0) write(KEY, formats.join())
}

/** The sheets of a print in order, each with its files as they are offered. */
export function filesBySheet(files: readonly SheetFile[]): [SheetFile, ...SheetFile[]][] {
  const sheets = new Map<number, [SheetFile, ...SheetFile[]]>()
  for (const file of files) {
    const known = sheets.get(file.sheet)
    if (known) known.push(file)
    else sheets.set(file.sheet, [file])
  }
  const place = ({ format }: SheetFile) => kinds.indexOf(format)
  return [...sheets.values()].map((one) => one.sort((a, b) => place(a) - place(b)))
}

/** `PDF, TIFF`: what a print's sheets were written as. */
export function formatNames(files: readonly Pick<SheetFile, "format">[]): string {
  return kinds
    .filter((format) => files.some((file) => file.format === format))
    .map((format) => formatWords[format].name)
    .join(", ")
}
