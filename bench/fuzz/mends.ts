import { openNodeHost } from "../../cli/node-host.ts"
import { cpuMs, leastCpuMs } from "../../harness/cpu-time.ts"
import { drawingCase } from "../../harness/fuzz/drawing-case.ts"
import { mendCase, traceCase } from "../../harness/fuzz/mend-case.ts"
import { caseSeed, type Finding, type Mode } from "../../harness/fuzz/mode.ts"

/** The processor time allowed for a dozen mends of a small picture, decoded twice. */
const MAX_MS = 5_000

export const mends: Mode = {
  about:
    "small pictures and drawings that are hard to mend, in any way that a caller may ask for, and to trace",
  usualCount: 1_000,
  async run(seed, count) {
    const host = await openNodeHost()
    const findings: Finding[] = []
    let [made, refused, drawings, traced, slowestMs] = [0, 0, 0, 0, 0]
    for (let number = 0; number < count; number++) {
      const own = caseSeed(seed, number)
      const bytes = new TextEncoder().encode(String(own))
      const report = (what: string) => findings.push({ case: number, kind: "txt", what, seed: own, bytes })
      const startMs = cpuMs()
      try {
        const kinds = await mendCase(own, host)
        made += kinds.length
        if (kinds.length === 0) refused++
        if ((await drawingCase(own, host)) === "drawing") drawings++
        if (await traceCase(own, host)) traced++
      } catch (error) {
        report(error instanceof Error ? error.message : String(error))
      }
      const ms = Math.round(await leastCpuMs(cpuMs() - startMs, MAX_MS, () => mendCase(own, host)))
      slowestMs = Math.max(slowestMs, ms)
      if (ms > MAX_MS) report(`took ${ms} ms`)
    }
    return { figures: { made, refused, drawings, traced, slowestMs }, findings }
  },
}
