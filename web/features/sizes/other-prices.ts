import type { SheetTemplateInput } from "../../../contract/artwork/size.ts"
import { pageUnit, perSquareInch, perSquareUnit } from "../../../contract/length.ts"

/** The prices of a template beside film's. */
export type OtherPrices = Pick<
  SheetTemplateInput,
  "inkPricePerSquareInch" | "powderPricePerSquareInch" | "creditPrice"
>

/** Returns what a price beside film's is for, in the account's unit: `Ink per sq in`. */
export function otherPriceLabel(key: keyof OtherPrices): string {
  if (key === "creditPrice") return "Credit"
  return `${key === "inkPricePerSquareInch" ? "Ink" : "Powder"} per ${pageUnit() === "in" ? "sq in" : "cm²"}`
}

/** Returns a template's price as it is shown: those of an area are for the account's square unit. */
export function shownPrice(key: keyof OtherPrices, price: number | null): number | null {
  return price === null || key === "creditPrice" ? price : perSquareUnit(price, pageUnit())
}

/** Returns a typed price as a template keeps it. */
export function keptPrice(key: keyof OtherPrices, price: number | null): number | null {
  return price === null || key === "creditPrice" ? price : perSquareInch(price, pageUnit())
}
