import { type AskedContour, makeCutLine } from "../../sheet/contour/make-cut-line.ts"
import { sheetFormats } from "../../sheet/formats/formats.ts"
import type { SheetBytes } from "../../sheet/formats/sheet-format.ts"
import type { ArtworkKind, ByteSource } from "../../sheet/raster/artwork.ts"
import type { SheetJob } from "../../sheet/raster/compose-sheet.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { makeStamp, type StampSpec } from "../../sheet/raster/make-stamp.ts"
import { openRanges, type StampReader } from "../../sheet/raster/stamp-reader.ts"
import { createColourHost } from "../../worker/raster/colour-host.ts"
import { rasterZlib } from "../../worker/raster/raster-zlib.ts"

/**
 * One render job in the Workers runtime: artwork and stamps from disk, the sheet to disk in parts
 * as R2 wants them.
 */

type Fetcher = { fetch(url: string, init?: RequestInit): Promise<Response> }

export type Env = { ARTWORK: Fetcher; OUT: Fetcher }

export type Kernels = Pick<RasterHost, "rasterKernel" | "jpegKernel">

export type RenderJob = {
  stamps: { name: string; file: string; kind: ArtworkKind; spec: StampSpec }[]
  sheet: SheetJob | null
  /** PNG by default. */
  format?: keyof typeof sheetFormats
  /** True if stamps exist, beside the artwork; text behind a `#` only makes a stamp another one. */
  areStampsMade?: boolean
  /** The line to trace, prove and write into the file; with `isCutAlone`, nothing else is written. */
  contour?: AskedContour
  isCutAlone?: boolean
}

/** The size of a part: R2 takes equal parts of 5 MiB or more. */
const PART_BYTES = 5 << 20

/** One host for the life of the isolate: the engine's idle kernels wait with it. */
let host: RasterHost | undefined

/** Answers /ping, and a RenderJob with its figures. */
export async function serve(
  request: Request,
  env: Env,
  kernels: Kernels,
  lcms: WebAssembly.Module,
): Promise<Response> {
  if (new URL(request.url).pathname === "/ping") return new Response("ready")
  try {
    host ??= { ...kernels, ...rasterZlib, colours: createColourHost(lcms) }
    return Response.json(await runJob((await request.json()) as RenderJob, env, host))
  } catch (error) {
    return Response.json({ error: error instanceof Error ? error.stack : String(error) }, { status: 500 })
  }
}

async function runJob(job: RenderJob, env: Env, host: RasterHost) {
  const startedMs = Date.now()
  for (const { name, file, kind, spec } of job.stamps) {
    await putStream(env.OUT, `${name}.stamp`, makeStamp(sourceOf(env.ARTWORK, file), kind, spec, host))
  }
  const stampsMs = Date.now() - startedMs
  if (!job.sheet) return { stampsMs, sheetMs: 0, parts: 0 }
  const format = sheetFormats[job.format ?? "png"]
  const bucket = job.areStampsMade ? env.ARTWORK : env.OUT
  const plain = { ...job.sheet, about: { title: "A sheet", createdAtMs: null } }
  const open = (name: string) => openStamp(bucket, name.split("#")[0])
  const cut = job.contour && (await makeCutLine(plain, job.contour, open, host))
  const cutIn = cut && Math.round(cut.line.lengthPx / plain.dpi)
  const sheet = cut ? { ...plain, cut } : plain
  const parts = job.isCutAlone ? 0 : await putParts(env.OUT, format.write(sheet, open, host))
  return { stampsMs, sheetMs: Date.now() - startedMs - stampsMs, parts, cutIn }
}

function sourceOf(bucket: Fetcher, file: string): ByteSource {
  return async () => {
    const { body, status } = await bucket.fetch(`http://disk/${file}`)
    if (!body || status !== 200) throw new Error(`${file} cannot be read: ${status}`)
    return body
  }
}

const stampOf = openRanges()

async function openStamp(bucket: Fetcher, name: string): Promise<StampReader> {
  const url = `http://disk/${name}.stamp`
  const head = await bucket.fetch(url, { method: "HEAD" })
  return stampOf(Number(head.headers.get("content-length")), async (offset, length) => {
    const { body } = await bucket.fetch(url, { headers: { range: `bytes=${offset}-${offset + length - 1}` } })
    if (!body) throw new Error(`${name} cannot be read`)
    return body
  })
}

/** The runtime's own pass-through stream: a write is done once the other end has taken its bytes. */
declare const IdentityTransformStream: new () => TransformStream<Uint8Array, Uint8Array>

async function putStream(bucket: Fetcher, name: string, pieces: AsyncGenerator<Uint8Array>): Promise<void> {
  const { readable, writable } = new IdentityTransformStream()
  const stored = put(bucket, name, readable)
  const writer = writable.getWriter()
  for await (const piece of pieces) await writer.write(piece)
  await writer.close()
  await stored
}

/** A part, kept between jobs, as there is one job at a time. */
const part = new Uint8Array(PART_BYTES)

/** Fills the part again and again; returns the number of parts. */
async function putParts(bucket: Fetcher, pieces: SheetBytes): Promise<number> {
  let have = 0
  let parts = 0
  const send = async () => put(bucket, partName(parts++), part.subarray(0, have))
  let next = await pieces.next()
  for (; !next.done; next = await pieces.next()) {
    const piece = next.value
    for (let used = 0; used < piece.length; ) {
      const taken = piece.subarray(used, used + PART_BYTES - have)
      part.set(taken, have)
      have += taken.length
      used += taken.length
      if (have < PART_BYTES) continue
      await send()
      have = 0
    }
  }
  if (have > 0) await send()
  // Behind all parts here; the press keeps the first one back instead.
  if (next.value) await put(bucket, "head", new Uint8Array(next.value))
  return parts
}

function partName(part: number): string {
  return `part-${String(part).padStart(4, "0")}`
}

async function put(
  bucket: Fetcher,
  name: string,
  body: BodyInit | ReadableStream<Uint8Array>,
): Promise<void> {
  const answer = await bucket.fetch(`http://disk/${name}`, { method: "PUT", body: body as BodyInit })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${name} cannot be written: ${answer.status}`)
}
