import { openNodeHost } from "../../cli/node-host.ts"
import { caseSeed, type Finding, type Mode } from "../../harness/fuzz/mode.ts"
import { makeSamples } from "../../harness/fuzz/samples.ts"
import { fixture, photo } from "../../harness/jpeg-pictures.ts"
import { chunk } from "../../harness/png-file.ts"
import { seeded } from "../../harness/seeded-random.ts"
import type { ByteSource, RowSource } from "../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { JPEG_MCU_BYTES } from "../../sheet/raster/jpeg/jpeg-limit.ts"
import { openJpeg } from "../../sheet/raster/jpeg/open-jpeg.ts"
import { openArtwork } from "../../sheet/raster/open-artwork.ts"

type Random = (below: number) => number

/** A whole file and the picture that it decodes to. */
type Sample = { kind: "png" | "jpeg"; bytes: Uint8Array; rgba: Uint8Array }

export const feeds: Mode = {
  about:
    "whole pictures in pieces of any length, IDATs and windows of any size, restart markers with any fill: the same pixels",
  usualCount: 20_000,
  run: fuzzFeeds,
}

async function fuzzFeeds(seed: number, count: number) {
  const host = await openNodeHost()
  const samples = await openSamples(host)
  const findings: Finding[] = []
  const figures = { png: 0, jpeg: 0 }
  for (let number = 0; number < count; number++) {
    const random = seeded(caseSeed(seed, number))
    const { kind, bytes, rgba } = samples[random(samples.length)]
    const changed = kind === "png" ? cutAnew(bytes, random) : filled(bytes, random)
    const what = await compare(open(kind, piecesOf(changed, random), host, random), rgba)
    if (what) findings.push({ case: number, kind, what, bytes: changed })
    figures[kind]++
  }
  return { figures, findings }
}

async function openSamples(host: RasterHost): Promise<Sample[]> {
  const { png, jpeg } = await makeSamples()
  const larger = await Promise.all([
    photo(150, 130).jpeg({ quality: 97, chromaSubsampling: "4:4:4" }).toBuffer(),
    photo(200, 90).jpeg({ quality: 99, progressive: true }).toBuffer(),
    photo(90, 200).jpeg({ quality: 90 }).toBuffer(),
  ])
  const restarts = ["restart-each-mcu", "restart-each-row", "restart-progressive"].map((name) =>
    fixture(`${name}.jpg`),
  )
  const files = [
    ...png.map((bytes) => ({ kind: "png" as const, bytes })),
    ...[...jpeg, ...larger, ...restarts].map((bytes) => ({ kind: "jpeg" as const, bytes })),
  ]
  return Promise.all(
    files.map(async ({ kind, bytes }) => {
      const source = async () => new Blob([new Uint8Array(bytes)]).stream()
      return { kind, bytes, rgba: await pixelsOf(await openArtwork(source, kind, host, null)) }
    }),
  )
}

/** Opens baseline JPEGs through a window of any size. */
async function open(
  kind: Sample["kind"],
  source: ByteSource,
  host: RasterHost,
  random: Random,
): Promise<RowSource> {
  if (kind === "png") return openArtwork(source, kind, host, null)
  return openJpeg(source, host, JPEG_MCU_BYTES + 1 + random(random(2) === 0 ? 60 : 20_000))
}

/** Returns the same picture with its IDAT cut elsewhere, sometimes into empty chunks. */
function cutAnew(png: Uint8Array, random: Random): Uint8Array {
  const parts: Uint8Array[] = [png.subarray(0, 8)]
  const view = new DataView(png.buffer, png.byteOffset, png.length)
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (view.getUint32(at + 4) !== 0x49444154) parts.push(png.subarray(at, end))
    else
      for (let from = 0; from < length; ) {
        const piece = random(5) === 0 ? 0 : 1 + random(random(2) === 0 ? 8 : length)
        const to = Math.min(length, from + piece)
        parts.push(chunk("IDAT", png.subarray(at + 8 + from, at + 8 + to)))
        from = to
      }
    at = end
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** Returns the same picture with fill bytes before some restart markers. */
function filled(jpeg: Uint8Array, random: Random): Uint8Array {
  const parts: Uint8Array[] = []
  let from = 0
  for (let at = firstScan(jpeg); at + 1 < jpeg.length; at++) {
    if (jpeg[at] !== 0xff || jpeg[at + 1] < 0xd0 || jpeg[at + 1] > 0xd7) continue
    const fill = random(3) === 0 ? 0 : random(random(4) === 0 ? 20_000 : 40)
    parts.push(jpeg.subarray(from, at), Buffer.alloc(fill, 0xff))
    from = at
  }
  return new Uint8Array(Buffer.concat([...parts, jpeg.subarray(from)]))
}

function firstScan(jpeg: Uint8Array): number {
  return Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length).indexOf(Buffer.of(0xff, 0xda))
}

/** Yields pieces of random lengths, from single bytes to all there is. */
function piecesOf(bytes: Uint8Array, random: Random): ByteSource {
  const most = [1, 3, 60, 5000, bytes.length][random(5)]
  const lengths: number[] = []
  for (let have = 0; have < bytes.length; have += lengths[lengths.length - 1]) lengths.push(1 + random(most))
  return async () => {
    let [at, i] = [0, 0]
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + lengths[i]))
        at += lengths[i++]
      },
    })
  }
}

async function compare(opening: Promise<RowSource>, rgba: Uint8Array): Promise<string | null> {
  try {
    return Buffer.compare(await pixelsOf(await opening), rgba) === 0 ? null : "other pixels"
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function pixelsOf({ widthPx, heightPx, decode }: RowSource): Promise<Uint8Array> {
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  await decode((row, y) => rgba.set(row, y * widthPx * 4))
  return rgba
}
