import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { libraryFontFile, ownFontFile } from "../../../harness/font-files.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { cleanSvg } from "../../../sheet/raster/svg/clean-svg.ts"
import { embeddedFontsOf, type FindFonts } from "../../../sheet/raster/svg/text-faces.ts"

const host = await openNodeHost()
const source = (svg: string) => async () => new Blob([svg]).stream()

test("each piece of text asks for the face that it inherits, whatever says so", () => {
  const { faces, text } =
    cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" font-family="Lobster">
    <style>.b { font-weight: bold } text { font-family: 'Alfa Slab One', serif }</style>
    <text>one <tspan style="font-style:italic;font-family:&quot;Press Start 2P&quot;;fill:red">two</tspan></text>
    <text class="b">three</text>
    <g font-family="Oswald" font-weight="300"><text style="font-family:inherit"><tspan font-weight="bolder">four</tspan></text></g>
    <path d="M0 0h9v9z" font-family="Nobody"/></svg>`)
  expect(
    faces.map(({ families, style, weight, characters }) => [
      families,
      style,
      weight,
      [...characters].join(""),
    ]),
  ).toEqual([
    [["Alfa Slab One"], "normal", 400, "one "],
    [["Press Start 2P"], "italic", 400, "two"],
    [["Alfa Slab One"], "normal", 700, "thre"],
    [["Oswald"], "normal", 400, "four"],
  ])
  // The renderer finds each by a name of its own, and no other.
  expect(text).not.toContain("Press Start")
  expect(text.match(/font-family="face-\d, Inter"/g)).toHaveLength(4)
  expect(text).toContain(`style="font-style:italic;fill:red"`)
})

test("an SVG's own fonts are taken out of it, and nothing else that it loads", () => {
  const css = `@font-face { font-family: "Club"; font-weight: 700; font-style: oblique; src: url(data:font/woff2;charset=utf-8;base64,d09G\nMg==) format("woff2") }
    @font-face { font-family: Far; src: url(https://fonts.test/far.woff2) }`
  expect(embeddedFontsOf(css)).toEqual([{ family: "Club", style: "italic", weight: 700, base64: "d09GMg==" }])
  const svg = (styles: string) =>
    cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>${styles}</style></svg>`)
  expect(svg(css)).toMatchObject({
    fonts: [{ family: "Club" }],
    warnings: [expect.stringContaining("elsewhere")],
  })
  expect(svg(css.slice(0, css.indexOf("}") + 1)).warnings).toEqual([])
})

test("text drawn in its fonts looks the same once it is outlines", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="10 20 600 380">
    <defs><linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>
    <g opacity="0.7"><text x="40" y="160" font-size="120" font-family="Club" fill="url(#g)" stroke="#000" stroke-width="3">Ava fi</text></g>
    <text x="40" y="330" font-size="90" letter-spacing="4" transform="rotate(-4 40 330)">Plain Ünï</text></svg>`
  const findFonts: FindFonts = async (faces) => ({
    fonts: [
      {
        bytes: ownFontFile("lobster-400", "Whatever"),
        faces: faces.flatMap((f, i) => (f.families[0] === "Club" ? [i] : [])),
      },
    ],
    missing: [],
    warnings: [],
  })
  const drawn = await inspectArtwork(source(svg), host, { previewPx: 400, findFonts })
  const outlined = await inspectArtwork(source(drawn.text?.outlines ?? ""), host, { previewPx: 400 })
  expect(drawn.text?.outlines).not.toContain("<text")
  expect(outlined.text).toBeNull()
  const { trim, widthPx, heightPx } = drawn
  expect(outlined).toMatchObject({ trim, widthPx, heightPx })
  const apart = drawn.preview.rgba.map((value, i) => Math.abs(value - outlined.preview.rgba[i]))
  expect(apart.reduce((most, step) => Math.max(most, step), 0)).toBeLessThanOrEqual(1)

  // Without the font it is another drawing, in the plain one.
  const plain = await inspectArtwork(source(svg), host, { previewPx: 400 })
  expect(plain.trim).not.toEqual(trim)
  expect(plain.warnings).toEqual([expect.stringContaining("plain font")])
})

test("a family that no font is named after is never drawn in whichever is there", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><text y="80" font-size="60" font-family="Nobody">Ag</text></svg>`
  const other: FindFonts = async () => ({
    fonts: [{ bytes: libraryFontFile("monoton-400"), faces: [] }],
    missing: ["Nobody"],
    warnings: [],
  })
  const withOther = await inspectArtwork(source(svg), host, { previewPx: 100, findFonts: other })
  const plain = await inspectArtwork(source(svg), host, { previewPx: 100 })
  expect(withOther.text?.missing).toEqual(["Nobody"])
  expect(withOther.text?.outlines).toBe(plain.text?.outlines)
})
