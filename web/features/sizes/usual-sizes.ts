import type { SizeInput } from "../../../contract/artwork/size.ts"
import { inchesFrom, type LengthUnit } from "../../../contract/length.ts"

/** A width that most sellers print, rounded for people who think in its unit. */
export type UsualSize = { name: string } & Record<LengthUnit, number>

export const usualSizes: readonly UsualSize[] = [
  { name: "Left chest", in: 3.5, cm: 9 },
  { name: "Sleeve", in: 3, cm: 7.5 },
  { name: "Toddler", in: 5, cm: 13 },
  { name: "Youth", in: 7.5, cm: 19 },
  { name: "Adult", in: 10, cm: 25 },
  { name: "Full front", in: 12, cm: 30 },
]

/** With as many sizes of their own, sellers no longer look for a beginning. */
const ENOUGH = 4

/** Returns the usual widths to offer beside these sizes: all to a new seller, none to one with sizes enough. */
export function offeredSizes(own: readonly { name: string }[]): UsualSize[] {
  if (own.length >= ENOUGH) return []
  const names = new Set(own.map(({ name }) => name.toLowerCase()))
  return usualSizes.filter(({ name }) => !names.has(name.toLowerCase()))
}

/** `Left chest 3.5 in` */
export function usualLabel(size: UsualSize, unit: LengthUnit): string {
  return `${size.name} ${size[unit]} ${unit}`
}

/** Returns it as the seller's size, which is in inches. */
export function usualInput(size: UsualSize, unit: LengthUnit): SizeInput {
  return { name: size.name, value: inchesFrom(size[unit], unit) }
}
