/** Readable twins of _raster-expand.as.ts: PNG samples to straight RGBA8. */

/** Unpacks samples of 1, 2 or 4 bits, most significant first, to one byte each. */
export function unpackBits(packed: Uint8Array, width: number, depth: number): Uint8Array {
  const perByte = 8 / depth
  return Uint8Array.from({ length: width }, (_, x) => {
    const shift = 8 - depth * ((x % perByte) + 1)
    return (packed[Math.floor(x / perByte)] >> shift) & ((1 << depth) - 1)
  })
}

/** Looks samples up in a table of 256 RGBA pixels. */
export function expandIndexed(
  samples: Uint8Array,
  table: Uint8Array,
): { pixels: Uint8Array; largest: number } {
  const pixels = new Uint8Array(samples.length * 4)
  samples.forEach((sample, x) => {
    pixels.set(table.subarray(sample * 4, sample * 4 + 4), x * 4)
  })
  return { pixels, largest: samples.reduce((a, b) => Math.max(a, b), 0) }
}

export function expandGreyAlpha(samples: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(samples.length * 2)
  for (let x = 0; x < samples.length / 2; x++) {
    pixels.fill(samples[x * 2], x * 4, x * 4 + 3)
    pixels[x * 4 + 3] = samples[x * 2 + 1]
  }
  return pixels
}

/**
 * Makes pixels opaque, except those equal to `key` (0xBBGGRR, or −1 for none), which keep their
 * colour.
 */
export function expandRgb(samples: Uint8Array, key: number): Uint8Array {
  const width = samples.length / 3
  const pixels = new Uint8Array(width * 4)
  for (let x = 0; x < width; x++) {
    const [red, green, blue] = samples.subarray(x * 3, x * 3 + 3)
    pixels.set([red, green, blue, (red | (green << 8) | (blue << 16)) === key ? 0 : 255], x * 4)
  }
  return pixels
}

/**
 * Expands big-endian 16-bit samples of 1 to 4 channels; `key` as red | green << 16 | blue << 32, or
 * null for none.
 */
export function expandDeep(samples: Uint8Array, channels: number, key: bigint | null): Uint8Array {
  const width = samples.length / (channels * 2)
  const pixels = new Uint8Array(width * 4)
  for (let x = 0; x < width; x++) {
    const values = Array.from({ length: channels }, (_, c) => {
      const at = (x * channels + c) * 2
      return (samples[at] << 8) | samples[at + 1]
    })
    const hasColour = channels >= 3
    const colour = hasColour ? values.slice(0, 3) : [values[0], values[0], values[0]]
    const sample = hasColour
      ? BigInt(colour[0]) | (BigInt(colour[1]) << 16n) | (BigInt(colour[2]) << 32n)
      : BigInt(values[0])
    const alpha = sample === key ? 0 : channels % 2 === 0 ? values[channels - 1] : 65535
    pixels.set([...colour, alpha].map(narrow), x * 4)
  }
  return pixels
}

/** Returns the nearest of 256 levels: round(sample × 255 / 65535). */
function narrow(sample: number): number {
  return Math.floor((sample * 255 + 32895) / 65536)
}
