import type { ImportError } from "../../../contract/orders/order-import.ts"

/** Returns the errors as CSV for a spreadsheet, which recognises UTF-8 by the mark at its beginning. */
export function errorsCsv(errors: readonly ImportError[]): string {
  const lines = errors.map(({ row, message }) => `${row},"${message.replaceAll('"', '""')}"\r\n`)
  return `\uFEFFrow,message\r\n${lines.join("")}`
}
