/** Writes small ICC profiles: as much of one as a reader looks at. */

/** The XYZ of sRGB's primaries, adapted to D50. */
export const SRGB_COLORANTS = [
  [0.4360747, 0.2225045, 0.0139322],
  [0.3850649, 0.7168786, 0.0971045],
  [0.1430804, 0.0606169, 0.7141733],
]

/** The parameters g a b c d of sRGB's curve. */
export const SRGB_PARAMETERS = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

function tag(bytes: number, write: (view: DataView) => void): Uint8Array {
  const view = new DataView(new ArrayBuffer(bytes))
  write(view)
  return new Uint8Array(view.buffer)
}

export function curve(values: number[]): Uint8Array {
  return tag(12 + values.length * 2 + (values.length % 2) * 2, (view) => {
    view.setUint32(0, 0x63757276)
    view.setUint32(8, values.length)
    for (const [i, value] of values.entries()) view.setUint16(12 + i * 2, value)
  })
}

export function parametric(type: number, values: number[]): Uint8Array {
  return tag(12 + values.length * 4, (view) => {
    view.setUint32(0, 0x70617261)
    view.setUint16(8, type)
    for (const [i, value] of values.entries()) view.setInt32(12 + i * 4, Math.round(value * 65_536))
  })
}

function xyz(values: number[]): Uint8Array {
  return tag(20, (view) => {
    view.setUint32(0, 0x58595a20)
    for (const [i, value] of values.entries()) view.setInt32(8 + i * 4, Math.round(value * 65_536))
  })
}

export function buildProfile(space: string, colorants: number[][], tone: Uint8Array): Uint8Array {
  const names = space === "GRAY" ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
  return assemble(space, "XYZ ", [
    ...names.map((name): [string, Uint8Array] => [name, tone]),
    ...colorants.map((values, i): [string, Uint8Array] => [["rXYZ", "gXYZ", "bXYZ"][i], xyz(values)]),
  ])
}

/** Returns a profile with a table of `grid` points along each channel, `labOf` channels of 0 to 1. */
export function buildTableProfile(
  space: "RGB " | "GRAY" | "CMYK",
  grid: number,
  labOf: (channels: number[]) => number[],
): Uint8Array {
  const channels = { "RGB ": 3, GRAY: 1, CMYK: 4 }[space]
  return assemble(space, "Lab ", [["A2B0", table(channels, 3, grid, (at) => labWords(labOf(at)))]])
}

/**
 * Returns a press's profile: of four inks that are linear in CIELAB, so that it mixes no colour further than some 40 from
 * grey, with `grid` points along each side of the table that it is printed by. `isReadOnly` leaves that table out.
 * `bytes`: a tag of no meaning, as programs keep their own in, makes it so large.
 */
export function buildPressProfile({
  name = "Dull press",
  grid = 17,
  isReadOnly = false,
  bytes = 0,
}: {
  name?: string
  grid?: number
  isReadOnly?: boolean
  bytes?: number
} = {}): Uint8Array {
  const labOf = ([c, m, y, k]: number[]) => [
    (100 - 25 * (c + m + y)) * (1 - k),
    40 * (m - c) * (1 - k),
    40 * (y - (c + m) / 2) * (1 - k),
  ]
  const inksOf = (words: number[]) => {
    const [l, a, b] = [words[0] * 100.4, words[1] * 256 - 128, words[2] * 256 - 128]
    // Where the light is the same, less black leaves room for more colour; below the light of all three inks there is black.
    const k = Math.max(0, 1 - l / 25)
    const light = Math.min(100, l / Math.max(0.01, 1 - k))
    const sum = (100 - light) / 25
    // c + m + y = sum, m - c = a / 40, y - (c + m) / 2 = b / 40
    const y = (sum + (2 * b) / 40) / 3
    const both = sum - y
    const inks = [(both - a / 40) / 2, (both + a / 40) / 2, y, k]
    return inks.map((ink) => 65_535 * Math.min(1, Math.max(0, ink)))
  }
  const letters = new TextEncoder().encode(name)
  const described = tag(12 + letters.length + 1, (view) => {
    view.setUint32(0, 0x64657363)
    view.setUint32(8, letters.length + 1)
    new Uint8Array(view.buffer).set(letters, 12)
  })
  const read: [string, Uint8Array][] = [
    ["desc", described],
    ["A2B0", table(4, 3, 5, (at) => labWords(labOf(at)))],
  ]
  const printed: [string, Uint8Array] = ["B2A0", table(3, 4, grid, inksOf)]
  const tags = isReadOnly ? read : [...read, printed]
  const assembled = (all: [string, Uint8Array][]) => assemble("CMYK", "Lab ", all, "prtr")
  const missing = bytes - assembled([...tags, ["DevD", new Uint8Array()]]).length
  return assembled(missing < 0 ? tags : [...tags, ["DevD", new Uint8Array(missing)]])
}

function labWords([l, a, b]: number[]): number[] {
  return [l * 652.8, (a + 128) * 256, (b + 128) * 256]
}

/** Returns a table (lut16Type) of `grid` points along each channel, whose values `valuesOf` has from those of 0 to 1. */
function table(from: number, to: number, grid: number, valuesOf: (at: number[]) => number[]): Uint8Array {
  const ends = [0, 65_535]
  const points = Array.from({ length: grid ** from }, (_, i) =>
    valuesOf(
      Array.from({ length: from }, (__, c) => (Math.floor(i / grid ** (from - 1 - c)) % grid) / (grid - 1)),
    ),
  )
  const words = [
    ...Array.from({ length: from }, () => ends).flat(),
    ...points.flat().map((value) => Math.min(65_535, Math.max(0, Math.round(value)))),
    ...Array.from({ length: to }, () => ends).flat(),
  ]
  return tag(52 + words.length * 2 + (words.length % 2) * 2, (view) => {
    view.setUint32(0, 0x6d667432)
    for (const [i, value] of [from, to, grid].entries()) view.setUint8(8 + i, value)
    for (const diagonal of [0, 4, 8]) view.setInt32(12 + diagonal * 4, 65_536)
    view.setUint16(48, ends.length)
    view.setUint16(50, ends.length)
    for (const [i, word] of words.entries()) view.setUint16(52 + i * 2, word)
  })
}

function assemble(
  space: string,
  connection: string,
  tags: [string, Uint8Array][],
  described = "mntr",
): Uint8Array {
  const size = 132 + tags.length * 12 + tags.reduce((sum, [, bytes]) => sum + bytes.length, 0)
  const out = new Uint8Array(size)
  const view = new DataView(out.buffer)
  const text = (at: number, value: string) => out.set(new TextEncoder().encode(value), at)
  view.setUint32(0, size)
  view.setUint32(8, 0x02400000)
  text(12, described)
  text(16, space)
  text(20, connection)
  text(36, "acsp")
  view.setUint32(128, tags.length)
  let at = 132 + tags.length * 12
  for (const [i, [name, bytes]] of tags.entries()) {
    text(132 + i * 12, name)
    view.setUint32(136 + i * 12, at)
    view.setUint32(140 + i * 12, bytes.length)
    out.set(bytes, at)
    at += bytes.length
  }
  return out
}
