import sharp from "sharp"
import type { ArtworkKind } from "../../sheet/raster/artwork.ts"
import { ALPHA, COLOURS, TAG } from "../../sheet/raster/tiff/tiff-tag.ts"
import { randomFrom } from "../seeded-random.ts"
import { makeTiff } from "../tiff-file.ts"

/** Small valid files to mutate, enough of each kind that every branch of a decoder has one. */
export type Samples = Record<ArtworkKind, Uint8Array[]>

export async function makeSamples(): Promise<Samples> {
  return {
    png: await pngSamples(),
    jpeg: await jpegSamples(),
    svg: svgSamples(),
    tiff: await tiffSamples(),
    webp: await webpSamples(),
  }
}

function picture(widthPx: number, heightPx: number, channels: 1 | 3 | 4) {
  const random = randomFrom(widthPx * heightPx + channels)
  const data = Buffer.from(
    Array.from(
      { length: widthPx * heightPx * channels },
      (_, i) => (i * 3 + Math.floor(random() * 40)) & 255,
    ),
  )
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels } })
}

async function pngSamples(): Promise<Uint8Array[]> {
  return Promise.all([
    picture(31, 17, 4).png().toBuffer(),
    picture(40, 23, 4).png({ progressive: true }).toBuffer(),
    picture(29, 20, 3).toColourspace("rgb16").png().toBuffer(),
    picture(33, 21, 4).png({ palette: true, colours: 16 }).toBuffer(),
    picture(19, 19, 1).toColourspace("b-w").png().toBuffer(),
    picture(24, 24, 3).withIccProfile("p3").png().toBuffer(),
  ])
}

async function jpegSamples(): Promise<Uint8Array[]> {
  return Promise.all([
    picture(37, 29, 3).jpeg({ quality: 60 }).toBuffer(),
    picture(45, 33, 3).jpeg({ quality: 60, progressive: true }).toBuffer(),
    picture(26, 38, 3).jpeg({ chromaSubsampling: "4:4:4", mozjpeg: true }).toBuffer(),
    picture(30, 30, 1).toColourspace("b-w").jpeg().toBuffer(),
    picture(31, 22, 3).withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer(),
    picture(22, 31, 3).withMetadata({ orientation: 3 }).jpeg().toBuffer(),
    picture(28, 27, 3).toColourspace("cmyk").jpeg().toBuffer(),
    picture(24, 24, 3).withIccProfile("p3").jpeg().toBuffer(),
  ])
}

async function tiffSamples(): Promise<Uint8Array[]> {
  const shape = { widthPx: 21, heightPx: 13, colours: COLOURS.rgb, samples: 4, isLittle: false }
  const values = Array.from({ length: 21 * 13 * 4 }, (_, i) => (i * 97) % 251)
  return Promise.all([
    picture(31, 17, 4).tiff({ compression: "lzw" }).toBuffer(),
    picture(40, 23, 3).tiff({ compression: "deflate", tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
    picture(33, 21, 4).tiff({ compression: "packbits" }).toBuffer(),
    picture(29, 20, 3).toColourspace("rgb16").tiff({ compression: "lzw" }).toBuffer(),
    picture(24, 24, 3).withIccProfile("p3").tiff({ compression: "none" }).toBuffer(),
    picture(30, 30, 1)
      .toColourspace("b-w")
      .tiff({ compression: "deflate", predictor: "none", bitdepth: 4 })
      .toBuffer(),
    makeTiff({ ...shape, depth: 16, values, isSeparate: true, rowsPerStrip: 4 }),
    makeTiff({ ...shape, depth: 8, values, isBig: true, fields: { [TAG.extraSamples]: [ALPHA.associated] } }),
  ])
}

async function webpSamples(): Promise<Uint8Array[]> {
  return Promise.all([
    picture(37, 29, 3).webp({ quality: 60 }).toBuffer(),
    picture(45, 33, 4).webp({ quality: 80, alphaQuality: 60 }).toBuffer(),
    picture(31, 17, 4).webp({ lossless: true }).toBuffer(),
    picture(33, 21, 4).png({ palette: true, colours: 8 }).webp({ lossless: true }).toBuffer(),
    picture(24, 24, 3).withIccProfile("p3").webp({ lossless: true }).toBuffer(),
  ])
}

function svgSamples(): Uint8Array[] {
  const root = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
  const texts = [
    `<svg ${root} width="120" height="80" viewBox="0 0 60 40"><rect width="100%" height="50%" fill="#d95b4c"/><g transform="translate(10 10) rotate(20)" opacity=".5"><circle r="8" fill="teal" stroke="#222" stroke-width="2"/><path d="M0 0q5 5 10 0t5 5a5 3 20 0 1 5 5h1v2z"/></g></svg>`,
    `<svg ${root} viewBox="0 0 100 100"><defs><clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".3"/></linearGradient><pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="4" height="4"/></pattern><mask id="m"><rect width="90" height="90" fill="#fff" opacity=".7"/></mask></defs><g clip-path="url(#c)"><rect width="100" height="100" fill="url(#g)"/><g opacity=".6"><path d="M10 10L90 90" stroke="#fff" stroke-width="6" stroke-dasharray="3 2"/><circle cx="20" cy="90" r="9"/></g></g><rect y="60" width="40" height="30" fill="url(#p)" mask="url(#m)"/></svg>`,
    `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg ${root} width="2in" height="1in"><style>.a{fill:#f80;opacity:.4}@import url(x.css);</style><symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol><use xlink:href="#s" class="a" width="40" height="40"/><use xlink:href="#s" x="50" width="20" height="30"/><script>alert(1)</script><text x="5" y="60">Hi &amp; bye</text></svg>`,
    `<svg ${root} width="64" height="64"><filter id="f"><feGaussianBlur stdDeviation="3"/><feOffset dx="2"/><feTurbulence baseFrequency=".1" numOctaves="2"/></filter><g filter="url(#f)"><ellipse cx="30" cy="30" rx="20" ry="10" fill="#0a0"/></g><marker id="k" markerWidth="4" markerHeight="4"><rect width="4" height="4"/></marker><polyline points="5,5 20,40 60,50" fill="none" stroke="#000" marker-mid="url(#k)"/></svg>`,
    `<svg ${root} width="50" height="50"><image width="40" height="40" xlink:href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/><svg x="10" y="10" width="20" height="20" viewBox="0 0 4 4"><rect width="100%" height="4" style="mix-blend-mode:multiply"/></svg></svg>`,
  ]
  return texts.map((text) => new TextEncoder().encode(text))
}
