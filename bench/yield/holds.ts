/** What one step took, in milliseconds of this thread's processor time. */
export type Holds = { longestMs: number; allMs: number; rests: number }

/** Called wherever the Worker would see to its other requests. */
export type Gate = () => void

/** Something that the Workers do, and what with. */
export type Step = { name: string; of: string; run(gate: Gate): Promise<unknown> | unknown }

/**
 * Runs a step and measures the stretches between its gates. A step is run twice, and the run with
 * the shorter longest stretch counts: the first one compiles what the second one finds compiled.
 */
export async function measureHolds(step: Step["run"]): Promise<Holds> {
  const [first, second] = [await measureOnce(step), await measureOnce(step)]
  return first.longestMs < second.longestMs ? first : second
}

async function measureOnce(step: Step["run"]): Promise<Holds> {
  const start = threadMs()
  let last = start
  const holds: Holds = { longestMs: 0, allMs: 0, rests: 0 }
  const gate = () => {
    const now = threadMs()
    holds.longestMs = Math.max(holds.longestMs, now - last)
    holds.rests++
    last = now
  }
  await step(gate)
  gate()
  return { ...holds, allMs: threadMs() - start }
}

/** Processor time, not the clock: other processes on the machine do not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
