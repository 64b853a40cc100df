import type { TextLayer } from "./text-layer.ts"

/** Where letters may be, in the artwork's units: the box without what surrounds letters. */
type Room = { x: number; y: number; width: number; height: number }

/** How a text is set in its room: `sizeWanted` in the artwork's units, null to fill the room. */
export type Setting = Pick<TextLayer, "fit" | "align" | "letterSpacing" | "lineHeight" | "arc" | "circle"> & {
  text: string
  room: Room
  sizeWanted: number | null
}
