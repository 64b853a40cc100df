import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { openTextHost } from "../../cli/text-host.ts"
import { libraryFonts } from "../../contract/artwork/library-fonts.ts"
import { sized } from "../../harness/smoke.ts"
import type { TextCase } from "../../harness/text/chromium-text.ts"
import { compareTexts, isAlike } from "../../harness/text/compare-text.ts"
import { openTextEngine } from "../../sheet/text/open-font.ts"
import { shapeLine } from "../../sheet/text/shape-line.ts"

/**
 * `npm run bench -- type [--json]`: 200 texts in the library's fonts, set by our engine and by
 * Chromium, two inches high at 300 DPI. Fails if a width differs by more than 0.1 % or ink by more
 * than a pixel.
 */
const SIZE_PX = 600
const latin = [
  "AVATAR Tomás",
  "Wolfgang & Söhne",
  "Zoë Müller-Łukasz",
  "fi fl ffi Office",
  "O'Neil-Ray 23",
  "Vandermeulen",
  "LT. TYLER 07",
  "est. 1987",
  "Yvonne, Peggy",
  "0123456789",
  "To Ty We Av",
  "Café Ñandú",
]
const scripts: Record<string, string[]> = {
  arabic: ["محمد", "سلام عليكم", "فاطمة ٢٠٢٦", "لا إله", "بِسْمِ اللَّهِ"],
  hebrew: ["דנה", "שלום עולם", "משפחת כהן 5", "רָחֵל"],
}

const { resolve } = createRequire(import.meta.url)
const fonts = new Map(
  libraryFonts.map(({ _id, file }) => [
    String(_id),
    new Uint8Array(readFileSync(resolve(`@expo-google-fonts/${file}`))),
  ]),
)
const engine = openTextEngine(await openTextHost())
const cases: TextCase[] = []
for (let round = 0; cases.length < sized(200, 0) || round === 0; round++) {
  for (const { _id, category } of sized(libraryFonts, libraryFonts.slice(0, 5))) {
    const texts = scripts[category] ?? latin
    const bytes = fonts.get(_id)
    const font = bytes && engine.openFont(bytes)
    // Faces of capitals and digits alone skip texts with other characters.
    const ready = texts.filter((text) => font && shapeLine(font, text, 0).missing.length === 0)
    const text = ready[(round + cases.length) % ready.length]
    if (text !== undefined) cases.push({ fontFile: _id, text, sizePx: SIZE_PX })
  }
}

const differences = await compareTexts(fonts, cases)
const wrong = differences.filter((difference) => !isAlike(difference))
const rows = {
  texts: differences.length,
  fonts: new Set(differences.map(({ fontFile }) => fontFile)).size,
  worstWidthPercent: Math.max(...differences.map(({ share }) => share)) * 100,
  worstInkPx: Math.max(...differences.map(({ inkPx }) => inkPx)),
  wrong: wrong.length,
}
if (process.argv.includes("--json")) console.log(JSON.stringify({ bench: "type", rows: [rows] }))
else {
  console.log(
    `${rows.texts} texts in ${rows.fonts} fonts: widths differ by ${rows.worstWidthPercent.toFixed(4)} % at most, ` +
      `ink by ${rows.worstInkPx} px at most at ${SIZE_PX} px`,
  )
  for (const { fontFile, text, share, inkPx } of wrong)
    console.log(`  ${fontFile} "${text}": width ${(share * 100).toFixed(3)} %, ink ${inkPx} px`)
}
process.exitCode = wrong.length > 0 ? 1 : 0
