import { isDrawnMend } from "../../sheet/mend/mend.ts"
import { openMended } from "../../sheet/mend/mended-artwork.ts"
import { ArtworkError } from "../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { openSvg } from "../../sheet/raster/svg/open-svg.ts"
import { SVG_STAMP_EFFORT } from "../../sheet/raster/svg/svg-limit.ts"
import { textSource } from "../../sheet/raster/text-source.ts"
import { rowsPicture } from "../picture-rows.ts"
import { randomFrom } from "../seeded-random.ts"
import { drawnMends } from "./drawn-mends.ts"
import { caseSeed } from "./mode.ts"
import { pick } from "./nasty.ts"

type Random = () => number

/** The width at which a mended drawing is drawn. */
const DRAWN_PX = 160
const COLOURS = ["#000000", "#ffffff", "#c8323c", "#1f6f8b", "rgb(200,50,60)", "red", "currentColor", "none"]
const VIEWS = ["0 0 100 100", "-50 -50 100 100", "10 20 300 40", "0 0 1e-2 1e-2", "0 0 1 9000"]
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/**
 * Makes a small drawing that is hard to rewrite and mends it by those of any mends that may leave it a drawing; the same for
 * the same seed. Throws where that fails in other than words, gives another drawing the second time, or one that cannot be drawn.
 * Returns what came of it, null if it was refused.
 */
export async function drawingCase(seed: number, host: RasterHost): Promise<"drawing" | "rows" | null> {
  const random = randomFrom(caseSeed(seed, 7))
  const svg = hardDrawing(random)
  const mends = drawnMends(random).filter(isDrawnMend)
  try {
    const [mended, again] = [
      await openMended(textSource(svg), "svg", mends, host),
      await openMended(textSource(svg), "svg", mends, host),
    ]
    if (mended.kind === "rows") return mended.kind
    if (again.kind === "rows" || again.drawing !== mended.drawing)
      throw new Error("the second drawing differs")
    const size = { longSidePx: DRAWN_PX }
    await rowsPicture(await openSvg(textSource(mended.drawing), host, size, SVG_STAMP_EFFORT))
    return mended.kind
  } catch (error) {
    if (error instanceof ArtworkError) return null
    throw new Error(`${svg} ${JSON.stringify(mends)}: ${error}`)
  }
}

function hardDrawing(random: Random): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(drawers, random)(random))
  const size = random() < 0.3 ? ` width="${1 + Math.floor(random() * 400)}" height="90"` : ""
  const fit = random() < 0.3 ? ' preserveAspectRatio="none"' : ""
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${pick(VIEWS, random)}"${size}${fit}>${definitions(random)}${parts.join("")}</svg>`
}

function definitions(random: Random): string {
  const stop = (offset: number) =>
    `<stop offset="${offset}" stop-color="${pick(COLOURS.slice(0, 4), random)}" stop-opacity="${pick([0, 0.5, 1], random)}"/>`
  return `<style>.a{fill:${pick(COLOURS, random)}}</style><defs>
<linearGradient id="g">${[0, random(), 1, 1].map(stop).join("")}</linearGradient>
<radialGradient id="r" xlink:href="#g" r="0.3" spreadMethod="reflect"/>
<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="${pick(COLOURS, random)}"/></pattern>
<clipPath id="c"><circle cx="50" cy="40" r="30"/></clipPath>
<mask id="m"><rect width="60" height="80" fill="${pick(COLOURS, random)}"/></mask>
<filter id="f"><feDropShadow dx="3" dy="2" stdDeviation="1"/></filter></defs>`
}

const number = (random: Random) => Math.round((random() * 140 - 20) * 10) / 10
const paint = (random: Random) =>
  pick([...COLOURS, "url(#g)", "url(#r)", "url(#p)", "url(#nothing) #c8323c"], random)
const look = (random: Random) =>
  [
    `fill="${paint(random)}"`,
    random() < 0.3 ? `stroke="${paint(random)}" stroke-width="${Math.abs(number(random)) / 10}"` : "",
    random() < 0.2 ? 'class="a"' : "",
    random() < 0.2 ? `style="fill:${pick(COLOURS, random)};fill-opacity:.5"` : "",
    random() < 0.15 ? `opacity="${pick([0, 0.3, 1], random)}"` : "",
    random() < 0.2 ? `transform="rotate(${number(random)}) scale(${pick([1, -1, 0, 0.5], random)} 1)"` : "",
    random() < 0.2 ? pick(['clip-path="url(#c)"', 'mask="url(#m)"', 'filter="url(#f)"'], random) : "",
  ].join(" ")

const drawers: readonly ((random: Random) => string)[] = [
  (random) =>
    `<rect x="${number(random)}" y="${number(random)}" width="${Math.abs(number(random))}" height="50" ${look(random)}/>`,
  (random) =>
    `<circle cx="${number(random)}" cy="${number(random)}" r="${Math.abs(number(random))}" ${look(random)}/>`,
  (random) =>
    `<path d="M${number(random)} ${number(random)}C0 0 90 ${number(random)} ${number(random)} 60" ${look(random)}/>`,
  (random) =>
    `<g ${look(random)} style="mix-blend-mode:${pick(["multiply", "normal"], random)}"><rect width="40" height="40"/></g>`,
  (random) => `<image width="30" height="30" x="${number(random)}" xlink:href="${PIXEL}"/>`,
  (random) =>
    `<svg x="10" y="10" width="50%" height="40" viewBox="0 0 10 10"><rect width="8" height="8" ${look(random)}/></svg>`,
  (random) => `<text x="${number(random)}" y="50" font-size="20" ${look(random)}>A&amp;b</text>`,
  () => `<rect width="100%" height="100%"/>`,
]
