import {
  type SheetFileKind,
  type SheetFormatName,
  sheetFileKinds,
  sheetFormats,
} from "../../contract/delivery/sheet-format.ts"

/** The name and the use of each kind of file. */
export const formatWords: Record<SheetFileKind, { name: string; use: string }> = {
  png: { name: "PNG", use: "What most print shops ask for." },
  pdf: { name: "PDF", use: "For print software that takes PDF." },
  tiff: { name: "TIFF", use: "For print software that takes TIFF." },
  svg: { name: "SVG", use: "The cut line only, for cutting software." },
  dxf: { name: "DXF", use: "The cut line only, for plotters." },
}

/** The kinds in the order in which a sheet's files are listed. */
export const offeredKinds = Object.keys(sheetFileKinds) as SheetFileKind[]

/** The formats in the order in which they are offered. */
export const offeredFormats = Object.keys(sheetFormats) as SheetFormatName[]

/** Returns the choice with a format added or removed, in the offered order. It may be empty. */
export function withFormat(
  chosen: readonly SheetFormatName[],
  format: SheetFormatName,
  isIn: boolean,
): SheetFormatName[] {
  return offeredFormats.filter((one) => (one === format ? isIn : chosen.includes(one)))
}
