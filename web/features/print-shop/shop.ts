import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { filmFor } from "../../../contract/delivery/destination-film.ts"
import { inchesFrom, pageUnit } from "../../../contract/length.ts"
import type { Prices } from "../../../contract/prints/cost.ts"
import { costOf } from "../../../contract/prints/print-cost.ts"
import { formatMoney } from "../../lib/format.ts"
import { formatLength, formatRoll, formatTemplate, formatTyped } from "../../lib/length.ts"
import { answerWords, placeOf } from "../integrations/delivery-words.ts"
import { isFurtherShop, shopAddress, unnamed } from "./shop-way.ts"

/** A print shop of the seller's: a roll, the files written for it, and where they go. */
export type PrintShop = {
  template: SheetTemplate
  destination: Destination | null
  address: DeliveryAddress | null
  /** Further addresses, such as a storage of the seller's own; those of the first print shop alone. */
  others: readonly DeliveryAddress[]
}

export const shopParts = ["roll", "files", "place", "cost"] as const
export type ShopPart = (typeof shopParts)[number]

/** The length of the sheet whose price is shown as an example, in inches. */
const exampleIn = { in: 40, cm: inchesFrom(100, "cm") }

/**
 * Returns the print shops, the default template's first: each other is a template that names an address, or
 * says that its files are carried. Empty without a template.
 */
export function printShopsOf(
  templates: readonly SheetTemplate[],
  destinations: readonly Destination[],
  addresses: readonly DeliveryAddress[],
): PrintShop[] {
  const first = templates.find(({ isDefault }) => isDefault)
  if (!first) return []
  return [first, ...templates.filter(isFurtherShop)].map((template) => {
    const address = shopAddress(template, templates, addresses)
    return {
      template,
      destination: destinations.find(({ _id }) => _id === template.destinationId) ?? null,
      address,
      others: template === first ? unnamed(templates, addresses).filter((one) => one !== address) : [],
    }
  })
}

/** Returns the name of a print shop; null while the first has none. */
export function shopName({ address, destination, template }: PrintShop): string | null {
  if (address) return address.name
  if (destination?.isBuiltIn === false) return destination.name
  return template.isDefault ? null : formatTemplate(template)
}

/** Returns true once anything about the print shop was said. */
export function isSetUp(shop: PrintShop): boolean {
  return shopParts.some((part) => partWords(shop, part) !== null)
}

/** Returns one line for a part of the print shop; null while nothing was said about it. */
export function partWords(shop: PrintShop, part: ShopPart): string | null {
  switch (part) {
    case "roll":
      return isRollSaid(shop.template) ? rollWords(shop) : null
    case "files":
      return shop.destination && filesWords(shop.template, shop.destination)
    case "place":
      return shop.template.carriesFiles ? carriedWords : shop.address && placeWords(shop.address)
    case "cost":
      return costWords(shop.template)
  }
}

/** Tells whether the seller has said the roll: a new account's template is made with one, and not changed until then. */
function isRollSaid({ createdAt, updatedAt }: SheetTemplate): boolean {
  return createdAt !== updatedAt
}

function rollWords({ template, destination }: PrintShop): string {
  const { maxLengthIn } = filmFor(template, destination)
  return `${formatRoll(template.widthIn)}, sheets up to ${formatTyped(maxLengthIn)}, gap ${formatTyped(template.gapIn)}`
}

function filesWords({ labels }: SheetTemplate, { formats, white, contour, mirror }: Destination): string {
  const extras = [
    ...(white.isOn ? ["white"] : []),
    ...(contour.isOn ? ["cut line"] : []),
    ...(labels ? ["labels"] : []),
  ]
  const files = joined(formats.map((format) => format.toUpperCase()))
  return [files, extras.length > 0 && `with ${joined(extras)}`, mirror && "mirrored"]
    .filter(Boolean)
    .join(", ")
}

const carriedWords = "You carry them: each print has a download, and one link to send"

function placeWords(address: DeliveryAddress): string {
  return `${placeOf(address)}: ${answerWords(address) ?? "not tested yet"}`
}

const units = {
  inch: "an inch",
  foot: "a foot",
  centimetre: "a centimetre",
  metre: "a metre",
  roll: "a roll",
} as const

function costWords({ filmPrice }: SheetTemplate): string | null {
  if (filmPrice === null) return null
  return `${formatMoney(filmPrice.amount, filmPrice.currency)} ${units[filmPrice.per]}: ${exampleWords(filmPrice)}`
}

/** `a sheet of 40 in costs $22.00` */
export function exampleWords(filmPrice: Prices["filmPrice"]): string {
  const filmIn = exampleIn[pageUnit()]
  const used = { filmIn, boxesFilmIn: filmIn, inkSqIn: 0, credits: 0 }
  const { film, currency } = costOf({ filmPrice }, used)
  return `a sheet of ${formatLength(filmIn)} costs ${formatMoney(film / 100, currency)}`
}

/** `PDF, PNG and TIFF` */
function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`
}
