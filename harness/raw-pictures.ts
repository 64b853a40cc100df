import { seeded } from "./seeded-random.ts"

/** Draws RGBA8 with runs, empty stretches, opaque stretches and soft edges, as artwork has them. */
export function artworkLike(width: number, height: number, seed: number): Uint8Array {
  const random = seeded(seed)
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    let kind = 0
    let colour = [0, 0, 0, 0]
    for (let x = 0; x < width; x++) {
      if (random(9) === 0) {
        kind = random(4)
        colour = [random(256), random(256), random(256), kind === 1 ? random(256) : 255]
      }
      const noise = kind === 3 ? random(12) : 0
      if (kind === 0) continue
      pixels.set([colour[0] ^ noise, colour[1], colour[2], colour[3]], (y * width + x) * 4)
    }
  }
  return pixels
}

/** Draws opaque noise in octaves with grain: the statistics of a photograph. */
export function photoLike(width: number, height: number, seed: number): Uint8Array {
  const random = seeded(seed)
  const waves = Array.from({ length: 24 }, (_, i) => ({
    x: (random(200) - 100) / (2000 / (i + 1)),
    y: (random(200) - 100) / (2000 / (i + 1)),
    phase: random(628) / 100,
    channel: i % 3,
  }))
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const sums = [128, 128, 128]
      for (const wave of waves) sums[wave.channel] += 22 * Math.sin(wave.x * x + wave.y * y + wave.phase)
      for (let c = 0; c < 3; c++) rgba[at + c] = sums[c] + random(13) - 6
      rgba[at + 3] = 255
    }
  }
  return new Uint8Array(rgba.buffer)
}
