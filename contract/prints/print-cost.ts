import { CM_PER_IN } from "../length.ts"
import type { CostCents, Prices } from "./cost.ts"

/** The material of a print. `boxesFilmIn` is the film that its pieces would take as boxes. */
export type UsedMaterial = { filmIn: number; boxesFilmIn: number; inkSqIn: number; credits: number }

/** Returns the cost of a print. Each part is rounded to the cent once, so the total is their sum exactly. */
export function costOf(prices: Prices, used: UsedMaterial): CostCents {
  const { filmPrice, inkPricePerSquareInch = 0, powderPricePerSquareInch = 0, creditPrice = 0 } = prices
  const perInch = filmPricePerInch(filmPrice)
  const film = cents(used.filmIn * perInch)
  const ink = cents(used.inkSqIn * (inkPricePerSquareInch + powderPricePerSquareInch))
  const credits = cents(used.credits * creditPrice)
  return {
    film,
    ink,
    credits,
    total: film + ink + credits,
    savedByNesting: cents(Math.max(0, used.boxesFilmIn - used.filmIn) * perInch),
    currency: filmPrice.currency,
  }
}

const inchesOf = { inch: 1, foot: 12, centimetre: 1 / CM_PER_IN, metre: 100 / CM_PER_IN }

function filmPricePerInch({ amount, per, rollLengthIn }: Prices["filmPrice"]): number {
  if (per !== "roll") return amount / inchesOf[per]
  if (rollLengthIn === undefined) throw new Error("a roll's price needs its length")
  return amount / rollLengthIn
}

/** The error of float products, which lie a hair beside the exact value: 1.005 × 100 is meant to be 100.5. */
const HAIR = 1e-7

function cents(amount: number): number {
  return Math.floor(amount * 100 + 0.5 + HAIR)
}

/** The copies of one item on a sheet: how many, and the area of their boxes. */
type ItemOnSheet = { itemId: string; copies: number; areaPx2: number }
export type SheetShare = { lengthPx: number; items: readonly ItemOnSheet[] }

/**
 * Returns each item's share of a print's cost, in cents that add up to the total exactly. The film of a
 * sheet, gaps included, is shared by the area of the pieces on it, ink by the area of all pieces, and
 * credits by copies.
 */
export function itemShares(cost: CostCents, sheets: readonly SheetShare[]): Map<string, number> {
  const weights = new Map<string, number>()
  const all = sheets.flatMap(({ items }) => items)
  const lengthPx = sum(sheets.map((sheet) => sheet.lengthPx))
  const areaPx2 = sum(all.map((item) => item.areaPx2))
  const copies = sum(all.map((item) => item.copies))
  for (const sheet of sheets) {
    const ownPx2 = sum(sheet.items.map((item) => item.areaPx2))
    for (const item of sheet.items) {
      const film = cost.film * (sheet.lengthPx / lengthPx) * (item.areaPx2 / ownPx2)
      const ink = cost.ink * (item.areaPx2 / areaPx2)
      const credits = cost.credits * (item.copies / copies)
      weights.set(item.itemId, (weights.get(item.itemId) ?? 0) + film + ink + credits)
    }
  }
  const ids = [...weights.keys()].sort()
  const shares = shareOut(
    cost.total,
    ids.map((id) => weights.get(id) ?? 0),
  )
  return new Map(ids.map((id, i) => [id, shares[i]]))
}

/**
 * Splits a whole number by weights into parts that add up to it exactly: each is rounded down, and the
 * rest goes one by one to the largest remainders, among equals to the first. Parts are equal if nothing
 * weighs.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return []
  const whole = sum(weights)
  const exact = weights.map((weight) => (whole > 0 ? (total * weight) / whole : total / weights.length))
  const parts = exact.map(Math.floor)
  const byRemainder = exact
    .map((part, i) => ({ i, remainder: part - parts[i] }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i)
  const remaining = total - sum(parts)
  for (const { i } of byRemainder.slice(0, remaining)) parts[i]++
  return parts
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
