import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { ArtworkError, type ArtworkKind } from "../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import { JOB_MEMORY_BYTES } from "../../sheet/raster/limits.ts"
import { bytesSource } from "../bytes.ts"
import { cpuMs, leastCpuMs } from "../cpu-time.ts"
import { randomFrom } from "../seeded-random.ts"
import { caseSeed, type Extreme, type Finding, type Report } from "./mode.ts"
import { mutate, sealPng } from "./mutate.ts"
import { pick } from "./nasty.ts"
import type { Samples } from "./samples.ts"

/** Processor time allowed for each megabyte of a file; wall time would count other processes. */
const MAX_MS_PER_MB = 1_000

/** A collection takes longer than a case, so only every so many cases end with one. */
const CHECKED_CASES = 100

const MIB = 2 ** 20

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** The memory of an isolate, which is enough for a case even if nothing is collected. */
const ISOLATE_MIB = 128

/** The kinds' shares of a hundred cases, summed up; drawings take ten times as long as pictures. */
const SHARES: [ArtworkKind, number][] = [
  ["svg", 10],
  ["png", 40],
  ["jpeg", 65],
  ["tiff", 85],
  ["webp", 100],
]

export type File = { kind: ArtworkKind; bytes: Uint8Array }

/** Reads `count` files as ingest does; each is made by its number. */
export async function fuzzFiles(
  host: RasterHost,
  make: (number: number) => File | Promise<File>,
  count: number,
): Promise<Report> {
  const figures = { decoded: 0, refused: 0, slowestMs: 0, peakMiB: 0, heldMiB: 0 }
  const findings: Finding[] = []
  const extremes: { slowest?: Extreme; largest?: Extreme } = {}
  collectGarbage()
  const idleBytes = process.memoryUsage().external
  for (let number = 0; number < count; number++) {
    const { kind, bytes } = await make(number)
    const name = `case ${number}, ${bytes.length} bytes`
    const beforeBytes = process.memoryUsage().external
    const startMs = cpuMs()
    const outcome = await tryCase(host, bytes)
    const spentMs = cpuMs() - startMs
    // Most that the case allocated outside the JavaScript heap (WASM memory, pixels), garbage
    // included.
    const usedMiB = (process.memoryUsage().external - beforeBytes) / MIB
    const mostMs = MAX_MS_PER_MB * Math.max(1, bytes.length / 1e6)
    const tookMs = await leastCpuMs(spentMs, mostMs, () => tryCase(host, bytes))
    const heldMiB = number % CHECKED_CASES === 0 ? await heldSince(idleBytes) : 0
    if (tookMs > figures.slowestMs) extremes.slowest = { amount: tookMs, unit: "ms", kind, name, bytes }
    if (usedMiB > figures.peakMiB) extremes.largest = { amount: usedMiB, unit: "MiB", kind, name, bytes }
    figures.slowestMs = Math.max(figures.slowestMs, tookMs)
    figures.peakMiB = Math.max(figures.peakMiB, usedMiB)
    figures.heldMiB = Math.max(figures.heldMiB, heldMiB)
    const note = (what: string) => findings.push({ case: number, kind, what, bytes })
    if (outcome === "decoded") figures.decoded++
    else if (outcome === "refused") figures.refused++
    else note(outcome)
    if (tookMs > mostMs) note(`took ${Math.round(tookMs)} ms`)
    if (usedMiB > ISOLATE_MIB) note(`allocates ${Math.round(usedMiB)} MiB`)
    if (heldMiB * MIB > JOB_MEMORY_BYTES) note(`holds ${Math.round(heldMiB)} MiB`)
  }
  return { figures, findings, extremes: Object.values(extremes) }
}

/**
 * Returns the bytes that are held after collections. Objects released in one turn of the event loop are
 * only free in the next, and their memory in the one after.
 */
async function heldSince(idleBytes: number): Promise<number> {
  let heldMiB = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && heldMiB * MIB > JOB_MEMORY_BYTES / 2; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    heldMiB = (process.memoryUsage().external - idleBytes) / MIB
  }
  return heldMiB
}

/** Returns a sample with some bytes changed. */
export function damagedFile(samples: Samples, seed: number, number: number): File {
  const random = randomFrom(caseSeed(seed, number))
  const kind = kindOf(random)
  const bytes = mutate(pick(samples[kind], random), random, kind === "svg")
  return { kind, bytes: kind === "png" && random() < 0.8 ? sealPng(bytes) : bytes }
}

function kindOf(random: () => number): ArtworkKind {
  const draw = random() * 100
  return SHARES.find(([, share]) => draw < share)?.[0] ?? "jpeg"
}

/** Returns "decoded", "refused", or the text of any error but an ArtworkError. */
async function tryCase(host: RasterHost, bytes: Uint8Array): Promise<string> {
  try {
    await inspectArtwork(bytesSource(bytes, 512), host, { previewPx: 64 })
    return "decoded"
  } catch (error) {
    if (error instanceof ArtworkError) return "refused"
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}
