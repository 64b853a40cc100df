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

/** Returns a profile with a table (lut16Type) of `grid` points along each channel, `labOf` channels of 0 to 1. */
export function buildTableProfile(
  space: "RGB " | "GRAY" | "CMYK",
  grid: number,
  labOf: (channels: number[]) => number[],
): Uint8Array {
  const channels = { "RGB ": 3, GRAY: 1, CMYK: 4 }[space]
  const values = [0, 65_535]
  const table = Array.from({ length: grid ** channels }, (_, i) => {
    const at = Array.from({ length: channels }, (__, c) => Math.floor(i / grid ** (channels - 1 - c)) % grid)
    const [l, a, b] = labOf(at.map((step) => step / (grid - 1)))
    return [l * 652.8, (a + 128) * 256, (b + 128) * 256]
  })
  const words = [
    ...Array.from({ length: channels }, () => values).flat(),
    ...table.flat().map((value) => Math.min(65_535, Math.max(0, Math.round(value)))),
    ...[values, values, values].flat(),
  ]
  const lut = tag(52 + words.length * 2 + (words.length % 2) * 2, (view) => {
    view.setUint32(0, 0x6d667432)
    for (const [i, value] of [channels, 3, grid].entries()) view.setUint8(8 + i, value)
    for (const diagonal of [0, 4, 8]) view.setInt32(12 + diagonal * 4, 65_536)
    view.setUint16(48, values.length)
    view.setUint16(50, values.length)
    for (const [i, word] of words.entries()) view.setUint16(52 + i * 2, word)
  })
  return assemble(space, "Lab ", [["A2B0", lut]])
}

function assemble(space: string, connection: string, tags: [string, Uint8Array][]): Uint8Array {
  const size = 132 + tags.length * 12 + tags.reduce((sum, [, bytes]) => sum + bytes.length, 0)
  const out = new Uint8Array(size)
  const view = new DataView(out.buffer)
  const text = (at: number, value: string) => out.set(new TextEncoder().encode(value), at)
  view.setUint32(0, size)
  view.setUint32(8, 0x02400000)
  text(12, "mntr")
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
