import { expect, test } from "vitest"
import { type FilmPiece, pieceNear, piecesIn, pieceTowards } from "../../web/features/prints/remake-places.ts"

/** Returns two rows of three pieces, 2 in apart. */
const pieces = Array.from(
  { length: 6 },
  (_, i) => ({ row: {}, x: (i % 3) * 2, y: Math.floor(i / 3) * 2, width: 1.5, height: 1.5 }) as FilmPiece,
)

test("a point means the piece whose middle is nearest, also where nested boxes lie over each other", () => {
  expect(pieceNear(pieces, { x: 2.2, y: 0.3 })).toBe(1)
  expect(pieceNear(pieces, { x: 1.8, y: 0.3 })).toBe(null)
  const small = { ...pieces[0], x: 0.1, y: 0.1, width: 0.4, height: 0.4 }
  expect(pieceNear([...pieces, small], { x: 0.35, y: 0.35 })).toBe(6)
  expect(pieceNear([...pieces, small], { x: 0.9, y: 0.9 })).toBe(0)
})

test("a frame takes the pieces whose middles it holds, from whichever corner it is drawn", () => {
  const taken = [pieces[1], pieces[2]]
  expect(piecesIn(pieces, { x: 1.9, y: -0.2 }, { x: 9, y: 1.9 })).toEqual(taken)
  expect(piecesIn(pieces, { x: 9, y: 1.9 }, { x: 1.9, y: -0.2 })).toEqual(taken)
})

test("arrows go to the next piece that way, and stop at the film's edge", () => {
  const to = (from: number, key: string) => pieceTowards(pieces, from, key)
  expect([to(0, "ArrowRight"), to(1, "ArrowDown"), to(4, "ArrowLeft"), to(3, "ArrowUp")]).toEqual([
    1, 4, 3, 0,
  ])
  expect([to(2, "ArrowRight"), to(0, "ArrowUp"), to(0, "x")]).toEqual([null, null, null])
  expect([to(2, "Home"), to(2, "End")]).toEqual([0, 5])
})
