/** Grounds to see artwork on. The film is a checkerboard, because nothing is printed there. */
export const garments = [
  { key: "film", label: "Film" },
  { key: "white", label: "White" },
  { key: "sand", label: "Sand" },
  { key: "heather", label: "Heather" },
  { key: "red", label: "Red" },
  { key: "forest", label: "Forest" },
  { key: "navy", label: "Navy" },
  { key: "black", label: "Black" },
] as const
/** One of ours, or a colour of the account's own, `#rrggbb`. */
export type Garment = (typeof garments)[number]["key"] | `#${string}`

/** Returns the ground as a CSS colour; null for the film's own checkerboard. */
export function garmentColour(garment: Garment): string | null {
  if (garment === "film") return null
  return garment.startsWith("#") ? garment : `var(--color-garment-${garment})`
}
