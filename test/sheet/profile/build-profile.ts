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
  const tags: [string, Uint8Array][] = [
    ...names.map((name): [string, Uint8Array] => [name, tone]),
    ...colorants.map((values, i): [string, Uint8Array] => [["rXYZ", "gXYZ", "bXYZ"][i], xyz(values)]),
  ]
  const size = 132 + tags.length * 12 + tags.reduce((sum, [, bytes]) => sum + bytes.length, 0)
  const out = new Uint8Array(size)
  const view = new DataView(out.buffer)
  const text = (at: number, value: string) => out.set(new TextEncoder().encode(value), at)
  view.setUint32(0, size)
  text(12, "mntr")
  text(16, space)
  text(20, "XYZ ")
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
