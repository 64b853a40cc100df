/**
 * The shares of film that nesting by shapes saved against the same copies packed as boxes: 60 copies of 20
 * designs, and 500 copies of 60. `npm run bench -- nest --sets copies` prints both.
 */
export const filmSaved = { fewCopies: 0.185, manyCopies: 0.128 } as const

/** The most inches or dollars that the page calculates with. */
const MOST = 10_000_000

/** Inches and dollars from the smaller to the larger saving. */
export type FilmSaving = { inches: [number, number]; dollars: [number, number] }

/** Returns the saving for inches a month at a price an inch, as typed; null if either is no amount. */
export function filmSaving(inchesTyped: string, priceTyped: string): FilmSaving | null {
  const inches = amountOf(inchesTyped)
  const price = amountOf(priceTyped)
  if (inches === null || price === null) return null
  const shares = [filmSaved.manyCopies, filmSaved.fewCopies] as const
  const [fewest, most] = shares.map((share) => Math.round(inches * share))
  return { inches: [fewest, most], dollars: [fewest * price, most * price] }
}

/** Returns a typed amount above 0; a comma is a decimal comma unless three digits follow it. */
function amountOf(typed: string): number | null {
  const plain = typed
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, "")
    .replace(",", ".")
  const value = plain === "" ? Number.NaN : Number(plain)
  return value > 0 && value <= MOST ? value : null
}
