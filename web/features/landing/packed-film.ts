import type { LivingFilm } from "./living-film.ts"

/** The first sample order as the engine packs it, for visitors without motion, or without the engine. */
export const packedFilm: LivingFilm = {
  lengthIn: 29.26,
  copies: [
    { line: 0, copy: 0, x: 0.4, y: 0.25, turn: 270 },
    { line: 1, copy: 0, x: 10, y: 20.34, turn: 0 },
    { line: 1, copy: 1, x: 0.25, y: 10.92, turn: 90 },
    { line: 1, copy: 2, x: 8.36, y: 11.85, turn: 180 },
    { line: 2, copy: 0, x: 0.25, y: 18.34, turn: 180 },
    { line: 2, copy: 1, x: 15.34, y: 7.84, turn: 90 },
    { line: 3, copy: 0, x: 14.41, y: 0.25, turn: 270 },
    { line: 4, copy: 0, x: 0.81, y: 24.1, turn: 0 },
    { line: 4, copy: 1, x: 16.8, y: 16.7, turn: 90 },
    { line: 5, copy: 0, x: 0.42, y: 7.46, turn: 270 },
    { line: 5, copy: 1, x: 6.45, y: 27.08, turn: 180 },
    { line: 5, copy: 2, x: 5.93, y: 25.06, turn: 0 },
    { line: 6, copy: 0, x: 17.13, y: 25.5, turn: 90 },
    { line: 6, copy: 1, x: 12.08, y: 7.88, turn: 0 },
    { line: 6, copy: 2, x: 2.52, y: 8.51, turn: 90 },
    { line: 6, copy: 3, x: 7.31, y: 8.5, turn: 90 },
    { line: 6, copy: 4, x: 18.25, y: 21.76, turn: 0 },
  ],
}
