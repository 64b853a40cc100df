import { formatMoney } from "./format.ts"

/** Returns what a buyer paid, or `–` for 0: the marketplace or the file did not say a price. */
export function formatPrice(amount: number, currency: string): string {
  return amount === 0 ? "–" : formatMoney(amount, currency)
}
