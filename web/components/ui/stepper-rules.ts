/** What may be typed into a quantity: a whole number from `min` to `max`, in plain digits; anything else is null. */
export function acceptQuantity(text: string, min: number, max: number): number | null {
  const trimmed = text.trim()
  if (!/^\d{1,9}$/.test(trimmed)) return null
  const value = Number(trimmed)
  return value >= min && value <= max ? value : null
}
