// npm run bench -- fuzz svg [SEED] [--json] [--only NAME]: the cost of the largest accepted
// and refused drawings.

import { openNodeHost } from "../../cli/node-host.ts"
import { bytesSource } from "../../harness/bytes.ts"
import { cpuMs } from "../../harness/cpu-time.ts"
import { honestDrawings } from "../../harness/fuzz/svg-honest.ts"
import { type SvgProduct, svgProducts } from "../../harness/fuzz/svg-products.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import { ArtworkError } from "../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"

const LARGEST_BYTES = 1_000_000
const SMALLEST_BYTES = 500
/** The halvings, by ratio, between the largest accepted and the next refused: to some ten percent. */
const HALVINGS = 3
/** The sizes that warm up: each product uses other code of the renderer, compiled while it first runs. */
const WARMING_BYTES = [1_000, 200_000, 200_000]
/** The limit for a file of up to a megabyte, and for each megabyte more. */
const MAX_MS = 1000

type Try = { bytes: number; ms: number; refusal: string | null }

const words = process.argv.slice(2)
const isJson = words.includes("--json")
const only = words.includes("--only") ? words[words.indexOf("--only") + 1] : ""
const seed = Number(words.find((word) => /^\d+$/.test(word)) ?? 1)

const host = await openNodeHost()
// The renderer is compiled while it first runs; that time says nothing about the drawings.
for (const { make } of honestDrawings) await tryDrawing(host, make(randomFrom(0)))

const rows: { product: string; taken: Try | null; refused: Try | null; slowestMs: number }[] = []
for (const { name, make } of honestDrawings) {
  if (!name.includes(only)) continue
  const tried = await tryDrawing(host, make(randomFrom(seed)))
  const isTaken = tried.refusal === null
  rows.push({
    product: `honest: ${name}`,
    taken: isTaken ? tried : null,
    refused: isTaken ? null : tried,
    slowestMs: tried.ms,
  })
}
for (const product of svgProducts) if (product.name.includes(only)) rows.push(await search(product))
report()

/**
 * Returns the largest accepted size, the cost of refusing the largest of all, and the slowest size
 * between.
 */
async function search(product: SvgProduct) {
  const attempt = (bytes: number) => tryDrawing(host, product.make(randomFrom(seed), Math.round(bytes)))
  for (const bytes of WARMING_BYTES) await attempt(bytes)
  const tries: Try[] = []
  for (let bytes = LARGEST_BYTES; bytes > SMALLEST_BYTES; bytes /= 2) tries.push(await attempt(bytes))
  const largest = tries[0]
  let taken = tries.find(({ refusal }) => refusal === null) ?? null
  if (taken !== null && taken !== largest) {
    let [low, high] = [taken.bytes, taken.bytes * 2]
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = Math.sqrt(low * high)
      const tried = await attempt(middle)
      tries.push(tried)
      if (tried.refusal === null) [taken, low] = [tried, middle]
      else high = middle
    }
  }
  const slowestMs = Math.max(...tries.map(({ ms }) => ms))
  return { product: product.name, taken, refused: largest.refusal === null ? null : largest, slowestMs }
}

/** Tries a drawing; a slow one three times, because other processes' use of the caches costs time. */
async function tryDrawing(on: RasterHost, text: string): Promise<Try> {
  const tries = [await tryOnce(on, text)]
  while (tries.length < 3 && tries[tries.length - 1].ms > MAX_MS) tries.push(await tryOnce(on, text))
  return tries.reduce((best, next) => (next.ms < best.ms ? next : best))
}

async function tryOnce(on: RasterHost, text: string): Promise<Try> {
  const bytes = new TextEncoder().encode(text)
  const start = cpuMs()
  let refusal: string | null = null
  try {
    await inspectArtwork(bytesSource(bytes), on, { previewPx: 512 })
  } catch (error) {
    if (!(error instanceof ArtworkError)) throw error
    refusal = `${error.code}: ${error.message}`
  }
  return { bytes: bytes.length, ms: Math.round(cpuMs() - start), refusal }
}

function report(): void {
  const slowestMs = Math.max(...rows.map((row) => row.slowestMs))
  if (isJson) console.log(JSON.stringify({ bench: "fuzz svg", seed, slowestMs, rows }))
  else {
    console.table(
      rows.map(({ product, taken, refused, slowestMs: slowest }) => ({
        product,
        "taken B": taken?.bytes ?? 0,
        "taken ms": taken?.ms ?? 0,
        "refused B": refused?.bytes ?? 0,
        "refused ms": refused?.ms ?? 0,
        "slowest ms": slowest,
        why: refused?.refusal?.replace(/^too-large: This SVG /, "").slice(0, 40) ?? "",
      })),
    )
  }
  const isSlow = rows.some(
    ({ taken, refused, slowestMs: slowest }) =>
      slowest > MAX_MS * Math.max(1, Math.max(taken?.bytes ?? 0, refused?.bytes ?? 0) / LARGEST_BYTES),
  )
  if (isSlow) process.exitCode = 1
}
