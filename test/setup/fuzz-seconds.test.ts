import { expect, test } from "vitest"
import { runSeeds } from "../../harness/fuzz/run-seeds.ts"

/** Returns a mode whose cases take that long, on a clock of its own. */
function givenMode(caseMs: number, setUpMs = 0) {
  let now = 0
  const runs: [seed: number, count: number][] = []
  const run = async (seed: number, count: number) => {
    runs.push([seed, count])
    now += setUpMs + count * caseMs
    return { figures: { refused: count, slowestMs: caseMs }, findings: [] }
  }
  return { mode: { run }, runs, nowMs: () => now }
}

test("a run by the clock keeps to its time, however long a seed's usual cases take", async () => {
  for (const [caseMs, setUpMs] of [
    [87, 0],
    [1, 0],
    [87, 500],
  ]) {
    const { mode, runs, nowMs } = givenMode(caseMs, setUpMs)
    const { cases, figures } = await runSeeds(mode, { seed: 77, count: 1_000, maxMs: 20_000, nowMs })
    expect(nowMs()).toBeGreaterThanOrEqual(20_000)
    expect(nowMs()).toBeLessThan(20_000 + 2 * (caseMs + setUpMs))
    expect(runs.map(([seed]) => seed)).toEqual(runs.map((_, at) => 77 + at))
    expect(Math.max(...runs.map(([, count]) => count))).toBeLessThanOrEqual(1_000)
    expect(cases).toBe(runs.reduce((sum, [, count]) => sum + count, 0))
    expect(figures).toEqual({ refused: cases, slowestMs: caseMs })
  }
})

test("without a time a seed's cases are run once, all of them", async () => {
  const { mode, runs, nowMs } = givenMode(87)
  await runSeeds(mode, { seed: 77, count: 1_000, maxMs: 0, nowMs })
  expect(runs).toEqual([[77, 1_000]])
})
