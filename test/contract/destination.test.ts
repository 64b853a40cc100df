import { expect, test } from "vitest"
import { filmFor } from "../../contract/delivery/destination-film.ts"
import { destinationWords, edgeProblem } from "../../contract/delivery/destination-words.ts"
import { makeId } from "../../contract/id.ts"
import { destinationOf } from "../../harness/destination.ts"

test("a sheet is as long as template and destination both allow, and mirrored if either says so", () => {
  const film = (maxLengthIn: number, mirror: boolean) => ({ maxLengthIn, mirror, gapIn: 0.2 })
  expect(filmFor(film(60, false), null)).toEqual(film(60, false))
  expect(filmFor(film(60, false), film(100, true))).toEqual(film(60, true))
  expect(filmFor(film(100, true), film(60, false))).toEqual(film(60, true))
})

test("what a destination makes of a print is said before it is processed", () => {
  const plain = { _id: makeId(0), ...destinationOf({ name: "My shop" }) }
  expect(destinationWords(plain, { maxLengthIn: 100, mirror: false, sheets: 1 }, "in")).toBe(
    'Written for "My shop" as PNG. A file is at most 100 in long.',
  )
  const white = { ...plain.white, isOn: true }
  const contour = { ...plain.contour, isOn: true }
  const pressed = { ...plain, formats: ["pdf" as const, "tiff" as const], white, contour }
  expect(destinationWords(pressed, { maxLengthIn: 60.5, mirror: true, sheets: 3 }, "in")).toBe(
    'Written for "My shop" as PDF and TIFF, mirrored, with white beneath, with a cut line. A file is at most 60.5 in long, so the print takes 3 sheets.',
  )
})

test("an edge too narrow for the cut line is named with what it has to be", () => {
  const destination = { name: "My shop", edgeIn: 0.31 }
  expect(edgeProblem(destination, { name: "Roll", widthIn: 22, edgeIn: 0.31 }, "in")).toBeNull()
  expect(edgeProblem(null, { name: "Roll", widthIn: 22, edgeIn: 0 }, "in")).toBeNull()
  expect(edgeProblem(destination, { name: "Roll", widthIn: 22, edgeIn: 0.25 }, "in")).toBe(
    'The cut line of "My shop" would leave the film: the edge of "Roll" has to be 0.31 in or more, but it is 0.25 in.',
  )
  // What is said is enough, typed as it stands: 1.52 cm would be too little.
  expect(
    edgeProblem({ ...destination, edgeIn: 0.6 }, { name: "22 in roll", widthIn: 22, edgeIn: 0.25 }, "cm"),
  ).toBe(
    'The cut line of "My shop" would leave the film: the edge of "55.88 cm roll" has to be 1.53 cm or more, but it is 0.64 cm.',
  )
})
