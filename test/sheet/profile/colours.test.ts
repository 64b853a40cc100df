import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import sharp from "sharp"
import { expect, test, vi } from "vitest"
import { hasJudges } from "../../../harness/formats/judges.ts"
import {
  buildProfile,
  buildTableProfile,
  curve,
  parametric,
  SRGB_COLORANTS,
  SRGB_PARAMETERS,
} from "../../../harness/icc-profile.ts"
import { isFull } from "../../../harness/layer.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { makeTiff } from "../../../harness/tiff-file.ts"
import { softProof } from "../../../sheet/ink/soft-proof.ts"
import { planeAlphas } from "../../../sheet/kernel/ink-bits.twin.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import type { ColourSpace } from "../../../sheet/raster/host.ts"
import { swopProfile } from "../../../sheet/raster/profile/swop.ts"
import { useProfile } from "../../../sheet/raster/profile/use-profile.ts"
import { COLOURS, TAG } from "../../../sheet/raster/tiff/tiff-tag.ts"
import { decodeAll, host } from "../raster/decode.ts"

type Lab = [number, number, number]

const white = [0.9642, 1, 0.8249]

/** Returns CIELAB, relative to D50, of sRGB from 0 to 1. */
function labOf(rgb: readonly number[]): Lab {
  const light = rgb.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  const [x, y, z] = white.map((most, i) => {
    const share = light.reduce((sum, value, c) => sum + value * SRGB_COLORANTS[c][i], 0) / most
    return share > 216 / 24_389 ? Math.cbrt(share) : (share * 24_389) / 3132 + 16 / 116
  })
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function differenceOf(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one, other].map((bytes) => labOf(bytes.map((byte) => byte / 255)))
  return Math.hypot(...a.map((value, i) => value - b[i]))
}

/** The channels that hold a colour, of four bytes a pixel. */
const channelsOf = { rgb: 3, grey: 1, cmyk: 4 } satisfies Record<ColourSpace, number>

/** An RGB profile whose table swaps red and green, a grey one that is lighter, and the press's. */
const profiles: Record<ColourSpace, Uint8Array> = {
  rgb: buildTableProfile("RGB ", 17, ([r, g, b]) => labOf([g, r, b])),
  grey: buildTableProfile("GRAY", 33, ([v]) => labOf([v ** 0.8, v ** 0.8, v ** 0.8])),
  cmyk: swopProfile(),
}

function drawnRow(pixels: number, seed: number): Uint8Array {
  const random = randomFrom(seed)
  return Uint8Array.from({ length: pixels * 4 }, () => Math.floor(random() * 256))
}

test("a profile of tables is followed; alpha stays, and so does a picture whose profile cannot be used", async () => {
  const values = Uint8Array.from(drawnRow(64, 1).filter((_, i) => i % 4 !== 3))
  const shape = { widthPx: 8, heightPx: 8, colours: COLOURS.rgb, depth: 8, samples: 3, values }
  const tagged = (profile: Uint8Array) =>
    decodeAll(makeTiff({ ...shape, fields: { [TAG.profile]: profile } }), { kind: "tiff" })
  const { rgba, warnings } = await tagged(profiles.rgb)
  expect(warnings).toEqual([])
  for (let i = 0; i < 64; i++) {
    const [r, g, b] = values.subarray(i * 3)
    expect(differenceOf([...rgba.subarray(i * 4, i * 4 + 3)], [g, r, b])).toBeLessThan(2.5)
  }
  const row = drawnRow(50, 2)
  const [grey, colour] = [row.slice(), row.slice()]
  host.colours.open(profiles.grey, "grey")?.apply(grey)
  host.colours.open(profiles.rgb, "rgb")?.apply(colour)
  for (const converted of [grey, colour])
    expect(converted.filter((_, i) => i % 4 === 3)).toEqual(row.filter((_, i) => i % 4 === 3))
  expect((await tagged(profiles.cmyk)).warnings).toEqual([
    "The colour profile in this picture was ignored: it is for another kind of picture. Colours may differ.",
  ])
  expect(useProfile(buildProfile("RGB ", [], curve([])), "rgb", host).warnings).toEqual([
    "The colour profile in this picture was ignored: it is built in a way that is not supported. Colours may differ.",
  ])
  expect(useProfile(profiles.cmyk.subarray(0, 4000), "cmyk", host)).toMatchObject({
    transform: expect.anything(),
    warnings: [expect.stringMatching(/CMYK picture was ignored: .*read as SWOP/)],
  })
})

test("a profile of tables that is cut or garbled anywhere is used or declined", () => {
  const random = randomFrom(4)
  const row = drawnRow(4, 3)
  for (const whole of [profiles.cmyk, buildTableProfile("RGB ", 3, labOf)]) {
    const space = whole === profiles.cmyk ? "cmyk" : "rgb"
    for (let round = 0; round < (isFull ? 40 : 4); round++) {
      const garbled = whole.slice(0, round % 4 === 0 ? Math.floor(random() * whole.length) : whole.length)
      // The head, the list of tags and the first of a table decide most.
      for (let i = 0; i < 4; i++)
        garbled[Math.floor(random() * Math.min(300, garbled.length))] = Math.floor(random() * 256)
      host.colours.open(garbled, space)?.apply(row.slice())
    }
  }
})

/** A monitor's profile whose colours reach halfway from grey to sRGB's. */
const dull = buildProfile(
  "RGB ",
  SRGB_COLORANTS.map((xyz) => xyz.map((value, i) => (value + white[i] / 3) / 2)),
  curve([Math.round(2.2 * 256)]),
)

test("a soft proof shows what a press can mix, and tells how much of the ink it cannot", () => {
  const rgba = Uint8Array.of(0, 255, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255, 255, 0, 0, 0)
  const picture = () => ({ widthPx: 2, heightPx: 2, rgba: rgba.slice() })
  const proofed = picture()
  // The last pixel is clear.
  expect(softProof(proofed, dull, host)).toBeCloseTo(1 / 3)
  // Noise of alpha counts neither as ink nor as a colour beyond the press, as in every other check.
  const [ink] = planeAlphas
  for (const [alpha, share] of [
    [1, 1 / 3],
    [ink - 1, 1 / 3],
    [ink, 2 / 4],
  ]) {
    const noisy = picture()
    noisy.rgba.set([0, 255, 0, alpha], 12)
    expect(softProof(noisy, dull, host), `alpha ${alpha}`).toBeCloseTo(share)
  }
  const [green, grey, paper] = [0, 4, 8].map((at) => [...proofed.rgba.subarray(at, at + 4)])
  expect(green[0]).toBeGreaterThan(100)
  expect([grey, paper]).toEqual([
    [expect.closeTo(128, -1), expect.closeTo(128, -1), expect.closeTo(128, -1), 255],
    [255, 255, 255, 255],
  ])
  const same = picture()
  expect(softProof(same, buildProfile("RGB ", SRGB_COLORANTS, parametric(3, SRGB_PARAMETERS)), host)).toBe(0)
  expect(same.rgba.every((value, i) => Math.abs(value - rgba[i]) <= 1)).toBe(true)
  // The press of SWOP's table is only read, not printed by.
  for (const useless of [profiles.cmyk, profiles.rgb, new Uint8Array(200)]) {
    const untouched = picture()
    expect(softProof(untouched, useless, host)).toBeNull()
    expect(untouched.rgba).toEqual(rgba)
  }
})

test("a profile that opens and then leads astray ends a picture in words, and a soft proof without one", () => {
  const { transform } = useProfile(profiles.rgb, "rgb", host)
  // No profile is known that does so: littleCMS is stopped as by a trap.
  const { Instance } = WebAssembly
  const stop = () => {
    throw new WebAssembly.RuntimeError("unreachable")
  }
  class StoppingInstance {
    readonly exports: WebAssembly.Exports
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      this.exports = { ...new Instance(module, imports).exports, cmsDoTransform: stop }
    }
  }
  const stopping = vi.spyOn(WebAssembly, "Instance").mockImplementation(StoppingInstance)
  try {
    transform?.close?.()
    expect(() => transform?.apply(drawnRow(8, 1))).toThrow(ArtworkError)
    expect(() => transform?.apply(drawnRow(8, 1))).toThrow(/profile in this picture cannot be used\. Save/)
    const picture = { widthPx: 1, heightPx: 1, rgba: Uint8Array.of(0, 255, 0, 255) }
    expect(softProof(picture, dull, host)).toBeNull()
  } finally {
    stopping.mockRestore()
  }
})

test.runIf(hasJudges)("colours are those of littleCMS within ΔE 1", async () => {
  const pixels = isFull ? 2000 : 200
  const folder = mkdtempSync(join(tmpdir(), "colours-"))
  try {
    for (const space of ["rgb", "grey", "cmyk"] as const) {
      const row = drawnRow(pixels, 5)
      const file = join(folder, `${space}.icc`)
      writeFileSync(file, profiles[space])
      const input = Array.from({ length: pixels }, (_, i) => row.subarray(i * 4, i * 4 + channelsOf[space]))
      const expected = await byLittleCms(["-i", file], input)
      host.colours.open(profiles[space], space)?.apply(row)
      const apart = expected.map((colour, i) => differenceOf(colour, [...row.subarray(i * 4, i * 4 + 3)]))
      // Between inks there is a table of 23 points along each, as in littleCMS's own conversions of pictures.
      const isFar = apart.filter((difference) => difference >= 1).length / pixels
      expect([isFar <= (space === "cmyk" ? 0.05 : 0), Math.max(...apart) < 4], `${space}: ${isFar}`).toEqual([
        true,
        true,
      ])
    }
    const press = join(folder, "press.icc")
    writeFileSync(press, dull)
    const row = drawnRow(pixels, 7)
    const input = Array.from({ length: pixels }, (_, i) => row.slice(i * 4, i * 4 + 3))
    host.colours.openProof(dull)?.apply(row, new Uint8Array(pixels))
    const proofed = await byLittleCms(["-i", "*sRGB", "-p", press, "-m1", "-s"], input)
    const proofApart = proofed.map((colour, i) => differenceOf(colour, [...row.subarray(i * 4, i * 4 + 3)]))
    expect(proofApart.filter((difference) => difference >= 1).length / pixels).toBeLessThan(0.05)

    const values = drawnRow(64 * 64, 6)
    const inks = makeTiff({ widthPx: 64, heightPx: 64, colours: COLOURS.cmyk, depth: 8, samples: 4, values })
    const [file, out] = [join(folder, "inks.tif"), join(folder, "out.tif")]
    writeFileSync(file, inks)
    await promisify(execFile)("tificc", [
      "-i",
      join(folder, "cmyk.icc"),
      "-o",
      "*sRGB",
      "-t1",
      "-b",
      "-c2",
      file,
      out,
    ])
    const expected = await sharp(out, { ignoreIcc: true }).ensureAlpha().raw().toBuffer()
    const { rgba } = await decodeAll(inks, { kind: "tiff" })
    const apart = Array.from({ length: 64 * 64 }, (_, i) =>
      differenceOf([...expected.subarray(i * 4, i * 4 + 3)], [...rgba.subarray(i * 4, i * 4 + 3)]),
    )
    expect(Math.max(...apart)).toBeLessThan(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** Returns sRGB from 0 to 255 by littleCMS's own program, which calculates each colour without a table between. */
function byLittleCms(profiles: string[], colours: Uint8Array[]): Promise<number[][]> {
  return new Promise((resolve, reject) => {
    const options = [...profiles, "-o", "*sRGB", "-t1", "-b", "-e", "-n", "-c0"]
    const child = execFile("transicc", options, { maxBuffer: 8 << 20 }, (error, stdout) => {
      if (error) return reject(error)
      resolve(
        stdout
          .trim()
          .split("\n")
          .map((line) => line.trim().split(/\s+/).map(Number)),
      )
    })
    // The program takes inks in percent.
    const scale = colours[0].length === 4 ? 100 / 255 : 1
    child.stdin?.end(colours.flatMap((colour) => [...colour].map((value) => value * scale)).join("\n"))
  })
}
