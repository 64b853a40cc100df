/** Grounds that artwork can be seen on. The film itself is a checkerboard: nothing is printed there. */
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
export type Garment = (typeof garments)[number]["key"]

/** The ground as a CSS colour; null for the film's own checkerboard. */
export function garmentColour(garment: Garment): string | null {
  return garment === "film" ? null : `var(--color-garment-${garment})`
}
