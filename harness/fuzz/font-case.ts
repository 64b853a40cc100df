import { checkFont } from "../../sheet/font/check-font.ts"
import { FontError } from "../../sheet/font/font-error.ts"
import { readTables } from "../../sheet/font/font-tables.ts"
import { readLetters } from "../../sheet/font/letters.ts"
import { ArtworkError } from "../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { openSvg } from "../../sheet/raster/svg/open-svg.ts"
import { SVG_INSPECT_EFFORT } from "../../sheet/raster/svg/svg-limit.ts"
import type { FindFonts } from "../../sheet/raster/svg/text-faces.ts"
import { drawLayer, textsSvg } from "../../sheet/text/draw-layers.ts"
import { openTextEngine } from "../../sheet/text/open-font.ts"
import type { TextHost } from "../../sheet/text/shaper-calls.ts"
import type { TextLayer } from "../../sheet/text/text-layer.ts"
import { unpackFont } from "../../worker/files/unpack-font.ts"
import { bytesSource } from "../bytes.ts"
import { randomFrom } from "../seeded-random.ts"
import { pick } from "./nasty.ts"

export type FontHosts = { text: TextHost; raster: RasterHost }

/**
 * The font is accepted; or it is refused with a message; or it is accepted, and a text in it is refused
 * with a message as too much work; or the text of another error.
 */
export type FontOutcome = { kind: "taken" | "refused" | "bounded" } | { kind: "wrong"; what: string }

/** The messages with which the meter, the pen and the engine itself end too much work. */
export const TOO_MUCH_WORK =
  /^(unreachable|a font makes too many letters .*|a line of text has too many strokes)$/

const CANVAS = { width: 400, height: 300 }
const DRAWN_WIDTH_PX = 64
/** Letters with accents, ligatures, pairs that are kerned, digits, and scripts from right to left. */
const LETTERS = [
  ..."AVToWYfiflZxQgjëñÄŁ0729 .,'&-",
  ..."سلامعيكم",
  ..."שלוםדנה",
  "\u0301",
  "\u0651",
  "\u05bc",
]

export const plain: TextLayer = {
  text: "",
  box: { x: 50, y: 50, width: 900, height: 400 },
  fit: "shrink",
  align: "center",
  letterSpacing: 0,
  lineHeight: 1.2,
  caps: false,
  fill: "#000000",
  outlines: [],
  arc: 0,
}

const settings: readonly Partial<TextLayer>[] = [
  { outlines: [{ color: "#ff0000", width: 8 }] },
  { fit: "wrap", letterSpacing: 40 },
  { fit: "squeeze", size: 120, align: "left" },
  { fit: "none", size: 90, shadow: { color: "#00ff00", x: 4, y: 4 } },
  { arc: 120 },
  { arc: -200, align: "right" },
  { circle: true, arc: 1 },
]

/**
 * Takes a font's file through an upload, then sets texts in it and draws them, and also an SVG's text.
 * The same bytes and seed give the same result.
 */
export async function tryFont(bytes: Uint8Array, seed: number, hosts: FontHosts): Promise<FontOutcome> {
  let step = "unpacking"
  try {
    const unpacked = unpackFont(bytes)
    step = "checking"
    const checked = checkFont(unpacked)
    step = "checking what was written"
    if (Buffer.compare(checkFont(checked.bytes).bytes, checked.bytes) !== 0)
      throw new Error("a font written anew is written another way")
    step = "reading letters"
    const hasLetter = readLetters(readTables(checked.bytes))
    for (const letter of LETTERS) hasLetter(letter.codePointAt(0) ?? 0)
    step = "setting text"
    const random = randomFrom(seed)
    const texts = drawTexts(checked.bytes, random, hosts.text)
    if (/NaN|Infinity/.test(texts)) throw new Error("letters lie nowhere")
    step = "drawing text"
    await drawSvg(textsSvg(texts, CANVAS, CANVAS), hosts.raster)
    step = "drawing an SVG's text"
    await drawSvg(svgText(randomText(random)), hosts.raster, async (faces) => ({
      fonts: [{ bytes: checked.bytes, faces: faces.map((_, i) => i) }],
      missing: [],
      warnings: [],
    }))
    return { kind: "taken" }
  } catch (error) {
    const isEarly = step === "unpacking" || step === "checking"
    if (isEarly && error instanceof FontError && /^This (font|file) .*\.$/.test(error.message))
      return { kind: "refused" }
    // These traps of the shaper are its bounds: worker/jobs/pieces/draw-texts.ts has words for them.
    if (
      step === "setting text" &&
      error instanceof WebAssembly.RuntimeError &&
      TOO_MUCH_WORK.test(error.message)
    )
      return { kind: "bounded" }
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return { kind: "wrong", what: `${step}: ${words}` }
  }
}

function drawTexts(font: Uint8Array, random: () => number, host: TextHost): string {
  const engine = openTextEngine(host)
  return settings
    .map((setting) => {
      const layer = { ...plain, ...setting, text: randomText(random) }
      return drawLayer(layer, engine.openFont(font), CANVAS).svg
    })
    .join("")
}

function randomText(random: () => number): string {
  return Array.from({ length: 2 + Math.floor(random() * 14) }, () => pick(LETTERS, random)).join("")
}

function svgText(text: string): string {
  const { width, height } = CANVAS
  const plainText = text.replaceAll("&", "&amp;")
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="9" y="150" font-size="60" font-family="Club">${plainText}</text></svg>`
}

/** Draws all rows. Too much work is refused with a message; a renderer that traps is not. */
async function drawSvg(svg: string, host: RasterHost, findFonts?: FindFonts): Promise<void> {
  const traps: WebAssembly.RuntimeError[] = []
  const watch = <Result>(call: () => Result): Result => {
    try {
      return call()
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) traps.push(error)
      throw error
    }
  }
  const { svg: renderer } = host
  if (renderer === undefined) throw new Error("this host draws no SVG")
  const watched: RasterHost = {
    ...host,
    svg: {
      simplify: (...args) => watch(() => renderer.simplify(...args)),
      render: (...args) => watch(() => renderer.render(...args)),
    },
  }
  try {
    const source = bytesSource(new TextEncoder().encode(svg))
    const drawing = await openSvg(source, watched, { widthPx: DRAWN_WIDTH_PX }, SVG_INSPECT_EFFORT, findFonts)
    await drawing.decode(() => undefined)
  } catch (error) {
    if (traps.length > 0) throw traps[0]
    if (!(error instanceof ArtworkError)) throw error
  }
}
