import { DAY_MS, MINUTE_MS } from "../duration.ts"
import { shortMonths } from "../month.ts"

/** The letters of one design in a print's name. */
const MAX_DESIGN_LENGTH = 40

/**
 * Returns the name of a print by hand: `luna-moth`, `luna-moth and koi`, or `luna-moth, koi and 4 more`, by its
 * artwork in the print's order. Null without artwork.
 */
export function handPrintName(imageNames: readonly string[]): string | null {
  const [first, second, ...others] = new Set(imageNames.map(designOf))
  if (first === undefined || second === undefined) return first ?? null
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`
}

function designOf(imageName: string): string {
  const letters = [...imageName.replace(/\.(jpe?g|png|svg)$/i, "")]
  return letters.length <= MAX_DESIGN_LENGTH
    ? letters.join("")
    : `${letters.slice(0, MAX_DESIGN_LENGTH - 1).join("")}…`
}

/**
 * Returns the name of a print without artwork that its seller has not named: `Print of 23 Nov`, by the day on which it was
 * made as a clock shows it that is `utcOffsetMin` ahead of UTC.
 */
export function defaultPrintName(madeAtMs: number, utcOffsetMin: number): string {
  const date = clockOf(madeAtMs, utcOffsetMin)
  return `Print of ${date.getUTCDate()} ${shortMonths[date.getUTCMonth()]}`
}

const shortDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const

/** Returns the name of a print of orders: `Tue batch, 8 orders`, by the same clock. */
export function ordersPrintName(orderCount: number, madeAtMs: number, utcOffsetMin: number): string {
  const day = shortDays[clockOf(madeAtMs, utcOffsetMin).getUTCDay()]
  return `${day} batch, ${orderCount} ${orderCount === 1 ? "order" : "orders"}`
}

/** Returns a date whose UTC parts are what the clock shows. */
function clockOf(timeMs: number, utcOffsetMin: number): Date {
  return new Date(Math.floor((timeMs + utcOffsetMin * MINUTE_MS) / DAY_MS) * DAY_MS)
}
