import sharp from "sharp"
import { randomFrom } from "./seeded-random.ts"

/** Draws a photograph-like JPEG: smooth colour fields with fine grain. */
export async function photoJpeg(widthPx: number, heightPx: number, seed = 1): Promise<Buffer> {
  const random = randomFrom(seed)
  const coarse = Buffer.from(Array.from({ length: 24 * 16 * 3 }, () => Math.floor(random() * 256)))
  const grain = Buffer.from(Array.from({ length: 256 * 256 * 3 }, () => 118 + Math.floor(random() * 20)))
  const grainTile = await sharp(grain, { raw: { width: 256, height: 256, channels: 3 } })
    .png()
    .toBuffer()
  return sharp(coarse, { raw: { width: 24, height: 16, channels: 3 } })
    .resize(widthPx, heightPx, { kernel: "cubic", fit: "fill" })
    .composite([{ input: grainTile, tile: true, blend: "soft-light" }])
    .jpeg({ quality: 90, chromaSubsampling: "4:4:4" })
    .toBuffer()
}

/** Draws line art with soft edges and a glow on clear ground, off centre so that trimming matters. */
export async function softArtPng(widthPx: number, heightPx: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 1080" width="${widthPx}" height="${heightPx}">
    <defs><radialGradient id="g"><stop offset="0.55" stop-color="#f5a524" stop-opacity="0.85"/><stop offset="1" stop-color="#f5a524" stop-opacity="0"/></radialGradient></defs>
    <circle cx="430" cy="520" r="330" fill="url(#g)"/>
    <circle cx="430" cy="520" r="210" fill="#0e7c7b"/>
    <path d="M300 520q130-210 260 0q-130 210-260 0z" fill="none" stroke="#fff" stroke-width="14"/>
    <path d="M220 860C330 780 530 780 640 860" fill="none" stroke="#1b1b3a" stroke-width="9" stroke-linecap="round"/>
  </svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer()
}

/** Makes a logo as sellers get it from their customers: on a white rectangle. */
export function boxedLogoPng(widthPx: number, heightPx: number): Promise<Buffer> {
  const [x, y, r] = [widthPx / 2, heightPx / 2, heightPx / 4]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"><rect width="100%" height="100%" fill="#fff"/><circle cx="${x}" cy="${y}" r="${r}" fill="#1f6f8b"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Makes a square that is grey on the left and, for that share of its width, a green on the right that no ink mixes. */
export function greyAndGreenPng(widthPx: number, greenShare: number): Promise<Buffer> {
  const x = Math.round(widthPx * (1 - greenShare))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${widthPx}"><rect width="100%" height="100%" fill="#808080"/><rect x="${x}" width="100%" height="100%" fill="#0f0"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
