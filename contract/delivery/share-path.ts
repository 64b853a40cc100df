import { MINUTE_MS } from "../duration.ts"
import { type SheetFileKind, sheetFileNameOf } from "./sheet-format.ts"

/** The time in which a shop that pressed "Printed" by mistake can take it back. */
export const SHOP_UNDO_MS = 10 * MINUTE_MS

/** Returns the path of a link's page; `token` is a link's own, or that of any sheet. */
export function sharePath(token: string): string {
  return `share/${token}`
}

/**
 * Returns the path of a file that a link's page shows, below `/api/`: `2-sheet-1.png` is of the link's
 * second print. The path has the link's token, and so ends with it.
 */
export function sharedFilePath(
  token: string,
  number: number,
  sheetIndex: number,
  kind: SheetFileKind | "preview",
): string {
  const name = kind === "preview" ? `preview-${sheetIndex + 1}.png` : sheetFileNameOf(sheetIndex, kind)
  return `files/sheets/${token}/${number}-${name}`
}

/** Returns the print and sheet that a name in such a path means; null if it is none. */
export function sharedFileOf(name: string): { number: number; sheetIndex: number } | null {
  const [, number, sheet] = /^([1-9]\d{0,8})-(?:sheet|preview)-([1-9]\d{0,8})\.[a-z]+$/.exec(name) ?? []
  return number && sheet ? { number: Number(number), sheetIndex: Number(sheet) - 1 } : null
}

/** Returns the path of all files of a link as one ZIP, below `/api/`. */
export function zipPath(token: string): string {
  return `files/sheets/${token}/all.zip`
}
