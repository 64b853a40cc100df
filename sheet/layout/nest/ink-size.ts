import type { Level } from "./level.ts"

/** Returns the width of a piece's ink in this turn, in pixels. */
export function inkWidth(level: Level, piece: number, turn: number): number {
  const { width, height } = level.inks[piece]
  return turn % 2 === 0 ? width : height
}

/** Returns the height of a piece's ink in this turn, in pixels. */
export function inkHeight(level: Level, piece: number, turn: number): number {
  return inkWidth(level, piece, turn + 1)
}
