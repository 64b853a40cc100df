import { openNodeHost } from "../../cli/node-host.ts"
import { cpuMs, leastCpuMs } from "../../harness/cpu-time.ts"
import { cutCase } from "../../harness/fuzz/cut-case.ts"
import { caseSeed, type Finding, type Mode } from "../../harness/fuzz/mode.ts"

/** The processor time allowed for the cut line around a few small pieces. */
const MAX_MS = 1_000

export const cuts: Mode = {
  about: "silhouettes that are hard to trace: their cut line is proved, written and read back",
  usualCount: 2_000,
  async run(seed, count) {
    const host = await openNodeHost()
    const findings: Finding[] = []
    let [rings, slowestMs] = [0, 0]
    for (let number = 0; number < count; number++) {
      const own = caseSeed(seed, number)
      const bytes = new TextEncoder().encode(String(own))
      const report = (what: string) => findings.push({ case: number, kind: "txt", what, seed: own, bytes })
      const startMs = cpuMs()
      try {
        rings += await cutCase(own, host)
      } catch (error) {
        report(error instanceof Error ? error.message : String(error))
      }
      const ms = Math.round(await leastCpuMs(cpuMs() - startMs, MAX_MS, () => cutCase(own, host)))
      slowestMs = Math.max(slowestMs, ms)
      if (ms > MAX_MS) report(`took ${ms} ms`)
    }
    return { figures: { rings, slowestMs }, findings }
  },
}
