import { readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import type { RuntimeOptions } from "../../local/runtime.ts"

/** Cloudflare's counts, by the names of meters.js; `log lines` are the Workers' own. */
export type Counts = Record<string, number>

/** The wait for lines of the log, which arrive a moment after their events. */
const SETTLE_MS = 1_500

export type Tally = {
  options: Pick<RuntimeOptions, "entry" | "pressEntry" | "onInfo">
  /** Runs an act and returns its counts, late lines included. */
  of(act: () => Promise<void>): Promise<Counts>
}

/** Returns meters for a runtime that is started with these options. */
export function openTally(): Tally {
  const entry = readFileSync(new URL("meters.js", import.meta.url), "utf8")
  let counts: Counts = {}
  const onInfo = (line: string) => {
    const counted = line.match(/^@meter (.+)$/)?.[1]
    const some: Counts = counted ? JSON.parse(counted) : { "log lines": 1 }
    for (const [name, amount] of Object.entries(some)) counts[name] = (counts[name] ?? 0) + amount
  }
  return {
    options: { entry, pressEntry: entry, onInfo },
    async of(act) {
      await setTimeout(SETTLE_MS)
      counts = {}
      await act()
      await setTimeout(SETTLE_MS)
      return counts
    },
  }
}
