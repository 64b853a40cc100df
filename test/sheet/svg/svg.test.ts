import { readFileSync } from "node:fs"
import sharp from "sharp"
import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { host as jpegHost, sourceOf } from "../../../harness/jpeg-pictures.ts"
import { longTest } from "../../../harness/long-test.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import type { RasterHost } from "../../../sheet/raster/host.ts"
import { makeStamp } from "../../../sheet/raster/make-stamp.ts"
import { openSvg, probeSvg } from "../../../sheet/raster/svg/open-svg.ts"
import { SVG_STAMP_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"
import { createSvgHost } from "../../../worker/raster/svg-renderer.ts"

const resvg = new WebAssembly.Module(
  readFileSync(new URL("../../../sheet/kernel/build/resvg.wasm", import.meta.url)),
)
const svgHost = createSvgHost(resvg, new Uint8Array())
const host: RasterHost = { ...jpegHost, svg: svgHost }

const root = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

async function draw(text: string, widthPx: number | null, drawer = host) {
  const svg = await openSvg(
    sourceOf(new TextEncoder().encode(text)),
    drawer,
    widthPx === null ? null : { widthPx },
    SVG_STAMP_EFFORT,
  )
  const rgba = new Uint8Array(svg.widthPx * svg.heightPx * 4)
  let next = 0
  await svg.decode((row, y) => {
    if (y !== next++) throw new Error(`row ${y} is out of order`)
    rgba.set(row, y * svg.widthPx * 4)
  })
  expect(next).toBe(svg.heightPx)
  const at = (x: number, y: number) => [
    ...rgba.subarray((y * svg.widthPx + x) * 4, (y * svg.widthPx + x) * 4 + 4),
  ]
  return { widthPx: svg.widthPx, heightPx: svg.heightPx, warnings: svg.warnings, rgba, at }
}

async function refusal(text: string, widthPx: number | null = 100): Promise<string> {
  const error = await draw(text, widthPx).then(
    () => new Error("it was drawn"),
    (reason: Error & { code?: string }) => reason,
  )
  return `${error.name} ${"code" in error ? error.code : ""}: ${error.message}`
}

/** Share of pixels that differ by over a quarter of full coverage, one step of antialiasing. */
function shareOff(a: Uint8Array, b: Uint8Array): number {
  let off = 0
  for (let i = 0; i < a.length; i += 4) {
    const [alpha, beta] = [a[i + 3], b[i + 3]]
    let differs = Math.abs(alpha - beta) > 66
    for (let c = i; c < i + 3; c++) differs ||= Math.abs(a[c] * alpha - b[c] * beta) > 66 * 255
    if (differs) off++
  }
  return off / (a.length / 4)
}

/** Circles, lines, clips, masks, gradients and layers in layers, over 40 × 160 units. */
const layeredArt = `<svg ${root} viewBox="0 0 40 160">
  <defs><clipPath id="c"><rect x="2" y="2" width="36" height="150" rx="9"/></clipPath>
  <mask id="m"><rect width="40" height="160" fill="#888"/></mask>
  <linearGradient id="g" y2="1"><stop stop-color="#d33"/><stop offset="1" stop-color="#33d" stop-opacity=".4"/></linearGradient></defs>
  <g clip-path="url(#c)"><rect width="40" height="160" fill="url(#g)"/>
    <g opacity=".7"><path d="M4 4L36 150" stroke="#fff" stroke-width="5"/><g mask="url(#m)"><circle cx="20" cy="120" r="30"/></g></g>
    <g transform="translate(0 100) rotate(5)"><rect width="20" height="9" fill="#ff0" opacity=".5"/></g></g>
  <circle cx="30" cy="6" r="5" fill="#0a0" opacity=".6"/><circle cx="8" cy="155" r="4" fill="#a0a" opacity=".6"/></svg>`

longTest("strips equal a drawing in one piece, layers inside layers included", async () => {
  // 2.6 megapixels: three strips.
  const strips = await draw(layeredArt, 800)
  expect([strips.widthPx, strips.heightPx]).toEqual([800, 3200])
  const whole = svgHost.render(layeredArt.replace("<svg ", '<svg width="800" height="3200" '), 800, 1e12)
  expect(shareOff(strips.rgba, whole.rgba)).toBeLessThan(1e-4)
})

test("sizes come from width, height and viewBox in every unit", async () => {
  const size = (attributes: string) => probeSvg(`<?xml version="1.0"?><!-- a --><svg ${root} ${attributes}>`)
  expect(size('width="120" height="80"')).toEqual({ widthPx: 120, heightPx: 80 })
  expect(size('width="2in" height="25.4mm"')).toEqual({ widthPx: 192, heightPx: 96 })
  expect(size('viewBox="5 5 300 200"')).toEqual({ widthPx: 300, heightPx: 200 })
  expect(size('width="100%" height="100%" viewBox="0,0,30,60"')).toEqual({ widthPx: 30, heightPx: 60 })
  expect(size('width="150" viewBox="0 0 30 60"')).toEqual({ widthPx: 150, heightPx: 300 })
  expect(() => size("")).toThrow(/how large/)
  expect(() => size('viewBox="0 0 x 5"')).toThrow(/viewBox/)
  expect(() => probeSvg("<html>")).toThrow(/how large/)
  const { widthPx, heightPx } = await draw(
    `<svg ${root} width="30" height="20"><rect width="9" height="9"/></svg>`,
    null,
  )
  expect([widthPx, heightPx]).toEqual([30, 20])
})

test("text is drawn where it stands, in the one font there is, and the seller is told", async () => {
  const drawer = await openNodeHost()
  for (const font of ["", 'font-family="Comic Sans MS, cursive" font-weight="700"']) {
    const art = `<svg ${root} width="300" height="100"><text x="50" y="70" font-size="40" fill="#f00" ${font}>HHHH</text></svg>`
    const { at, warnings } = await draw(art, 300, drawer)
    expect(warnings).toEqual([expect.stringMatching(/Text in this SVG.*outlines/)])
    const box = { left: 300, right: 0, top: 100, bottom: 0 }
    let inked = 0
    for (let y = 0; y < 100; y++) {
      for (let x = 0; x < 300; x++) {
        const [red, green, blue, alpha] = at(x, y)
        if (alpha < 128) continue
        expect([red, green, blue]).toEqual([255, 0, 0])
        inked++
        box.left = Math.min(box.left, x)
        box.right = Math.max(box.right, x + 1)
        box.top = Math.min(box.top, y)
        box.bottom = Math.max(box.bottom, y + 1)
      }
    }
    // Inter's capitals are 0.727 em high; an H is 0.744 em wide, 0.1 em of it air on either side.
    expect(box.bottom).toBe(70)
    expect(Math.abs(box.top - (70 - 29))).toBeLessThanOrEqual(1)
    expect(Math.abs(box.left - 54)).toBeLessThanOrEqual(2)
    expect(Math.abs(box.right - 165)).toBeLessThanOrEqual(3)
    expect(inked).toBeGreaterThan(4 * 2 * 29 * 3)
  }
})

test("percentages, preserveAspectRatio and nested viewports land where they belong", async () => {
  const halves = await draw(
    `<svg ${root} viewBox="0 0 100 1000"><rect y="50%" width="100%" height="50%"/></svg>`,
    1100,
  )
  expect(halves.at(500, 5490)[3]).toBe(0)
  expect(halves.at(500, 5510)).toEqual([0, 0, 0, 255])
  expect(halves.at(1099, 10_999)).toEqual([0, 0, 0, 255])
  const middle = await draw(
    `<svg ${root} width="300" height="100" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></svg>`,
    300,
  )
  expect(middle.at(99, 50)[3]).toBe(0)
  expect(middle.at(101, 50)).toEqual([255, 0, 0, 255])
  const left = `<svg ${root} width="300" height="100" viewBox="0 0 10 10" preserveAspectRatio="xMinYMid"><rect width="10" height="10" fill="red"/></svg>`
  expect((await draw(left, 300)).at(1, 50)).toEqual([255, 0, 0, 255])
})

test("colours are straight, not premultiplied", async () => {
  const { at } = await draw(
    `<svg ${root} width="8" height="8"><rect width="8" height="8" fill="#f08040" fill-opacity=".5"/></svg>`,
    8,
  )
  const [red, green, blue, alpha] = at(4, 4)
  expect(alpha).toBe(128)
  expect(Math.max(Math.abs(red - 240), Math.abs(green - 128), Math.abs(blue - 64))).toBeLessThanOrEqual(1)
})

test("style sheets paint by class and by element", async () => {
  const { at } = await draw(
    `<svg ${root} width="20" height="10"><style>rect{fill:url(#g)} .k{fill:#00f}</style><defs><linearGradient id="g"><stop stop-color="#0f0"/></linearGradient></defs><rect width="10" height="10"/><path class="k" d="M10 0h10v10h-10z"/></svg>`,
    20,
  )
  expect(at(5, 5)).toEqual([0, 255, 0, 255])
  expect(at(15, 5)).toEqual([0, 0, 255, 255])
})

test("what is no drawing is left out, and the seller is told", async () => {
  const square = '<rect width="10" height="10" fill="#0f0"/>'
  const { at, warnings } = await draw(
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg ${root} xmlns:i="http://ns.adobe.com/" width="10" height="10" onload="alert(1)"><metadata><i:x/></metadata><script><![CDATA[alert("<b>")]]></script>
    <style>@import url(https://fonts.example/a.css); .k{fill:#00f}</style><foreignObject><p/></foreignObject>
    <a href="https://example.com">${square}<rect class="k" width="5" height="10" onclick="x()"/></a><i:pgf>AA</i:pgf>
    <animate attributeName="x"/></svg>`,
    10,
  )
  expect(at(8, 5)).toEqual([0, 255, 0, 255])
  expect(at(2, 5)).toEqual([0, 0, 255, 255])
  expect(warnings.join("\n")).toMatch(
    /scripts[\s\S]*loads fonts or styles[\s\S]*web page content[\s\S]*animated/,
  )
})

test("references outside, entities and documents that are no SVG are refused in words", async () => {
  const of = (inside: string) => refusal(`<svg ${root} width="10" height="10">${inside}</svg>`)
  expect(await of('<image xlink:href="https://example.com/a.png" width="9" height="9"/>')).toMatch(
    /unsafe: .*outside the file/,
  )
  expect(await of('<use href="other.svg#a"/>')).toMatch(/unsafe: .*outside the file/)
  expect(await of('<rect style="fill:url(file:///etc/passwd#a)" width="9"/>')).toMatch(/unsafe: .*outside/)
  expect(await of("<rect/>&own;")).toMatch(/unsafe: .*entity/)
  expect(await refusal(`<!DOCTYPE svg [<!ENTITY a "b">]><svg ${root} width="9" height="9"/>`)).toMatch(
    /unsafe: .*entities/,
  )
  expect(await of("<g><rect/></a></g>")).toMatch(/damaged: .*tags do not match/)
  expect(await of("<g>")).toMatch(/damaged: .*tags do not match/)
  expect(await refusal("plain words")).toMatch(/damaged: .*begin with a tag/)
  expect(await refusal("<html></html>")).toMatch(/damaged: .*not an SVG/)
  expect(await refusal("\u001f\u008b")).toMatch(/damaged/)
})

test("art that would take forever is refused before it is drawn", async () => {
  const start = cpuMs()
  const levels = Array.from(
    { length: 12 },
    (_, i) => `<g id="l${i + 1}">${`<use xlink:href="#l${i}"/>`.repeat(10)}</g>`,
  )
  const of = (inside: string) => refusal(`<svg ${root} width="10" height="10">${inside}</svg>`)
  expect(
    await of(`<defs><rect id="l0" width="1" height="1"/>${levels.join("")}</defs><use xlink:href="#l12"/>`),
  ).toMatch(/too-large: .*complex/)
  const patterns = Array.from(
    { length: 9 },
    (_, i) =>
      `<pattern id="p${i + 1}" width="9" height="9">${`<rect class="c${i}" width="3" height="3"/>`.repeat(12)}</pattern>`,
  )
  const rules = Array.from({ length: 10 }, (_, i) => `.c${i}{fill:url(#p${i})}`)
  expect(
    await of(`<style>${rules.join("")}</style>${patterns.join("")}<rect class="c9" width="9" height="9"/>`),
  ).toMatch(/too-large: .*complex/)
  expect(await of('<g id="a"><use xlink:href="#a"/></g>')).toMatch(/too-large: .*refers to itself/)
  expect(await of("<g>".repeat(500) + "</g>".repeat(500))).toMatch(/too-large: .*deeply/)
  const tile = '<pattern id="p" width="8" height="8"><rect width="4" height="4"/></pattern>'
  expect(await of(`${tile}<rect width="9" height="90" fill="url(#p)"/>`)).toMatch(/too-large: .*pattern/)
  expect(await of('<filter id="f"><feMorphology radius="900"/></filter>')).toMatch(/too-large: .*filter/)
  expect(await refusal(`<svg ${root} width="10" height="10"><!--${"x".repeat(5_000_000)}--></svg>`)).toMatch(
    /too-large: .*4 MB/,
  )
  expect(await refusal(`<svg ${root} width="10" height="10"/>`, 20_000)).toMatch(
    /too-large: .*100 megapixels/,
  )
  expect(cpuMs() - start).toBeLessThan(4000)
})

test("filters are drawn whole up to four megapixels and refused above, but shrink at natural size", async () => {
  const art = `<svg ${root} width="3000" height="3000" viewBox="0 0 30 30"><filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)"><circle cx="15" cy="15" r="9"/></g></svg>`
  const { at, widthPx } = await draw(art, 900)
  expect([widthPx, at(450, 450)[3], at(5, 5)[3]]).toEqual([900, 255, 0])
  expect(await refusal(art, 2400)).toMatch(/too-large: .*2000 × 2000.*PNG/)
  expect((await openSvg(sourceOf(new TextEncoder().encode(art)), host, null, SVG_STAMP_EFFORT)).widthPx).toBe(
    2000,
  )
})

test("effects that reach far beyond the picture, or take too long, are refused before they are drawn", async () => {
  const start = cpuMs()
  const of = (filter: string, shape: string) =>
    `<svg ${root} width="64" height="64">${filter}<g filter="url(#f)">${shape}</g></svg>`
  const square = '<rect x="8" y="8" width="48" height="48"/>'
  const blur = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
  const longEffects = /too-large: .*effects that take too long/
  expect(await refusal(of(blur, '<ellipse cx="30" cy="30" rx="20000" ry="10"/>'), 1024)).toMatch(longEffects)
  const wide = '<filter id="f" x="-9" y="-9" width="19" height="19"><feFlood/></filter>'
  expect(await refusal(of(wide, square), 1024)).toMatch(longEffects)
  const spread = '<filter id="f"><feMorphology operator="dilate" radius="5"/></filter>'
  expect(await refusal(of(spread, square), 1024)).toMatch(longEffects)
  const waves = `<filter id="f">${'<feTurbulence baseFrequency=".1" numOctaves="10"/>'.repeat(4)}</filter>`
  expect(await refusal(of(waves, square), 1024)).toMatch(longEffects)
  const inMask = `${wide}<mask id="m"><g filter="url(#f)">${square}</g></mask><g mask="url(#m)" transform="scale(9)">${square}</g>`
  expect(await refusal(of(inMask, square), 200)).toMatch(longEffects)
  expect(cpuMs() - start).toBeLessThan(2000)
  // The same effects in reasonable amounts are drawn.
  for (const filter of [blur, spread, waves])
    expect((await draw(of(filter, square), 64)).at(32, 32)[3]).toBeGreaterThan(0)
})

test("an SVG is drawn no faster than its rows are taken, and not to the end for nobody", async () => {
  let strips = 0
  const counting: RasterHost = {
    ...host,
    svg: {
      ...svgHost,
      render(text, widthPx, maxWork) {
        strips++
        return svgHost.render(text, widthPx, maxWork)
      },
    },
  }
  const art = new TextEncoder().encode(
    `<svg ${root} width="1000" height="5000"><circle cx="500" cy="2500" r="400" fill="red"/></svg>`,
  )
  const svg = await openSvg(sourceOf(art), counting, { widthPx: 1000 }, SVG_STAMP_EFFORT)
  let rows = 0
  let mostAhead = 0
  let rowsAtPause = 0
  const take = () => {
    mostAhead = Math.max(mostAhead, ++rows - rowsAtPause)
  }
  let isPaused = false
  await svg.decode(take, async () => {
    isPaused = true
    const [rowsBefore, stripsBefore] = [rows, strips]
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect([rows, strips]).toEqual([rowsBefore, stripsBefore])
    rowsAtPause = rows
  })
  expect([isPaused, rows, strips]).toEqual([true, 5000, 20])
  expect(mostAhead).toBeLessThanOrEqual(32)
  // A consumer that has left reports it where it would have been waited for: no further strip is
  // drawn.
  strips = 0
  const abandoned = svg.decode(
    () => undefined,
    () => Promise.reject(new Error("nobody reads this any more")),
  )
  await expect(abandoned).rejects.toThrow("nobody reads")
  expect(strips).toBe(1)
  // The same through a stamp, whose reader stops after the first piece.
  strips = 0
  const spec = {
    trim: { x: 0, y: 0, width: 1024, height: 5120 },
    widthPx: 3000,
    heightPx: 15_000,
    rotated: false,
    mirror: false,
  }
  const stamp = makeStamp(sourceOf(noisySvg()), "svg", spec, counting)
  expect((await stamp.next()).done).toBe(false)
  await stamp.return(undefined)
  expect(strips).toBeLessThan(20)
})

/** Nothing in it repeats, so that a stamp of it takes many megabytes. */
function noisySvg(): Uint8Array {
  const random = randomFrom(4)
  const colour = () =>
    `#${Math.floor(random() * 0xffffff)
      .toString(16)
      .padStart(6, "0")}`
  const squares = Array.from(
    { length: 20_000 },
    (_, i) =>
      `<rect x="${(i % 64) * 16}" y="${Math.floor(i / 64) * 16}" width="16" height="16" fill="${colour()}"/>`,
  )
  return new TextEncoder().encode(`<svg ${root} width="1024" height="5120">${squares.join("")}</svg>`)
}

test("embedded PNG and JPEG are drawn, larger or other ones refused", async () => {
  const solid = sharp({ create: { width: 20, height: 20, channels: 3, background: "#c04020" } })
  const of = async (type: "png" | "jpeg", bytes: Buffer) =>
    `<svg ${root} width="20" height="20"><image width="20" height="20" xlink:href="data:image/${type};base64,${bytes.toString("base64")}"/></svg>`
  for (const type of ["png", "jpeg"] as const) {
    const { at } = await draw(await of(type, await solid.clone().toFormat(type).toBuffer()), 20)
    expect(Math.abs(at(10, 10)[0] - 0xc0)).toBeLessThanOrEqual(3)
  }
  const huge = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#fff" } })
    .png()
    .toBuffer()
  expect(await refusal(await of("png", huge))).toMatch(/too-large: .*4 megapixels/)
  expect(await refusal(await of("png", Buffer.from("nothing")))).toMatch(/damaged: .*damaged picture/)
  // Photoshop puts a printer's profile, a thumbnail and its notes before the header.
  const plain = await solid.clone().jpeg().toBuffer()
  const segment = Buffer.alloc(65_535, 0x41)
  segment.writeUInt32BE(0xffedfffd)
  const notes = Array.from({ length: 20 }, () => segment)
  const heavy = Buffer.concat([plain.subarray(0, 2), ...notes, plain.subarray(2)])
  expect(Math.abs((await draw(await of("jpeg", heavy), 20)).at(10, 10)[0] - 0xc0)).toBeLessThanOrEqual(3)
  expect(await refusal(await of("jpeg", heavy.subarray(0, 1_000_000)))).toMatch(/damaged: .*damaged picture/)
  const gif = `<svg ${root} width="2" height="2"><image xlink:href="data:image/gif;base64,R0lGODlh"/></svg>`
  expect(await refusal(gif)).toMatch(/unsupported: .*neither PNG nor JPEG/)
})

test("a renderer that trapped is replaced and the next drawing is right", async () => {
  // A layer far outside of what is drawn makes the renderer trap.
  expect(() =>
    svgHost.render(
      `<svg ${root} width="9" height="9"><g opacity=".5" transform="translate(0 900)"><rect width="5" height="5"/><circle r="9"/></g></svg>`,
      9,
      1e9,
    ),
  ).toThrow()
  const { at } = await draw(
    `<svg ${root} width="9" height="9"><rect width="9" height="9" fill="#00f"/></svg>`,
    9,
  )
  expect(at(4, 4)).toEqual([0, 0, 255, 255])
})
