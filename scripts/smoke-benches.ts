import { spawn } from "node:child_process"
import { SKIPPED_STATUS } from "../harness/smoke.ts"
import { buildAll, root } from "../local/bundle.ts"
import { findChromium, installChromium } from "../local/chromium.ts"
import { benchFiles } from "./bench-files.ts"

/** The benchmarks at once: one waits for its runtime or browser while the other computes. */
const AT_ONCE = 2
/** The time after which a small benchmark counts as endless; a busy machine may be ten times slower. */
const MOST_MS = 900_000
const SHOWN_LINES = 25

export type SmokeResult = { name: string; state: "passed" | "failed" | "skipped"; words: string }

/**
 * Runs benchmarks small: each must end without an error and print a row. Limits of time and memory
 * are not judged. Reports each as it ends.
 */
export async function smokeBenches(names: readonly string[]): Promise<SmokeResult[]> {
  await buildAll()
  if (!findChromium()) installChromium()
  const files = benchFiles()
  const waiting = [...names]
  const results: SmokeResult[] = []
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const startMs = performance.now()
      const result = await smokeOne(name, files.get(name) ?? "")
      results.push(result)
      const mark = { passed: "✓", failed: "✗", skipped: "–" }[result.state]
      console.log(
        `${mark} bench ${name}, ${((performance.now() - startMs) / 1000).toFixed(0)} s: ${result.words}`,
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

async function smokeOne(name: string, file: string): Promise<SmokeResult> {
  const child = spawn("node", [file, "--json"], {
    cwd: root,
    env: { ...process.env, BENCH_SMOKE: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, so that its runtime and browser end with it.
    detached: true,
  })
  let printed = ""
  let complaints = ""
  child.stdout.on("data", (part: Buffer) => {
    printed += part
  })
  child.stderr.on("data", (part: Buffer) => {
    complaints += part
  })
  const endGroup = () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL")
    } catch {
      // The whole group has ended by itself.
    }
  }
  const timer = setTimeout(endGroup, MOST_MS)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", resolve)
  })
  clearTimeout(timer)
  endGroup()
  if (status === SKIPPED_STATUS) return { name, state: "skipped", words: printed.trim() }
  const rows = rowsOf(printed)
  if (status === 0 && rows > 0) return { name, state: "passed", words: `${rows} rows` }
  const why = status === 0 ? "it printed no row" : status === null ? "it did not end" : `status ${status}`
  const output = `${printed}\n${complaints}`.trim().split("\n").slice(-SHOWN_LINES).join("\n")
  return { name, state: "failed", words: `${why}\n${output}` }
}

/** Counts the rows of the JSON that a benchmark prints, `{ bench, rows, … }`. */
function rowsOf(printed: string): number {
  const line = printed.split("\n").findLast((text) => text.startsWith('{"bench"'))
  const report: { rows?: unknown } = line === undefined ? {} : JSON.parse(line)
  return Array.isArray(report.rows) ? report.rows.length : 0
}
