/** The demo shops' listings, buyers and answers. */

import type { Address, Attribute, Line, Listing, Order } from "./shopify-order.ts"

const chests = ["Adult chest", "Youth chest", "Toddler", "Left chest"]
/** Keys that begin with "_" are an app's own: the buyer never sees them. */
const names: Attribute[][] = [
  [
    { key: "Team name", value: "Zoë's Comets 🌙" },
    { key: "Number", value: "07" },
  ],
  [
    { key: "Name", value: "Mia & Noah" },
    { key: "_print_file", value: "https://files.example/print/81.png" },
  ],
  [{ key: "Name", value: "O'Brien" }],
  [],
]
export const listings: readonly Listing[] = [
  { title: "Cosmic Cat & Moon DTF Transfer", sku: "COSMIC-CAT", sizes: chests },
  { title: "Luna Moth Iron On Transfer", sku: "luna moth", sizes: ['10" Adult chest', "5 inches"] },
  { title: "Mama's Leopard DTF Print", sku: "LEOPARD_MAMA", sizes: chests },
  { title: "Good Vibes Only Transfer", sku: "GOOD-VIBES-3.5IN", sizes: [] },
  { title: "Salty Wave Surf Transfer", sku: "SALTY-WAVE", sizes: chests },
  { title: "Custom Team Name Transfer", sku: "", sizes: ["Adult chest", "Youth chest"], answers: names },
  {
    title: "Shred It Taco Skate Transfer",
    sku: "SHRED-IT-TACO",
    option: "Width",
    sizes: ["10 in", "7.5 in"],
  },
  { title: "Wildflower Bouquet Transfer", sku: "WF-2026", sizes: chests },
  { title: "Petal Smiley Retro Transfer", sku: "PETAL-SMILEY", sizes: chests },
  { title: "Eastside 07 Varsity Transfer", sku: "EASTSIDE-07", sizes: chests },
]
/** One name would be a formula in a spreadsheet, as some real names would. */
const buyers = [
  ["Ana Lima", "12 Palm Street", "Austin", "TX", "78701", "United States", "US"],
  ["José O'Neill", "7 Rue du Port", "Québec", "QC", "G1R 4S9", "Canada", "CA"],
  ["Mei-Ling Chen", "88 Harbour Road", "San Diego", "CA", "92101", "United States", "US"],
  ["@rosa.makes", "3 Orchard Way", "Reno", "NV", "89501", "United States", "US"],
] as const

export function demoAddress(index: number): Address {
  const [name, address1, city, provinceCode, zip, country, countryCode] = buyers[index % buyers.length]
  return { name, address1, address2: null, city, provinceCode, zip, country, countryCode }
}

/** Returns an order's lines: one, two or three. */
export function demoLines(listings: readonly Listing[], order: Order): Line[] {
  const index = order.number
  const count = index % 4 === 0 ? 3 : index % 3 === 0 ? 2 : 1
  return Array.from({ length: count }, (_, place) => boughtLine(listings, order, place))
}

/** Returns the line at that place of an order, of the next of the shop's listings. */
export function boughtLine(listings: readonly Listing[], order: Order, place: number): Line {
  const index = order.number
  const number = (index * 3 + place * 7) % listings.length
  const { title, sku, sizes, answers } = listings[number]
  return {
    id: order.id * 100 + place,
    listing: number,
    title,
    variantTitle: sizes.length === 0 ? null : sizes[(Math.floor(index / 3) + place) % sizes.length],
    sku: sku === "" ? null : sku,
    priceCents: 650 + number * 125,
    quantity: 1 + ((index + place) % 3),
    removed: 0,
    fulfilled: 0,
    attributes: [...(answers?.[index % answers.length] ?? [])],
  }
}

/** Draws a photo of a shirt in a colour of its own. */
export function drawProduct(number: number): string {
  const hue = (number * 36) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 170 135" width="170" height="135"><rect width="170" height="135" fill="hsl(${hue} 30% 90%)"/><path d="M55 25 30 42l10 20 12-6v62h66V56l12 6 10-20-25-17c-6 9-54 9-60 0z" fill="hsl(${hue} 35% 35%)"/><circle cx="85" cy="72" r="17" fill="hsl(${hue + 40} 80% 65%)"/></svg>`
}
