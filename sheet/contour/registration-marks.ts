import type { CutSheet } from "./cut-line.ts"

/** A black box, in millimetres from the sheet's top left corner. */
export type RegistrationMark = { x: number; y: number; width: number; height: number }

/**
 * The marks by which cutters find a printed sheet:
 *
 *   silhouette  ■    ⌐|      a square of 5 mm at the top left, corners with arms of 20 mm at the
 *                            other two, lines of 0.3 mm, 15 mm from the sides and 20 mm from the ends
 *               |_           (the Inkscape extension of Silhouette's cutters)
 *   roland      |¯    ¯|     corners with arms of 10 mm, 5 mm from the sides, in lines of 0.3 mm
 *               |_    _|     (second-hand, of CutStudio: to be tried on the cutter first)
 */
export type MarkKind = "silhouette" | "roland"

const LINE_MM = 0.3

const marks = {
  silhouette: { across: 15, down: 20, arm: 20, square: 5, clear: 20 },
  roland: { across: 5, down: 5, arm: 10, square: 0, clear: 10 },
} satisfies Record<MarkKind, object>

/** Returns the boxes of a kind of marks, and those around them that have to stay free of ink. */
export function registrationMarks(
  kind: MarkKind,
  { widthPx, lengthPx, dpi }: CutSheet,
): { marks: RegistrationMark[]; clear: RegistrationMark[] } {
  const { across, down, arm, square, clear } = marks[kind]
  const mm = 25.4 / dpi
  const left = across
  const right = widthPx * mm - across
  const top = down
  const bottom = lengthPx * mm - down
  /** Returns a corner whose arms run from it to the inside. */
  const corner = (x: number, y: number): RegistrationMark[] => {
    const isLeft = x === left
    const isTop = y === top
    return [
      { x: isLeft ? x : x - arm, y: isTop ? y : y - LINE_MM, width: arm, height: LINE_MM },
      { x: isLeft ? x : x - LINE_MM, y: isTop ? y : y - arm, width: LINE_MM, height: arm },
    ]
  }
  const corners: [number, number][] = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ]
  const drawn =
    kind === "silhouette"
      ? [{ x: left, y: top, width: square, height: square }, ...corner(right, top), ...corner(left, bottom)]
      : corners.flatMap(([x, y]) => corner(x, y))
  const used = kind === "silhouette" ? corners.slice(0, 3) : corners
  return {
    marks: drawn,
    clear: used.map(([x, y]) => ({
      x: x === left ? x : x - clear,
      y: y === top ? y : y - clear,
      width: clear,
      height: clear,
    })),
  }
}
