import { MINUTE_MS } from "./duration.ts"

/** A shop that pressed "Printed" by mistake can take it back this long. */
export const SHOP_UNDO_MS = 10 * MINUTE_MS

/** The page of a link; `token` is a link's own, or that of any sheet. */
export function sharePath(token: string): string {
  return `share/${token}`
}

/** Everything of a link as one ZIP, below `/api/`. */
export function zipPath(token: string): string {
  return `files/sheets/${token}/all.zip`
}
