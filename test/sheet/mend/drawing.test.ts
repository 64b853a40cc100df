import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { rowsPicture } from "../../../harness/picture-rows.ts"
import { psnr } from "../../../harness/psnr.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import { openMended, openMendedRows, openPrinted, redraw } from "../../../sheet/mend/mended-artwork.ts"
import { colourOf, difference } from "../../../sheet/mend/oklab.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"
import { openSvg } from "../../../sheet/raster/svg/open-svg.ts"
import { SVG_STAMP_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"
import { textSource } from "../../../sheet/raster/text-source.ts"

const host = await openNodeHost()

const svg = (body: string, size = 'viewBox="10 20 300 200"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${body}</svg>`

/** A drawing with style sheets, groups, a gradient, strokes, a clip and a pattern. */
const rich = svg(
  `<style>.red{fill:#c8323c} g > path {stroke:#14141a}</style>
  <defs><linearGradient id="g"><stop offset="0" stop-color="#c8323c"/><stop offset="1" stop-color="#284b8f"/></linearGradient>
  <clipPath id="c"><circle cx="70" cy="170" r="36"/></clipPath>
  <pattern id="p" width="12" height="12" patternUnits="userSpaceOnUse"><rect width="6" height="12" style="fill:#c8323c"/></pattern></defs>
  <rect class="red" x="20" y="30" width="90" height="70"/>
  <g transform="translate(140 40) rotate(12)" stroke-width="7"><path d="M0 0 C40 -20 80 60 120 10" fill="none"/></g>
  <rect x="130" y="120" width="150" height="50" fill="url(#g)"/>
  <rect x="30" y="130" width="90" height="80" fill="#3d7a3a" clip-path="url(#c)"/>
  <rect x="140" y="180" width="100" height="30" fill="url(#p)"/>`,
)

async function draw(text: string, longSidePx: number): Promise<Picture> {
  return rowsPicture(await openSvg(textSource(text), host, { longSidePx }, SVG_STAMP_EFFORT))
}

async function mendedDrawing(text: string, mends: Mend[]): Promise<string> {
  const mended = await openMended(textSource(text), "svg", mends, host)
  if (mended.kind !== "drawing") throw new Error("it became pixels")
  return mended.drawing
}

test("a drawing that is cropped and turned stays one, and looks as its pixels do when they are moved", async () => {
  const moves: Mend[][] = [
    [{ kind: "crop", x: 100, y: 250, width: 500, height: 500 }],
    [{ kind: "turn", degrees: 90 }],
    [{ kind: "turn", degrees: 180 }],
    [
      { kind: "turn", degrees: 270 },
      { kind: "crop", x: 100, y: 300, width: 800, height: 400 },
      { kind: "turn", degrees: 90 },
      { kind: "enlarge", method: "edges" },
    ],
  ]
  const whole = await openSvg(textSource(rich), host, { longSidePx: 600 }, SVG_STAMP_EFFORT)
  for (const mends of moves) {
    const pixels = await rowsPicture(
      await mendRows(
        whole,
        mends.filter(({ kind }) => kind !== "enlarge"),
        { mmPerPx: 0.1, host },
      ),
    )
    const drawing = await mendedDrawing(rich, mends)
    expect(drawing).not.toContain("<style")
    const drawn = await draw(drawing, Math.max(pixels.widthPx, pixels.heightPx))
    expect([drawn.widthPx, drawn.heightPx]).toEqual([pixels.widthPx, pixels.heightPx])
    expect(psnr(drawn.rgba, pixels.rgba), JSON.stringify(mends)).toBeGreaterThan(38)
  }
})

test("a colour is changed in fills, strokes, style sheets, patterns and gradients, as it is in pixels", async () => {
  const mend: Mend = { kind: "recolour", from: "#c8323c", to: "#1f6f8b", tolerance: 12 }
  const drawing = await mendedDrawing(rich, [mend])
  expect(drawing).not.toContain("#c8323c")
  const drawn = await draw(drawing, 600)
  const before = await draw(rich, 600)
  const pixels = await rowsPicture(await openMendedRows(textSource(rich), "svg", [], host))
  expect(pixels.widthPx).toBe(6000)
  const at = ({ rgba, widthPx }: Picture, x: number, y: number) => {
    const place = ((y - 20) * 2 * widthPx + (x - 10) * 2) * 4
    return rgba[place] | (rgba[place + 1] << 8) | (rgba[place + 2] << 16)
  }
  const blue = colourOf("#1f6f8b")
  for (const [x, y] of [
    [60, 60],
    [146, 195],
  ])
    expect(difference(at(drawn, x, y), blue), `${x}, ${y}`).toBeLessThan(1)
  // What is no red stays, and the middle of the gradient as well.
  for (const [x, y] of [
    [75, 170],
    [240, 145],
    [275, 145],
  ])
    expect(at(drawn, x, y), `${x}, ${y}`).toBe(at(before, x, y))
  expect(difference(at(drawn, 131, 145), blue)).toBeLessThan(3)
})

test("what a paint does not say makes pixels of a drawing: colours that shine through, pictures and effects", async () => {
  const recolour: Mend = { kind: "recolour", from: "#7f7f7f", to: "#1f6f8b", tolerance: 8 }
  const mixed = svg(
    '<rect x="10" y="20" width="300" height="200" fill="#fff"/><rect x="40" y="50" width="100" height="100" fill-opacity="0.5"/>',
  )
  const grey = await openMended(textSource(mixed), "svg", [recolour], host)
  expect(grey.kind).toBe("rows")
  if (grey.kind === "rows") {
    const { rgba, widthPx } = await rowsPicture(grey.rows)
    const place = (1600 * widthPx + 1600) * 4
    expect([...rgba.subarray(place, place + 3)]).toEqual([0x1f, 0x6f, 0x8b])
  }
  const shadow = '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter>'
  const effect = svg(`${shadow}<circle cx="150" cy="120" r="60" fill="#7f7f7f" filter="url(#f)"/>`)
  const kinds: [Mend, string][] = [
    [recolour, "rows"],
    [{ kind: "turn", degrees: 90 }, "rows"],
    [{ kind: "crop", x: 0, y: 0, width: 500, height: 1000 }, "rows"],
    [{ kind: "remove-background", from: "edges", tolerance: 8 }, "rows"],
  ]
  for (const [mend, kind] of kinds)
    expect((await openMended(textSource(effect), "svg", [mend], host)).kind, mend.kind).toBe(kind)
  // Another colour's change does not touch what shines through.
  const red: Mend = { kind: "recolour", from: "#c8323c", to: "#1f6f8b", tolerance: 8 }
  expect((await openMended(textSource(mixed), "svg", [red], host)).kind).toBe("drawing")
  // Texts lie above a drawing, unless something is made of both.
  const texts: Mend = { kind: "include-text" }
  expect((await openMended(textSource(mixed), "svg", [texts, red], host)).kind).toBe("drawing")
  const both: Mend[] = [texts, { kind: "outline", mm: 1, colour: "#ffffff" }]
  expect((await openMended(textSource(mixed), "svg", both, host)).kind).toBe("rows")
})

test("a crop to nothing is refused in words, and one to less than can be drawn", async () => {
  const corner: Mend = { kind: "crop", x: 0, y: 0, width: 10, height: 10 }
  const plain = svg('<circle cx="160" cy="120" r="80"/>')
  await expect(openMended(textSource(plain), "svg", [corner], host)).rejects.toThrow(
    "Its mends leave nothing of the picture.",
  )
  // The tiles of its pattern would be too large to be drawn.
  const part: Mend = { kind: "crop", x: 450, y: 800, width: 4, height: 4 }
  expect((await openMended(textSource(rich), "svg", [part], host)).kind).toBe("rows")
  const thread = Array.from(
    { length: 6 },
    (): Mend => ({ kind: "crop", x: 500, y: 0, width: 1, height: 1000 }),
  )
  const full = svg('<rect x="10" y="20" width="300" height="200" fill="#14141a"/>')
  const thin = await openMended(textSource(full), "svg", thread, host)
  expect(thin.kind).toBe("rows")
})

test("a drawing is drawn on the print's own pixels before mends that count in millimetres, at any width", async () => {
  const disc = svg('<circle cx="160" cy="120" r="80" fill="#1f6f8b"/>')
  for (const widthPx of [200, 900]) {
    const size = { dpi: 300, widthPx }
    const { rows } = await openPrinted(
      textSource(disc),
      "svg",
      { mends: [{ kind: "harden", threshold: 128 }], size },
      host,
    )
    const { rgba, heightPx } = await rowsPicture(rows)
    expect([rows.widthPx, Math.abs(heightPx - widthPx) <= 1]).toEqual([widthPx, true])
    let ink = 0
    for (let i = 3; i < rgba.length; i += 4) ink += rgba[i] / 255
    expect(Math.abs(ink / (widthPx * heightPx) - Math.PI / 4)).toBeLessThan(0.004)
  }
})

test("what is known to leave drawings of a kind drawings does so with other values", async () => {
  const recolour: Mend = { kind: "recolour", from: "#c8323c", to: "#1f6f8b", tolerance: 12 }
  const crop: Mend = { kind: "crop", x: 0, y: 0, width: 1000, height: 500 }
  expect(await redraw(rich, [crop, recolour], host)).toBe(await mendedDrawing(rich, [crop, recolour]))
  const away: Mend = { kind: "remove-background", from: "edges", tolerance: 8 }
  await expect(redraw(rich, [away], host)).rejects.toThrow("With these values")
})
