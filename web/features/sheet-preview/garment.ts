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

export const onTheMat: readonly Garment[] = ["film", "white", "heather", "navy", "black"]

/** The garments of ours on which seams are lighter, and a length is written light. */
export const darkGarments: readonly Garment[] = ["red", "forest", "navy", "black"]

/** Returns the ground as a CSS colour; null for the film's own checkerboard. */
export function garmentColour(garment: Garment): string | null {
  if (garment === "film") return null
  return garment.startsWith("#") ? garment : `var(--color-garment-${garment})`
}
