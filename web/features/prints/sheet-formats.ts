import { type SheetFormatName, USUAL_FORMATS } from "../../../contract/delivery/sheet-format.ts"
import type { SheetFile } from "../../../contract/prints/print.ts"
import { formatWords, offeredFormats, offeredKinds } from "../../components/format-words.ts"
import { read, write } from "../../lib/session.ts"

const KEY = "sheetsmith.formats"

/** Returns the last choice in this browser; the usual formats before the first. */
export function rememberedFormats(): SheetFormatName[] {
  const names = read(KEY)?.split(",") ?? []
  const known = offeredFormats.filter((format) => names.includes(format))
  return known.length === 0 ? [...USUAL_FORMATS] : known
}

/** Keeps a choice for the next print. An empty one prints nothing and is not kept. */
export function rememberFormats(formats: readonly SheetFormatName[]): void {
  if (formats.length > 0) write(KEY, formats.join())
}

type WritingFiles = Pick<SheetFile, "writingId" | "destination"> & { files: SheetFile[] }

/** Returns a print's own files, then those for each other destination, in the order of the requests. */
export function filesByWriting(files: readonly SheetFile[]): WritingFiles[] {
  return [...Map.groupBy(files, ({ writingId }) => writingId)].map(([writingId, ofOne]) => ({
    writingId,
    destination: ofOne[0].destination,
    files: ofOne,
  }))
}

/** Returns the sheets of a print in order, each with its files in the offered order. */
export function filesBySheet(files: readonly SheetFile[]): [SheetFile, ...SheetFile[]][] {
  const sheets = new Map<number, [SheetFile, ...SheetFile[]]>()
  for (const file of files) {
    const known = sheets.get(file.sheet)
    if (known) known.push(file)
    else sheets.set(file.sheet, [file])
  }
  const place = ({ format }: SheetFile) => offeredKinds.indexOf(format)
  return [...sheets.values()].map((one) => one.sort((a, b) => place(a) - place(b)))
}

/** Returns the formats of a print's sheets: `PDF, TIFF`. */
export function formatNames(files: readonly Pick<SheetFile, "format">[]): string {
  return offeredKinds
    .filter((format) => files.some((file) => file.format === format))
    .map((format) => formatWords[format].name)
    .join(", ")
}
