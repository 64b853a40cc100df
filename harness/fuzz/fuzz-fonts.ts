import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { openNodeHost } from "../../cli/node-host.ts"
import { openTextHost } from "../../cli/text-host.ts"
import { writeTables } from "../../sheet/font/font-tables.ts"
import { brokenFont, type FontFormat } from "./broken-fonts.ts"
import { type FontOutcome, tryFont } from "./font-case.ts"
import { makeFontSamples } from "./font-samples.ts"
import { caseSeed } from "./mode.ts"

/** A font that was tried, with its processor time and memory. */
export type TriedFont = {
  number: number
  format: FontFormat
  bytes: Uint8Array
  outcome: FontOutcome
  ms: number
  /** The bytes held after a collection beyond those of the first cases; 0 without a collection. */
  heldMiB: number
}

/** A collection takes longer than a case, so only every so many cases end with one. */
const CHECKED_CASES = 200

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** Tries the broken fonts of a seed; case n is the same wherever it begins. */
export async function openFontFuzzer(): Promise<(seed: number, number: number) => Promise<TriedFont>> {
  const hosts = { text: await openTextHost(), raster: await openNodeHost() }
  const samples = makeFontSamples(hosts.text)
  // The engines are compiled while they first run; that time says nothing about the fonts.
  for (const tables of samples.tables) {
    const { kind } = await tryFont(writeTables(tables), 1, hosts)
    if (kind !== "taken") throw new Error(`a sound font is ${kind}`)
  }
  let tried = 0
  let idleMiB: number | null = null
  return async (seed, number) => {
    const broken = brokenFont(samples, seed, number)
    const start = process.cpuUsage()
    const outcome = await tryFont(broken.bytes, caseSeed(seed, number), hosts)
    const { user, system } = process.cpuUsage(start)
    let heldMiB = 0
    if (++tried % CHECKED_CASES === 0) {
      const usedMiB = await usedAfterCollection()
      idleMiB ??= usedMiB
      heldMiB = usedMiB - idleMiB
    }
    return { number, ...broken, outcome, ms: (user + system) / 1000, heldMiB }
  }
}

/** Collects garbage; memory of objects of one turn of the event loop is only free after the next. */
async function usedAfterCollection(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}
