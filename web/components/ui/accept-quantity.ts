/** Returns the quantity in a typed text: a whole number in bounds, in plain digits; otherwise null. */
export function acceptQuantity(text: string, min: number, max: number): number | null {
  const trimmed = text.trim()
  if (!/^\d{1,9}$/.test(trimmed)) return null
  const value = Number(trimmed)
  return value >= min && value <= max ? value : null
}
