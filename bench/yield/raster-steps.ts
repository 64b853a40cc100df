import { pngFormat } from "../../sheet/formats/png-format.ts"
import { ArtworkError, type ByteSource } from "../../sheet/raster/artwork.ts"
import { checkSheet } from "../../sheet/raster/check-sheet.ts"
import type { SheetJob } from "../../sheet/raster/compose-sheet.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { type ArtworkReport, inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import { makeMaster } from "../../sheet/raster/make-master.ts"
import { makeStamp, type StampSpec } from "../../sheet/raster/make-stamp.ts"
import { encodePicture } from "../../sheet/raster/picture-file.ts"
import { encodeSilhouette } from "../../sheet/silhouette.ts"
import type { Artwork } from "./artwork.ts"
import type { Gate, Step } from "./holds.ts"

type HostOf = (gate: Gate) => RasterHost

const dpi = 300
const widthPx = 22 * dpi
const previewPx = 1024
const stampPx = 8 * dpi
const mostPx = 100 * dpi

/** Yields the steps from the upload to the sheet that is read back. */
export async function* rasterSteps(artwork: readonly Artwork[], hostOf: HostOf): AsyncGenerator<Step> {
  const stamps: { name: string; bytes: Uint8Array; spec: StampSpec }[] = []
  for (const { name, bytes } of artwork) {
    let report: ArtworkReport | undefined
    const inspect = async (gate: Gate) => {
      report = await inspectArtwork(sourceOf(bytes, hostOf(gate)), hostOf(gate), { previewPx }).catch(refused)
    }
    yield { name: "ingest", of: name, run: inspect }
    if (report === undefined) await inspect(() => {})
    if (report === undefined) continue
    const { preview, kind, needsMaster, trim, silhouette } = report
    yield { name: "preview, encoded", of: name, run: (gate) => encodePicture(preview, hostOf(gate)) }
    yield { name: "silhouette, encoded", of: name, run: () => encodeSilhouette(silhouette) }
    if (kind !== "svg" && needsMaster) {
      const run = (gate: Gate) => readThrough(makeMaster(sourceOf(bytes, hostOf(gate)), kind, hostOf(gate)))
      yield { name: "master", of: name, run }
    }
    for (const turn of ["upright", "turned", "upside down"] as const) {
      const spec = specOf(trim, turn)
      const run = async (gate: Gate) => {
        const made = await drain(makeStamp(sourceOf(bytes, hostOf(gate)), kind, spec, hostOf(gate))).catch(
          refused,
        )
        if (made && stamps.every((stamp) => stamp.name !== `${name} ${turn}`))
          stamps.push({ name: `${name} ${turn}`, bytes: made, spec })
      }
      yield { name: `stamp, ${turn}`, of: name, run }
    }
  }
  for (const isLabelled of [false, true]) {
    const job = jobOf(stamps, isLabelled)
    let sheet = new Uint8Array(0)
    const compose = async (gate: Gate) => {
      const openStamp = async (stamp: string) => {
        const { bytes } = stamps.find(({ name }) => name === stamp)!
        return {
          sizeBytes: bytes.length,
          async read(offset: number, length: number) {
            await hostOf(gate).rest?.()
            return bytes.slice(offset, offset + length)
          },
        }
      }
      sheet = await drain(pngFormat.write(job, openStamp, hostOf(gate)))
    }
    const of = `${stamps.length} stamps, ${job.lengthPx / dpi} in${isLabelled ? ", labelled" : ""}`
    yield { name: "sheet", of, run: compose }
    if (sheet.length === 0) await compose(() => {})
    const check = (gate: Gate) => checkSheet(sourceOf(sheet, hostOf(gate)), { ...job, dpi }, hostOf(gate))
    yield { name: "sheet, read back", of, run: check }
  }
}

/** The bytes that the Worker reads at once. */
const READ_BYTES = 512 * 1024

/** Returns a source that rests at every read, as the store does. */
function sourceOf(bytes: Uint8Array, host: RasterHost): ByteSource {
  return async () => {
    let at = 0
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        await host.rest?.()
        if (at < bytes.length) controller.enqueue(bytes.slice(at, at + READ_BYTES))
        else controller.close()
        at += READ_BYTES
      },
    })
  }
}

/** Ignores a refusal, because refused artwork takes time as well. */
function refused(error: unknown): undefined {
  if (!(error instanceof ArtworkError)) throw error
}

async function readThrough(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of pieces);
}

async function drain(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const kept: Uint8Array[] = []
  for await (const piece of pieces) kept.push(piece.slice())
  return new Uint8Array(Buffer.concat(kept))
}

function specOf(trim: StampSpec["trim"], turn: "upright" | "turned" | "upside down"): StampSpec {
  const heightPx = Math.max(1, Math.round((stampPx * trim.height) / trim.width))
  const isTurned = turn === "turned"
  return {
    trim,
    widthPx: isTurned ? heightPx : stampPx,
    heightPx: isTurned ? stampPx : heightPx,
    rotated: isTurned,
    ...(turn === "upside down" ? { halfTurned: true } : {}),
    mirror: true,
  }
}

/** Returns every stamp twice, in rows across the film. */
function jobOf(stamps: readonly { name: string; spec: StampSpec }[], isLabelled: boolean) {
  const job = { widthPx, lengthPx: 0, dpi, placements: [] as SheetJob["placements"] }
  const gapPx = 75
  let x = gapPx
  let y = gapPx
  let rowPx = 0
  for (const { name, spec } of stamps.flatMap((stamp) => [stamp, stamp])) {
    if (x + spec.widthPx + gapPx > widthPx) {
      x = gapPx
      y += rowPx + gapPx
      rowPx = 0
    }
    if (spec.widthPx + 2 * gapPx > widthPx || y + spec.heightPx + gapPx > mostPx) continue
    job.placements.push({ stamp: name, x, y, widthPx: spec.widthPx, heightPx: spec.heightPx })
    rowPx = Math.max(rowPx, spec.heightPx)
    x += spec.widthPx + gapPx
    job.lengthPx = Math.max(job.lengthPx, y + spec.heightPx + gapPx)
  }
  const labels = job.placements.map((placed, i) => ({
    text: `#${1000 + i} ${placed.stamp}`,
    x: placed.x,
    y: placed.y + placed.heightPx,
    widthPx: placed.widthPx,
    heightPx: 60,
    rotated: false,
    mirror: true,
  }))
  return isLabelled ? { ...job, labels } : job
}
