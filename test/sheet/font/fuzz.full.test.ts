import { expect, test } from "vitest"
import { openFontFuzzer } from "../../../harness/fuzz/fuzz-fonts.ts"

// `npm run bench -- fuzz fonts SEED COUNT` tries any number.
test("broken fonts are refused in words, or text is set and drawn in them", async () => {
  const tryCase = await openFontFuzzer()
  const outcomes: string[] = []
  for (let number = 0; number < 100; number++) {
    const { outcome } = await tryCase(20_261_123, number)
    outcomes.push(outcome.kind === "wrong" ? `${number}: ${outcome.what}` : outcome.kind)
  }
  expect(outcomes.filter((outcome) => outcome.includes(":"))).toEqual([])
  // Both must happen often, or the damage is too coarse or too fine to find anything.
  expect(outcomes.filter((outcome) => outcome === "taken").length).toBeGreaterThan(25)
  expect(outcomes.filter((outcome) => outcome === "refused").length).toBeGreaterThan(25)
})
