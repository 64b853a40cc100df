/** The figures of one step, in milliseconds of this thread's processor time. */
export type Holds = { longestMs: number; allMs: number; rests: number }

/** A call at each point where the Worker would turn to its other requests. */
export type Gate = () => void

/** One of the Workers' tasks, and its input. */
export type Step = { name: string; of: string; run(gate: Gate): Promise<unknown> | unknown }

/**
 * Runs a step and measures the stretches between its gates. A step runs twice, and the run with the
 * shorter longest stretch counts: the first one also compiles.
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

/** Returns processor time, not the clock's: other processes on the machine do not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
