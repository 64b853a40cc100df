import { paymentCurrency } from "../../../contract/credits/package.ts"

const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: paymentCurrency })

/** `$10.00` */
export function dollarsText(dollars: number): string {
  return usd.format(dollars)
}
