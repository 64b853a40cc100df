import { pdfFormat } from "./pdf/pdf-format.ts"
import { pngFormat } from "./png-format.ts"
import type { SheetFormat } from "./sheet-format.ts"
import { tiffFormat } from "./tiff/tiff-format.ts"

/** The formats that write a sheet and read it back. */
export const sheetFormats = {
  png: pngFormat,
  pdf: pdfFormat,
  tiff: tiffFormat,
} satisfies Record<string, SheetFormat>
