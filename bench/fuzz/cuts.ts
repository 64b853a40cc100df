import { openNodeHost } from "../../cli/node-host.ts"
import { cutCase } from "../../harness/fuzz/cut-case.ts"
import { caseSeed, type Finding, type Mode } from "../../harness/fuzz/mode.ts"

export const cuts: Mode = {
  about: "silhouettes that are hard to trace: their cut line is proved, written and read back",
  usualCount: 2_000,
  async run(seed, count) {
    const host = await openNodeHost()
    const findings: Finding[] = []
    let rings = 0
    for (let number = 0; number < count; number++) {
      const own = caseSeed(seed, number)
      try {
        rings += await cutCase(own, host)
      } catch (error) {
        const what = error instanceof Error ? error.message : String(error)
        findings.push({
          case: number,
          kind: "txt",
          what,
          seed: own,
          bytes: new TextEncoder().encode(String(own)),
        })
      }
    }
    return { figures: { rings }, findings }
  },
}
