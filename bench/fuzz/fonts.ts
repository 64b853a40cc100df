import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { openTextHost } from "../../cli/text-host.ts"
import { brokenFont } from "../../harness/fuzz/broken-fonts.ts"
import { makeFontSamples } from "../../harness/fuzz/font-samples.ts"
import type { TriedFont } from "../../harness/fuzz/fuzz-fonts.ts"
import type { Extreme, Finding, Mode } from "../../harness/fuzz/mode.ts"
import type { FontTask } from "./font-thread.ts"

/** The wall time on a machine that may be busy; the bounds of work allow a font some two seconds. */
const HANGS_AFTER_MS = 30_000
/** The processor time of a font's texts, an SVG's text, and two drawings. */
const MAX_MS = 3_000
/** The memory beyond which, after a collection, there is a leak. */
const MAX_HELD_MIB = 64

export const fonts: Mode = {
  about: "broken fonts, the whole way of an upload, then text set and drawn: no error but a refusal in words",
  usualCount: 1_000,
  run: fuzzFonts,
}

/** The thread, kept from seed to seed, so that a leak in it shows. */
let thread: Worker | null = null

async function fuzzFonts(seed: number, count: number) {
  const figures = { taken: 0, refused: 0, bounded: 0, slowestMs: 0, heldMiB: 0 }
  const findings: Finding[] = []
  let slowest: Extreme | null = null
  for (let number = 0; number < count; number++) {
    const tried = await tryInThread({ seed, number })
    if (typeof tried === "string") {
      const { format, bytes } = brokenFont(makeFontSamples(await openTextHost()), seed, number)
      findings.push({ case: number, kind: format, what: tried, bytes })
      continue
    }
    const { format, bytes, outcome, ms, heldMiB } = tried
    const report = (what: string) => findings.push({ case: number, kind: format, what, bytes })
    if (outcome.kind === "wrong") report(outcome.what)
    else figures[outcome.kind]++
    if (ms > MAX_MS) report(`took ${Math.round(ms)} ms`)
    if (heldMiB > MAX_HELD_MIB) report(`by now ${Math.round(heldMiB)} MiB are held`)
    if (ms > figures.slowestMs)
      slowest = { amount: ms, unit: "ms", kind: format, name: `case ${number}, ${bytes.length} bytes`, bytes }
    figures.slowestMs = Math.max(figures.slowestMs, ms)
    figures.heldMiB = Math.max(figures.heldMiB, heldMiB)
  }
  thread?.unref()
  return { figures, findings, extremes: slowest === null ? [] : [slowest] }
}

/** Returns a case's outcome, or in words why its thread had to end. */
async function tryInThread(task: FontTask): Promise<TriedFont | string> {
  thread ??= new Worker(new URL("./font-thread.ts", import.meta.url))
  thread.ref()
  const over = new AbortController()
  const { signal } = over
  try {
    const answer = once(thread, "message", { signal })
    thread.postMessage(task)
    const [tried] = await Promise.race([answer, hanging(signal)])
    return tried
  } catch (error) {
    await thread.terminate()
    thread = null
    return error instanceof Error ? error.message : String(error)
  } finally {
    over.abort()
  }
}

function hanging(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    const timer = setTimeout(() => fail(new Error(`hangs for ${HANGS_AFTER_MS} ms`)), HANGS_AFTER_MS)
    signal.addEventListener("abort", () => clearTimeout(timer))
  })
}
