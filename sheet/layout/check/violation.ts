/** The most violations of a layout: a broken one can break everywhere, and more help nobody. */
export const maxViolations = 100

/**
 * A broken rule of a layout. `sheet` is the index of the sheet, `placements` are indices into its
 * placements. Copies that are `missing` lie on no sheet: `sheet` is 0 then, `placements` empty.
 */
export type LayoutViolation = {
  code: "unknown-item" | "repeated" | "missing" | "turned" | ViolationOfPlace
  sheet: number
  placements: number[]
  /** The pixels by which placements are too close, too far out, too long or off, rounded up. */
  byPx?: number
  /** The copies of a piece that lie on no sheet. */
  missing?: { piece: number; copies: number[] }
}

type ViolationOfPlace = "outside" | "too-long" | "wrong-length" | "overlap" | "label-covered"

/** Returns a violation as a sentence for people and logs. Sheets and placements count from 1. */
export function violationText({ code, sheet, placements, byPx = 0, missing }: LayoutViolation): string {
  const where = `sheet ${sheet + 1}`
  const which = placements.map((index) => index + 1).join(" and ")
  switch (code) {
    case "unknown-item":
      return `${where}: placement ${which} is no copy of the order`
    case "repeated":
      return `${where}: placement ${which} repeats a copy`
    case "missing":
      return `${missing?.copies.length ?? 0} copies of piece ${(missing?.piece ?? 0) + 1} are not placed`
    case "turned":
      return `${where}: placement ${which} is turned, which is not allowed`
    case "outside":
      return `${where}: placement ${which} reaches ${byPx} px over the edge`
    case "too-long":
      return `${where} is ${byPx} px too long`
    case "wrong-length":
      return `${where} does not end with its lowest piece, it is ${byPx} px off`
    case "overlap":
      return `${where}: placements ${which} are ${byPx} px too close`
    case "label-covered":
      return `${where}: the label of placement ${placements[0] + 1} is not clear of placement ${placements[1] + 1}`
  }
}
