/** A pasted line: an order's number, and the number of its parcel. */
export type TrackingLine = { orderNumber: string; trackingNumber: string }

/**
 * Reads lines as a spreadsheet or a shipping program copies them: the order's number first, the parcel's
 * after it. A `#` before an order's number is one way to write it. Lines without both are left out.
 */
export function readTrackingLines(text: string): TrackingLine[] {
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const cells = line
      .trim()
      .split(/\s*[\t;,]\s*|\s+/)
      .filter((cell) => cell !== "")
    const [orderNumber, ...rest] = cells
    // Some carriers write their numbers in groups.
    return rest.length === 0
      ? []
      : [{ orderNumber: plainNumber(orderNumber), trackingNumber: rest.join(" ") }]
  })
}

/** Returns an order's number without the sign that some shops put before it. */
export function plainNumber(orderNumber: string): string {
  return orderNumber.replace(/^#/, "")
}
