import { readdirSync, readFileSync } from "node:fs"
import sharp from "sharp"
import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { bytesSource } from "../../../harness/bytes.ts"
import { pieceWarnings } from "../../../sheet/preflight/warnings.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"

const host = await openNodeHost()

/** Whether artwork is warned of as soft, as drawn from SVG and from a PNG of the same picture. */
async function warnsSoft(svg: string): Promise<boolean[]> {
  const png = await sharp(Buffer.from(svg)).resize(900).png().toBuffer()
  return [await warnsOf(Buffer.from(svg)), await warnsOf(png)]
}

async function warnsOf(bytes: Uint8Array): Promise<boolean> {
  const report = await inspectArtwork(bytesSource(bytes), host, { previewPx: 32 })
  const image = { ...report, name: "art", isVector: true }
  return pieceWarnings({ image, widthIn: 5, trim: true }).some(({ kind }) => kind === "soft-edges")
}

const art = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400">${content}</svg>`

const times = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join("")

test.for([
  [
    "a soft shadow",
    '<filter id="f"><feGaussianBlur stdDeviation="7"/></filter><g filter="url(#f)"><rect x="88" y="88" width="200" height="200"/></g><rect x="80" y="80" width="200" height="200" fill="#d33"/>',
  ],
  [
    "a glow",
    '<radialGradient id="g"><stop offset=".6" stop-color="#fa0"/><stop offset="1" stop-color="#fa0" stop-opacity="0"/></radialGradient><circle cx="200" cy="200" r="150" fill="url(#g)"/>',
  ],
  [
    "a fade",
    '<linearGradient id="g"><stop stop-opacity=".1"/><stop offset="1"/></linearGradient><rect width="300" height="90" fill="url(#g)"/>',
  ],
  ["see-through ink", '<rect x="30" y="30" width="200" height="200" opacity=".5"/>'],
] as const)("%s is warned of", async ([_, content]) => {
  expect(await warnsSoft(art(content))).toEqual([true, true])
})

test.for([
  [
    "rings a pixel wide",
    times(40, (i) => `<circle cx="200" cy="200" r="${i * 5}" fill="none" stroke="#000" stroke-width=".4"/>`),
  ],
  [
    "hairlines",
    times(40, (i) => `<path d="M${i * 10} 0L${400 - i * 10} 400" stroke="#000" stroke-width=".2"/>`),
  ],
  [
    "lettering of thin strokes",
    times(
      300,
      (i) =>
        `<path d="M${(i % 20) * 20 + 3} ${Math.floor(i / 20) * 25 + 4}q7 3 4 9t6 8" fill="none" stroke="#123" stroke-width="1.1"/>`,
    ),
  ],
  [
    "tiles that meet between pixels",
    times(
      400,
      (i) => `<rect x="${(i % 20) * 19.7}" y="${Math.floor(i / 20) * 19.7}" width="19.7" height="19.7"/>`,
    ),
  ],
  [
    "a halftone of small dots",
    times(
      2500,
      (i) => `<circle cx="${(i % 50) * 8 + 4}" cy="${Math.floor(i / 50) * 8 + 4}" r="${1 + (i % 7) / 3}"/>`,
    ),
  ],
] as const)("%s: edges that are merely smooth are not warned of", async ([_, content]) => {
  expect(await warnsSoft(art(content))).toEqual([false, false])
})

test("the demo artworks are flat art and the soft one of the tests is not", async () => {
  const folder = new URL("../../../web/assets/artwork/", import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith(".svg"))
  expect(files).toHaveLength(12)
  for (const file of files)
    expect([file, await warnsOf(readFileSync(new URL(file, folder)))]).toEqual([file, false])
  expect(await warnsOf(await softArtPng(900, 1080))).toBe(true)
})
