import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import sharp from "sharp"
import { buildKernels } from "../local/build-kernels.ts"
import type { ByteSource } from "../sheet/raster/artwork.ts"
import type { ColourHost, OpenColours, RasterHost } from "../sheet/raster/host.ts"
import { openJpeg } from "../sheet/raster/jpeg/open-jpeg.ts"
import { createColourHost } from "../worker/raster/colour-host.ts"

await buildKernels()

const kernelDir = new URL("../sheet/kernel/build/", import.meta.url)
const compile = (name: string) => new WebAssembly.Module(readFileSync(new URL(name, kernelDir)))

/** A host with the parts that a JPEG needs. */
export const host: RasterHost = {
  rasterKernel: compile("raster.wasm"),
  jpegKernel: compile("jpeg.wasm"),
  colours: openedOnce(createColourHost(compile("lcms.wasm"))),
  deflateRaw: () => {
    throw new Error("a JPEG needs no deflater")
  },
}

/**
 * Returns a converter that opens each profile once: a picture's own takes 0.15 s of processor time to open, and damaged
 * ones are decoded by the thousand.
 */
function openedOnce(host: ColourHost): ColourHost {
  const opened = new Map<string, OpenColours | null>()
  return {
    ...host,
    open(profile, space) {
      const key = `${space} ${Buffer.from(profile).toString("base64")}`
      const colours = opened.get(key) ?? host.open(profile, space)
      opened.set(key, colours)
      return colours
    },
  }
}

/** Returns the bytes as a stream of chunks of these lengths, the last of which repeats. */
export function sourceOf(bytes: Uint8Array, ...chunkBytes: number[]): ByteSource {
  return async (fromByte = 0) => {
    let at = fromByte
    const lengths = chunkBytes.slice()
    return new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        const length = (lengths.length > 1 ? lengths.shift() : lengths[0]) ?? 65_536
        controller.enqueue(bytes.slice(at, at + length))
        at += length
      },
    })
  }
}

export function fixture(name: string): Buffer {
  return readFileSync(fileURLToPath(new URL(`jpeg-fixtures/${name}`, import.meta.url)))
}

export type Picture = { widthPx: number; heightPx: number; rgba: Uint8Array; warnings: string[] }

/** Decodes with the product's decoder and checks that rows come once and in order. */
export async function decode(bytes: Uint8Array, ...chunkBytes: number[]): Promise<Picture> {
  return decodeRows(await openJpeg(sourceOf(bytes, ...chunkBytes), host))
}

/** Decodes through a window of `windowBytes`. */
export async function decodeByWindow(bytes: Uint8Array, windowBytes: number): Promise<Picture> {
  return decodeRows(await openJpeg(sourceOf(bytes), host, windowBytes))
}

type OpenedJpeg = Awaited<ReturnType<typeof openJpeg>>

async function decodeRows({ widthPx, heightPx, warnings, decode: run }: OpenedJpeg): Promise<Picture> {
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  let next = 0
  await run((row, y) => {
    if (y !== next++ || row.length !== widthPx * 4)
      throw new Error(`row ${y} of ${row.length} bytes is out of order`)
    rgba.set(row, y * widthPx * 4)
  })
  if (next !== heightPx) throw new Error(`${next} rows instead of ${heightPx}`)
  return { widthPx, heightPx, rgba, warnings }
}

/** Decodes the same picture by libjpeg-turbo. */
export async function decodeBySharp(bytes: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(bytes)
    .rotate()
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 4) throw new Error(`${info.channels} channels`)
  return { widthPx: info.width, heightPx: info.height, rgba: data, warnings: [] }
}

/** Returns the same picture in a file so long that turning it has the least memory. */
export function leavingLittleRoom(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(26 << 20)])
}

/** Returns the largest difference of any channel. */
export function largestDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new Error(`${a.length} bytes against ${b.length}`)
  let largest = 0
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]))
  return largest
}

/** Draws a photograph-like raw picture from a seed. */
export function photo(widthPx: number, heightPx: number, channels: 1 | 3 = 3) {
  const data = Buffer.alloc(widthPx * heightPx * channels)
  let state = 1
  for (let i = 0; i < data.length; i++) {
    const pixel = Math.floor(i / channels)
    const x = pixel % widthPx
    const y = Math.floor(pixel / widthPx)
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0
    const wave = Math.sin(x / 17 + (i % channels)) * Math.cos(y / 23 - (i % channels))
    data[i] = 128 + 80 * wave + ((state >>> 16) % 24) + (((x >> 4) + (y >> 4)) & 1) * 20
  }
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels } })
}
