import { expect, test } from "vitest"
import { buildPressProfile, buildProfile, curve, SRGB_COLORANTS } from "../../../harness/icc-profile.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { readPressProfile } from "../../../sheet/raster/profile/press-profile.ts"

test("a press's profile tells its name and colours; any other file says what to do", () => {
  const press = buildPressProfile({ name: "Film & powder" })
  expect(readPressProfile(press)).toEqual({ kind: "press", name: "Film & powder", colours: "CMYK" })
  const reasonOf = (icc: Uint8Array) => {
    const read = readPressProfile(icc)
    return read.kind === "unusable" ? read.reason : read
  }
  const changed = (at: number, letters: string) => {
    const copy = press.slice()
    copy.set(new TextEncoder().encode(letters), at)
    return copy
  }
  expect(reasonOf(new Uint8Array(0))).toMatch(/^This file is no colour profile\. Choose the \.icc/)
  expect(reasonOf(new TextEncoder().encode("%PDF-1.7".repeat(100)))).toMatch(/no colour profile/)
  expect(reasonOf(press.subarray(0, 20_000))).toMatch(/cut short\. Download it once more/)
  const monitor = buildProfile("RGB ", SRGB_COLORANTS, curve([512]))
  expect(reasonOf(monitor)).toBe(
    "This profile describes a monitor. Ask your print shop for the output profile of its press.",
  )
  expect(reasonOf(changed(12, "scnr"))).toMatch(/a camera or scanner/)
  expect(reasonOf(changed(12, "????"))).toMatch(/no press/)
  expect(reasonOf(buildPressProfile({ isReadOnly: true }))).toMatch(/can only be read/)
  // A press of red, green and blue may have a matrix in place of tables.
  const matrix = monitor.slice()
  matrix.set(new TextEncoder().encode("prtr"), 12)
  expect(readPressProfile(matrix)).toEqual({ kind: "press", name: "", colours: "RGB" })
  expect(readPressProfile(changed(16, "7CLR"))).toMatchObject({ colours: "7 inks" })
})

test("a name of version 4 is read, and a profile that is garbled anywhere is read or declined", () => {
  const press = buildPressProfile({ name: "-".repeat(40) })
  const at = press.indexOf(0x2d) - 12
  const view = new DataView(press.buffer, press.byteOffset + at)
  press.set(new TextEncoder().encode("mluc"), at)
  for (const [offset, value] of [
    [8, 1],
    [12, 12],
    [20, 8],
    [24, 28],
  ])
    view.setUint32(offset, value)
  for (const [i, letter] of [..."Häuß"].entries()) view.setUint16(28 + i * 2, letter.charCodeAt(0))
  expect(readPressProfile(press)).toMatchObject({ name: "Häuß" })
  const random = randomFrom(6)
  for (let round = 0; round < 500; round++) {
    const garbled = press.slice(0, random() < 0.2 ? Math.floor(random() * 400) : press.length)
    for (let i = 0; i < 4; i++)
      garbled[Math.floor(random() * Math.min(300, garbled.length))] = Math.floor(random() * 256)
    expect(["press", "unusable"]).toContain(readPressProfile(garbled).kind)
  }
})
