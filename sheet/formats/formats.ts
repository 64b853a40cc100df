import { pdfFormat } from "./pdf/pdf-format.ts"
import { pngFormat } from "./png-format.ts"
import type { SheetFormat } from "./sheet-format.ts"
import { tiffFormat } from "./tiff/tiff-format.ts"

/** What writes and reads back a sheet in each format. */
export const sheetFormats = {
  png: pngFormat,
  pdf: pdfFormat,
  tiff: tiffFormat,
} satisfies Record<string, SheetFormat>
