import sharp from "sharp"
import { expect, test } from "vitest"
import {
  buildProfile,
  curve,
  parametric,
  SRGB_COLORANTS,
  SRGB_PARAMETERS,
} from "../../../harness/icc-profile.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { parseProfile } from "../../../sheet/raster/profile/parse-profile.ts"

test("Display P3 comes out as lcms makes it, sRGB is told apart from the rest", async () => {
  const random = randomFrom(5)
  const raw = Buffer.from(Array.from({ length: 64 * 64 * 3 }, () => Math.floor(random() * 256)))
  const tagged = async (name: string) => {
    const png = await sharp(raw, { raw: { width: 64, height: 64, channels: 3 } })
      .withIccProfile(name)
      .png()
      .toBuffer()
    const { icc } = await sharp(png).metadata()
    const stored = await sharp(png, { ignoreIcc: true }).ensureAlpha().raw().toBuffer()
    const expected = await sharp(png).toColourspace("srgb").ensureAlpha().raw().toBuffer()
    return { profile: parseProfile(icc ?? new Uint8Array()), stored, expected }
  }
  expect((await tagged("srgb")).profile).toEqual({ kind: "srgb" })
  const { profile, stored, expected } = await tagged("p3")
  if (profile.kind !== "transform") throw new Error(`P3 is ${profile.kind}`)
  profile.transform.apply(stored)
  expect(stored.every((value, i) => Math.abs(value - expected[i]) <= 1)).toBe(true)
})

test("curves of every kind give the same sRGB", () => {
  const table = Array.from({ length: 1024 }, (_, i) => {
    const x = i / 1023
    return Math.round(65_535 * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
  })
  for (const tone of [
    curve(table),
    parametric(3, SRGB_PARAMETERS),
    parametric(4, [...SRGB_PARAMETERS, 0, 0]),
  ]) {
    expect(parseProfile(buildProfile("RGB ", SRGB_COLORANTS, tone))).toEqual({ kind: "srgb" })
  }
})

test.for([
  ["gamma 1.8", curve([Math.round(1.8 * 256)]), (x: number) => x ** 1.796875],
  ["linear", curve([]), (x: number) => x],
  ["type 0", parametric(0, [2]), (x: number) => x ** 2],
  ["type 1", parametric(1, [2, 0.8, 0.2]), (x: number) => (0.8 * x + 0.2) ** 2],
  ["type 2", parametric(2, [2, 0.8, 0.1, 0.05]), (x: number) => (0.8 * x + 0.1) ** 2 + 0.05],
] as const)("a %s curve over sRGB's primaries", ([, tone, light]) => {
  const profile = parseProfile(buildProfile("RGB ", SRGB_COLORANTS, tone))
  if (profile.kind !== "transform") throw new Error(profile.kind)
  const row = Uint8Array.from({ length: 1024 }, (_, i) => ((i & 3) === 3 ? 77 : i >> 2))
  profile.transform.apply(row)
  for (let code = 0; code < 256; code++) {
    const y = Math.min(1, light(code / 255))
    const expected = 255 * (y <= 0.0031308 ? 12.92 * y : 1.055 * y ** (1 / 2.4) - 0.055)
    expect(Math.abs(row[code * 4] - expected)).toBeLessThanOrEqual(0.8)
    expect(row[code * 4 + 3]).toBe(77)
  }
})

test("grey with a curve is converted, anything else says why not", () => {
  const grey = parseProfile(buildProfile("GRAY", [], curve([256])))
  if (grey.kind !== "transform") throw new Error(grey.kind)
  const row = Uint8Array.of(128, 128, 128, 255)
  grey.transform.apply(row)
  expect([...row]).toEqual([188, 188, 188, 255])
  expect(parseProfile(buildProfile("CMYK", [], curve([])))).toEqual({
    kind: "unsupported",
    reason: "its tables cannot be read",
  })
  expect(parseProfile(buildProfile("RGB ", [], curve([]))).kind).toBe("unsupported")
  expect(parseProfile(new Uint8Array(20))).toEqual({ kind: "unsupported", reason: "it is damaged" })
})

test("a profile cut or garbled anywhere is used or declined, never more", () => {
  const random = randomFrom(3)
  const whole = buildProfile("RGB ", SRGB_COLORANTS, parametric(3, SRGB_PARAMETERS))
  for (let length = 0; length < whole.length; length++) parseProfile(whole.subarray(0, length))
  for (let round = 0; round < 3000; round++) {
    const garbled = whole.slice()
    for (let i = 0; i < 4; i++) garbled[Math.floor(random() * whole.length)] = Math.floor(random() * 256)
    const profile = parseProfile(garbled)
    if (profile.kind === "transform") profile.transform.apply(new Uint8Array(1024).fill(200))
  }
})
