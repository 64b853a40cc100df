import { expect, test } from "vitest"
import {
  askedMends,
  doesWorkOf,
  hasMend,
  withMends,
  withRuleMends,
} from "../../contract/artwork/asked-mends.ts"
import type { InkFinding } from "../../contract/artwork/ink.ts"
import { type Mend, type MendInput, mendSchema } from "../../contract/artwork/mend.ts"

const mend = (input: MendInput): Mend => mendSchema.parse(input)
const background = mend({ kind: "remove-background", from: "edges", colour: "#ffffff", tolerance: 6 })
const harden = mend({ kind: "harden", threshold: 128 })
const dots = mend({ kind: "halftone", shape: "dot", linesPerInch: 45, angle: 22.5 })
const thicken = mend({ kind: "thicken", mm: 0.35 })
const enlarge = mend({ kind: "enlarge", method: "edges" })

function finding(code: InkFinding["code"], mends: Mend[], change: Partial<InkFinding> = {}): InkFinding {
  const measured = { figure: 1, limit: 1, unit: "mm" as const, count: 1, places: [], text: "" }
  return { code, severity: "bad", isAccepted: false, mends, ...measured, ...change }
}

const kindsOf = (mends: readonly Mend[]) => mends.map(({ kind }) => kind)

test("findings ask for the first mend of each that is open, none twice, in the order in which they are best made", () => {
  const asked = askedMends([
    finding("soft-alpha", [harden, dots]),
    finding("thin-stroke", [thicken]),
    finding("white-box", [background]),
    finding("low-dpi", [enlarge]),
    finding("upscaled", [enlarge]),
    finding("thin-gap", []),
    finding("heavy-ink", [dots], { isAccepted: true }),
    finding("speck", [mend({ kind: "drop-specks", mm: 0.5 })], { severity: "note" }),
  ])
  expect(asked).toEqual([enlarge, background, harden, thicken])
  expect(askedMends([])).toEqual([])
})

test("a mend is added where it is best made, and the seller's order of the others stays", () => {
  expect(kindsOf(withMends([dots, background], [harden]))).toEqual([
    "harden",
    "halftone",
    "remove-background",
  ])
  expect(kindsOf(withMends([background], [dots, harden]))).toEqual([
    "remove-background",
    "harden",
    "halftone",
  ])
})

test("a store's rule is made beside an image's mends, and changes none that the image has itself", () => {
  const own = [mend({ kind: "harden", threshold: 200 }), thicken]
  expect(withRuleMends(own, [harden])).toBe(own)
  expect(withRuleMends(own, [mend({ kind: "thicken", mm: 0.5 })])).toBe(own)
  const green = mend({ kind: "remove-background", from: "edges", colour: "#00ff00", tolerance: 6 })
  const border = mend({ kind: "remove-background", from: "edges", tolerance: 8 })
  expect(withRuleMends([green], [border, harden])).toEqual([green, harden])
  // Another colour is another work, and a rule may have several.
  expect(withRuleMends([green], [background])).toEqual([green, background])
  const [red, black] = ["#ff0000", "#000000"].map((colour) =>
    mend({ kind: "knock-out", colour, tolerance: 8 }),
  )
  expect(withRuleMends([harden], [red, black])).toEqual([red, black, harden])
})

test("a mend that is there gets the new settings and is switched on; a length never becomes shorter", () => {
  expect(withMends([mend({ kind: "harden", threshold: 128, isOn: false })], [harden])).toEqual([harden])
  expect(withMends([mend({ kind: "harden", threshold: 90 })], [harden])).toEqual([harden])
  const thicker = mend({ kind: "thicken", mm: 0.5 })
  expect(withMends([thicker], [thicken])).toEqual([thicker])
  expect(withMends([thicken], [thicker])).toEqual([thicker])
  // Two colours are two works; the border's own colour is any.
  const black = mend({ kind: "knock-out", colour: "#000000", tolerance: 8 })
  const red = mend({ kind: "knock-out", colour: "#ff0000", tolerance: 8 })
  expect(withMends([black], [red])).toEqual([black, red])
  expect(withMends([mend({ kind: "remove-background", from: "edges", tolerance: 8 })], [background])).toEqual(
    [background],
  )
})

test("a mend that changes nothing leaves the very same list, whatever the order of its keys", () => {
  const stored = [background, thicken]
  const same = mendSchema.parse({
    tolerance: 6,
    isOn: true,
    colour: "#ffffff",
    from: "edges",
    kind: background.kind,
  })
  expect(withMends(stored, [same, mend({ kind: "thicken", mm: 0.3 })])).toBe(stored)
  expect(hasMend(stored, same)).toBe(true)
  expect(hasMend(stored, harden)).toBe(false)
})

test("a mend with the seller's own settings does the work of one that is asked for, if it is on and as long", () => {
  const own = mend({ kind: "remove-background", from: "everywhere", tolerance: 20 })
  expect(doesWorkOf([own], background)).toBe(true)
  expect(doesWorkOf([{ ...own, isOn: false }], background)).toBe(false)
  expect(doesWorkOf([mend({ kind: "thicken", mm: 0.2 })], thicken)).toBe(false)
  expect(doesWorkOf([mend({ kind: "thicken", mm: 0.4 })], thicken)).toBe(true)
})
