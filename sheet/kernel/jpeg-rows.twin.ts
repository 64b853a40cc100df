// The readable form of _jpeg-rows.as.ts, to the same bytes. Rows are as long as their pixels.
// Samples outside repeat the first and last one.

function at(row: Uint8Array, x: number): number {
  return row[Math.min(row.length - 1, Math.max(0, x))]
}

/** Doubles the width: the nearer sample counts three times. */
export function upsampleH2V1(row: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: row.length * 2 }, (_, x) => {
    const isRight = x % 2 === 1
    const near = at(row, x >> 1)
    const far = at(row, (x >> 1) + (isRight ? 1 : -1))
    return (3 * near + far + (isRight ? 2 : 1)) >> 2
  })
}

/** Doubles the width between two rows, the nearer of which counts three times. */
export function upsampleH2V2(near: Uint8Array, far: Uint8Array): Uint8Array {
  const mixed = (x: number) => 3 * at(near, x) + at(far, x)
  return Uint8Array.from({ length: near.length * 2 }, (_, x) => {
    const isRight = x % 2 === 1
    const column = x >> 1
    return (3 * mixed(column) + mixed(column + (isRight ? 1 : -1)) + (isRight ? 7 : 8)) >> 4
  })
}

/** Interpolates between two rows, at the same width. */
export function upsampleH1V2(near: Uint8Array, far: Uint8Array, bias: number): Uint8Array {
  return near.map((value, x) => (3 * value + far[x] + bias) >> 2)
}

/** Repeats each sample `times` times. */
export function replicate(row: Uint8Array, times: number): Uint8Array {
  return Uint8Array.from({ length: row.length * times }, (_, x) => row[Math.floor(x / times)])
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, value))
}

/** Returns value × factor / 65536, rounded. */
function scaled(value: number): number {
  return (value + 32_768) >> 16
}

/** Converts YCbCr of JFIF: factors 1.402, 0.34414, 0.71414 and 1.772 in 16-bit fixed point. */
export function yccToRgba(y: Uint8Array, cb: Uint8Array, cr: Uint8Array): Uint8Array {
  const out = new Uint8Array(y.length * 4)
  for (let x = 0; x < y.length; x++) {
    const blue = cb[x] - 128
    const red = cr[x] - 128
    out[x * 4] = clamp(y[x] + scaled(91_881 * red))
    out[x * 4 + 1] = clamp(y[x] + scaled(-22_554 * blue - 46_802 * red))
    out[x * 4 + 2] = clamp(y[x] + scaled(116_130 * blue))
    out[x * 4 + 3] = 255
  }
  return out
}

/** Interleaves three planes as they are. */
export function planesToRgba(red: Uint8Array, green: Uint8Array, blue: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: red.length * 4 }, (_, i) => [red, green, blue][i & 3]?.[i >> 2] ?? 255)
}

/** Puts black in place of alpha. A flip turns light into ink (0 = none). */
export function joinBlack(
  rgba: Uint8Array,
  black: Uint8Array,
  flipColour: boolean,
  flipBlack: boolean,
): Uint8Array {
  return rgba.map((value, i) => {
    if ((i & 3) === 3) return flipBlack ? 255 - black[i >> 2] : black[i >> 2]
    return flipColour ? 255 - value : value
  })
}
