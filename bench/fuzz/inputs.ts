import { openTextHost } from "../../cli/text-host.ts"
import { cpuMs, leastCpuMs } from "../../harness/cpu-time.ts"
import { libraryFontFile } from "../../harness/font-files.ts"
import { madeInputs } from "../../harness/fuzz/made-inputs.ts"
import { caseSeed, type Extreme, type Finding, type Mode } from "../../harness/fuzz/mode.ts"
import { pick } from "../../harness/fuzz/nasty.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import { openTextEngine } from "../../sheet/text/open-font.ts"

/** The processor time allowed for each megabyte; wall time would count other processes. */
const MAX_MS_PER_MB = 1_000

export const inputs: Mode = {
  about:
    "patterns, buyers' texts, order files, rosters, text layers, layouts, addresses and vendors' replies that repeat themselves: time, and no error but a refusal",
  usualCount: 1_000,
  async run(seed, count) {
    const host = await openTextHost()
    const openFont = () => openTextEngine(host).openFont(libraryFontFile("pacifico-400"))
    const findings: Finding[] = []
    const slowest: Extreme = { amount: 0, unit: "ms", kind: "txt", name: "", bytes: new Uint8Array(0) }
    let refused = 0
    const kinds = Object.keys(madeInputs) as (keyof typeof madeInputs)[]
    for (let number = 0; number < count; number++) {
      const random = randomFrom(caseSeed(seed, number))
      const kind = pick(kinds, random)
      const { bytes, read, isRefusal } = madeInputs[kind](random, openFont)
      const report = (what: string) =>
        findings.push({ case: number, kind: "txt", what: `${kind}: ${what}`, bytes })
      const startMs = cpuMs()
      try {
        await read()
      } catch (error) {
        if (error instanceof Error && isRefusal(error)) refused += 1
        else report(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
      }
      const mostMs = MAX_MS_PER_MB * Math.max(1, bytes.length / 1e6)
      const ms = await leastCpuMs(cpuMs() - startMs, mostMs, async () => read())
      if (ms > slowest.amount)
        Object.assign(slowest, {
          amount: ms,
          name: `case ${number}, a ${kind} of ${bytes.length} bytes`,
          bytes,
        })
      if (ms > mostMs) report(`took ${Math.round(ms)} ms`)
    }
    return { figures: { refused, slowestMs: Math.round(slowest.amount) }, findings, extremes: [slowest] }
  },
}
