import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { sourceOf } from "../../../harness/jpeg-pictures.ts"
import { isFull } from "../../../harness/layer.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { openSvg } from "../../../sheet/raster/svg/open-svg.ts"
import { SVG_INSPECT_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"

const host = await openNodeHost()
const root = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

/** In few bytes, one of everything with its own branch; every truncation and flip is drawn. */
const files = [
  `<?xml version="1.0"?><!--x--><svg ${root} width="12" height="8" viewBox="0 0 6 4"><style>.a{fill:#f80}</style><g transform="rotate(20)" opacity=".5"><circle class="a" r="3"/><path d="M0 0q5 5 9 0t5 5a5 3 20 0 1 5 5h1v2z" stroke="#222"/></g></svg>`,
  `<svg ${root} viewBox="0 0 9 9"><defs><clipPath id="c"><path d="M0 0h9v9z"/></clipPath><mask id="m"><rect width="9" height="9" fill="#fff"/></mask><pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern></defs><g clip-path="url(#c)"><rect width="9" height="5" fill="url(#p)" mask="url(#m)"/></g></svg>`,
  `<svg ${root} width="9" height="9"><filter id="f"><feGaussianBlur stdDeviation="1"/><feOffset dx="2"/></filter><symbol id="s" viewBox="0 0 4 4"><rect width="4" height="4"/></symbol><use xlink:href="#s" width="4" height="4" filter="url(#f)"/></svg>`,
  `<svg ${root} width="5" height="5"><image width="4" height="4" xlink:href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/></svg>`,
].map((text) => new TextEncoder().encode(text))

/** Rows drawn, or "refused"; anything but an ArtworkError fails the test. */
async function outcome(bytes: Uint8Array): Promise<number | "refused"> {
  try {
    const { decode, heightPx } = await openSvg(sourceOf(bytes), host, { widthPx: 12 }, SVG_INSPECT_EFFORT)
    let rows = 0
    await decode(() => void rows++)
    expect(rows).toBe(heightPx)
    return rows
  } catch (error) {
    expect(error).toBeInstanceOf(ArtworkError)
    expect((error as Error).message).toMatch(/^This SVG .*\.$/)
    return "refused"
  }
}

test.for(files.map((_, i) => i))("drawing %s cut short at any byte is refused", async (i) => {
  const whole = await outcome(files[i])
  expect(whole).not.toBe("refused")
  for (let length = 0; length < files[i].length; length += isFull ? 1 : 7)
    expect([length, await outcome(files[i].subarray(0, length))]).toEqual([length, "refused"])
})

test.for(files.map((_, i) => i))(
  "drawing %s with any one bit flipped is drawn or refused, soon",
  async (i) => {
    const start = cpuMs()
    let drawn = 0
    for (let bit = 0; bit < files[i].length * 8; bit += isFull ? 1 : 7) {
      const broken = files[i].slice()
      broken[bit >> 3] ^= 1 << (bit & 7)
      if ((await outcome(broken)) !== "refused") drawn++
    }
    expect(drawn).toBeGreaterThan(0)
    expect(cpuMs() - start).toBeLessThan(files[i].length * 8 * 20)
  },
)

test("a shape that runs far out of the picture under a filter is refused (fuzz seed 7, case 21135)", async () => {
  const text = `<svg ${root} width="64" height="64"><filter id="f"><feGaussianBlur stdDeviation="3"/><feOffset dx="2"/><feTurbulence baseFrequency=".1" numOctaves="2"/></filter><g filter="url(#f)"><ellipse cx="30" cy="30" rx="2020" ry="10" fill="#0a0"/></g><marker id="k" markerWidth="4" markerHeight="4"><rect width="4" height="4"/></marker><polyline points="5,5 20,40 60,50" fill="none" stroke="#000" marker-mid="url(#k)"/></svg>`
  const inspected = inspectArtwork(sourceOf(new TextEncoder().encode(text)), host, { previewPx: 64 })
  await expect(inspected).rejects.toThrow(/effects that take too long to draw/)
})
