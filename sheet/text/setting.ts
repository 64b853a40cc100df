import type { TextLayer } from "./text-layer.ts"

/** The room for letters, in the artwork's units: the box without the surroundings of letters. */
type Room = { x: number; y: number; width: number; height: number }

/** The setting of a text in its room: `sizeWanted` in the artwork's units, null to fill the room. */
export type Setting = Pick<TextLayer, "fit" | "align" | "letterSpacing" | "lineHeight" | "arc" | "circle"> & {
  text: string
  room: Room
  sizeWanted: number | null
}
