import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import { JOB_MEMORY_BYTES } from "../../sheet/raster/limits.ts"
import { ArtworkError, type ArtworkKind, type RasterHost } from "../../sheet/raster/types.ts"
import { randomFrom } from "../../test/artwork.ts"
import { bytesSource, openNodeHost } from "../render/node-host.ts"
import { caseSeed, type Finding, type Mode } from "./mode.ts"
import { mutate, sealPng } from "./mutate.ts"
import { makeSamples, type Samples } from "./samples.ts"

/** A case may take this much processor time; anything more is a hang. (The clock runs on while others compute.) */
const HANG_MS = 2000

/** A collection takes longer than a case, so only every so many cases end with one. */
const CHECKED_CASES = 100

const MIB = 2 ** 20

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** All the memory there is, were nothing collected while a case runs. */
const ISOLATE_MIB = 128

/** Of a hundred cases; drawings take ten times as long as pictures. */
const SHARES: [ArtworkKind, number][] = [
  ["svg", 10],
  ["png", 55],
  ["jpeg", 100],
]

export const pictures: Mode = {
  about: "damaged pictures against every decoder: time, memory, and no error but a refusal in words",
  usualCount: 10_000,
  async run(seed, count) {
    const { findings, ...figures } = await fuzzPictures(
      await openNodeHost(),
      await makeSamples(),
      seed,
      count,
    )
    return { figures, findings }
  },
}

type PicturesReport = {
  decoded: number
  refused: number
  slowestMs: number
  /** Most that any case allocated outside the JavaScript heap (WASM memory, pixels), garbage included. */
  peakMiB: number
  /** Most that was still held after a garbage collection, above what was held before the first case. */
  heldMiB: number
  findings: Finding[]
}

/** Runs `count` seeded cases; case n of a seed is the same whatever the count. */
export async function fuzzPictures(
  host: RasterHost,
  samples: Samples,
  seed: number,
  count: number,
): Promise<PicturesReport> {
  const report: PicturesReport = {
    decoded: 0,
    refused: 0,
    slowestMs: 0,
    peakMiB: 0,
    heldMiB: 0,
    findings: [],
  }
  collectGarbage()
  const idleBytes = process.memoryUsage().external
  for (let number = 0; number < count; number++) {
    const { kind, bytes } = makeCase(samples, seed, number)
    const beforeBytes = process.memoryUsage().external
    const start = process.cpuUsage()
    const outcome = await tryCase(host, bytes)
    const spent = process.cpuUsage(start)
    const tookMs = (spent.user + spent.system) / 1000
    const usedMiB = (process.memoryUsage().external - beforeBytes) / MIB
    const heldMiB = number % CHECKED_CASES === 0 ? await heldSince(idleBytes) : 0
    report.slowestMs = Math.max(report.slowestMs, tookMs)
    report.peakMiB = Math.max(report.peakMiB, usedMiB)
    report.heldMiB = Math.max(report.heldMiB, heldMiB)
    const found = (what: string) => report.findings.push({ case: number, kind, what, bytes })
    if (outcome === "decoded") report.decoded++
    else if (outcome === "refused") report.refused++
    else found(outcome)
    if (tookMs > HANG_MS) found(`took ${Math.round(tookMs)} ms`)
    if (usedMiB > ISOLATE_MIB) found(`allocates ${Math.round(usedMiB)} MiB`)
    if (heldMiB * MIB > JOB_MEMORY_BYTES) found(`holds ${Math.round(heldMiB)} MiB`)
  }
  return report
}

/**
 * What is held after collections. Objects let go of in one turn of the event loop are only free in the next, and memory that
 * hangs on them in the one after.
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

/** One case by itself, to look into a finding. */
export function makeCase(
  samples: Samples,
  seed: number,
  number: number,
): { kind: ArtworkKind; bytes: Uint8Array } {
  const random = randomFrom(caseSeed(seed, number))
  const draw = random() * 100
  const kind = SHARES.find(([, share]) => draw < share)?.[0] ?? "jpeg"
  const files = samples[kind]
  const file = files[Math.floor(random() * files.length)]
  const bytes = mutate(file, random, kind === "svg")
  return { kind, bytes: kind === "png" && random() < 0.8 ? sealPng(bytes) : bytes }
}

/** "decoded", "refused", or what went wrong: any error but an ArtworkError. */
async function tryCase(host: RasterHost, bytes: Uint8Array): Promise<string> {
  try {
    await inspectArtwork(bytesSource(bytes, 512), host, { previewPx: 64 })
    return "decoded"
  } catch (error) {
    if (error instanceof ArtworkError) return "refused"
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}
