import type { Extreme, Finding, Mode } from "./mode.ts"

/** The parts of a seed's cases with which a run by the clock begins, to measure their time. */
const FIRST_PART = 50

type All = {
  cases: number
  figures: Record<string, number>
  findings: Finding[]
  extremes: Extreme[]
}

/**
 * Runs a seed's cases. With `maxMs` it goes on with the next seeds until the time is over, each with as many
 * cases as are likely to end in time, and never more than `count`.
 */
export async function runSeeds(
  mode: Pick<Mode, "run">,
  { seed, count, maxMs, nowMs }: { seed: number; count: number; maxMs: number; nowMs: () => number },
): Promise<All> {
  const all: All = { cases: 0, figures: {}, findings: [], extremes: [] }
  const startMs = nowMs()
  let part = maxMs > 0 ? Math.ceil(count / FIRST_PART) : count
  for (let next = seed, leftMs = maxMs; next === seed || leftMs > 0; next++) {
    const beganMs = nowMs()
    add(all, next, await mode.run(next, part))
    all.cases += part
    leftMs = maxMs - (nowMs() - startMs)
    const caseMs = Math.max(1e-3, (nowMs() - beganMs) / part)
    part = Math.max(1, Math.min(count, 2 * part, Math.floor(leftMs / caseMs)))
  }
  return all
}

function add(
  all: All,
  seed: number,
  { figures, findings, extremes = [] }: Awaited<ReturnType<Mode["run"]>>,
): void {
  for (const finding of findings) all.findings.push({ ...finding, seed })
  for (const extreme of extremes) {
    const before = all.extremes.find(({ unit }) => unit === extreme.unit)
    const named = { ...extreme, name: `seed ${seed}, ${extreme.name}` }
    if (!before) all.extremes.push(named)
    else if (extreme.amount > before.amount) Object.assign(before, named)
  }
  for (const [figure, value] of Object.entries(figures)) {
    const before = all.figures[figure] ?? 0
    // A figure with a unit is an extreme, one without is a count.
    all.figures[figure] = /(Ms|MiB)$/.test(figure) ? Math.max(before, value) : before + value
  }
}
