import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { expect, test } from "vitest"
import { findLibraryFont } from "../../../contract/artwork/library-fonts.ts"
import { compareTexts, isAlike } from "../../../harness/text/compare-text.ts"

const { resolve } = createRequire(import.meta.url)

// `npm run bench -- type` compares 200 texts in all fonts of the library.
const texts: [string, string][] = [
  ["graduate-400", "O'Neil-Ray 23"],
  ["pacifico-400", "Yvonne fi"],
  ["anton-400", "AVATAR Tomás"],
  ["great-vibes-400", "Zoë Müller-Łukasz"],
  // These kern by the older table, which the shaper is built without.
  ["wallpoet-400", "To Ty We Av"],
  ["creepster-400", "LT. TYLER 07"],
  ["amiri-400", "بِسْمِ اللَّهِ"],
  ["cairo-700", "فاطمة ٢٠٢٦"],
  ["heebo-700", "משפחת כהן 5"],
]

test("texts are as wide as in Chromium, and their ink ends at the same pixels", async () => {
  const fonts = new Map(
    texts.map(([slug]) => {
      const file = findLibraryFont(`library:${slug}`)?.file
      return [slug, new Uint8Array(readFileSync(resolve(`@expo-google-fonts/${file}`)))]
    }),
  )
  const cases = texts.map(([fontFile, text]) => ({ fontFile, text, sizePx: 300 }))
  const differences = await compareTexts(fonts, cases)
  expect(differences.filter((difference) => !isAlike(difference))).toEqual([])
})
