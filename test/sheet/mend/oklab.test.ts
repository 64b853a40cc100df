import { expect, test } from "vitest"
import { colourOf, difference, fromLab, labOf } from "../../../sheet/mend/oklab.ts"

test("OKLab is Ottosson's, and every colour comes back", () => {
  // From D65 white and pure red, as the CSS Color 4 samples have them.
  const [l, a, b] = labOf(colourOf("#ff0000"))
  expect([l, a, b].map((value) => Number(value.toFixed(4)))).toEqual([0.628, 0.2249, 0.1258])
  expect(labOf(0xffffff).map((value) => Math.round(value * 1e5) / 1e5 + 0)).toEqual([1, 0, 0])
  expect(difference(0, 0xffffff)).toBeCloseTo(100, 4)
  for (let colour = 0; colour < 1 << 24; colour += 4099) expect(fromLab(...labOf(colour))).toBe(colour)
})
