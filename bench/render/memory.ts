import { skip } from "../../harness/smoke.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { sheetFormats } from "../../sheet/formats/formats.ts"
import { makeSheets } from "../files/sheets.ts"
import { artworkDir, makeArtwork } from "./artwork.ts"
import { makeControlGroup } from "./control-group.ts"
import { benchJobs } from "./jobs.ts"
import { startRuntime } from "./runtime.ts"
import type { RenderJob } from "./worker.ts"

/**
 * `node bench/render/memory.ts [--json]`: the 200-inch sheet, and 200 inches of 5,000 pieces in every
 * format, each twice in a row in one runtime, under a hard memory cap of a Linux control group above
 * the idle runtime's memory. Exit status 1 if one does not survive.
 */
const CAP_MIB = 96
/**
 * The cap for 5,000 pieces. Each is a range read, whose stream the runtime keeps until V8 collects its
 * whole heap, which it does not do early: some 60 of an isolate's 128 MB are in use.
 */
const PIECES_CAP_MIB = 128
const RUNS = 2
const JOB = "sheet-200in"

type CappedJob = { name: string; dir: string; capMiB: number; job: RenderJob }
type Row = { job: string; capMiB: number; runs: number; survived: number; mostMiB: number }

const isJson = process.argv.includes("--json")
const say = (line: string) => isJson || console.log(line)
const rows: Row[] = []
const trial = makeControlGroup()
trial?.remove()
if (!trial) skip("this machine has no memory control group that can be written (Linux and root are needed)")
await buildKernels()
say("making artwork where it is missing …")
for (const capped of await cappedJobs()) rows.push(await runCapped(capped))
if (rows.some(({ runs, survived }) => survived < runs)) process.exitCode = 1
if (isJson) console.log(JSON.stringify({ bench: "memory", rows }))

async function cappedJobs(): Promise<CappedJob[]> {
  const bench = benchJobs.find(({ name }) => name === JOB)!
  await makeArtwork(bench.artwork)
  const { sheet, stampDir } = (await makeSheets()).find(({ name }) => name.includes("5,000"))!
  const formats = Object.keys(sheetFormats) as (keyof typeof sheetFormats)[]
  return [
    { name: JOB, dir: artworkDir, capMiB: CAP_MIB, job: bench.job },
    ...formats.map((format) => ({
      name: `${JOB}-5000-${format}`,
      dir: stampDir,
      capMiB: PIECES_CAP_MIB,
      job: { stamps: [], sheet, format, areStampsMade: true },
    })),
  ]
}

async function runCapped({ name, dir, capMiB, job }: CappedJob): Promise<Row> {
  const group = makeControlGroup()!
  const row = { job: name, capMiB, runs: RUNS, survived: 0, mostMiB: 0 }
  const runtime = await startRuntime(dir, group.wrap)
  try {
    const idleBytes = group.usedBytes()
    group.setLimit(idleBytes + capMiB * 2 ** 20)
    say(`${name} under ${capMiB} MiB above the idle runtime's ${Math.round(idleBytes / 2 ** 20)} MiB`)
    for (let run = 1; run <= RUNS; run++) {
      const { wallMs, peakBytes } = await runtime.run(job)
      row.survived++
      row.mostMiB = Math.max(row.mostMiB, Math.round(peakBytes / 2 ** 20))
      say(
        `  run ${run}: survived, ${(wallMs / 1000).toFixed(2)} s, ${Math.round(group.usedBytes() / 2 ** 20)} MiB in use after it`,
      )
    }
  } catch (error) {
    if (group.kills() === 0) throw error
    say(`  run ${row.survived + 1}: killed for lack of memory`)
  } finally {
    runtime.stop()
    setTimeout(() => group.remove(), 500)
  }
  return row
}
