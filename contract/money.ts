/** Returns an amount in its own currency: `€24.50`. An unknown currency stands before the number as it is. */
export function moneyText(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount)
  } catch {
    // A currency has three letters.
    return `${currency} ${amount.toFixed(2)}`.trim()
  }
}
