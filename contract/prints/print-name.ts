import { DAY_MS, MINUTE_MS } from "../duration.ts"
import { shortMonths } from "../month.ts"

/**
 * Returns the name of a print that its seller has not named: `Print of 23 Nov`, by the day on which it was
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
