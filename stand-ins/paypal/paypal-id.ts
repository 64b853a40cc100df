/** Returns an id of capitals and digits, as PayPal's are. */
export function randomId(length: number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join("")
}
