import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildKernels } from "../../local/build-kernels.ts"
import { artworkDir, makeArtwork } from "./artwork.ts"
import { comparePictures } from "./compare.ts"
import { type BenchJob, benchJobs } from "./jobs.ts"
import { type JobResult, startRuntime } from "./runtime.ts"

/**
 * `node bench/render/run.ts [--json] [JOB …]`: whole jobs in the local Workers runtime, one thread,
 * beside native sharp (one thread, compression level 1). Each job runs several times, ours and
 * sharp's in turn; the best of each counts, the highest peak.
 */
type Row = { job: string; timeRatio: number; peakMiB: number; sizeRatio: number; psnrDb: number }

const sharpJob = fileURLToPath(new URL("./sharp-job.ts", import.meta.url))
const args = process.argv.slice(2)
const isJson = args.includes("--json")
const wanted = args.filter((arg) => !arg.startsWith("--"))
const say = (line: string) => isJson || console.log(line)

await buildKernels()
const rows: Row[] = []
for (const bench of benchJobs) {
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue
  rows.push(await runBench(bench))
}
if (isJson) console.log(JSON.stringify({ bench: "render", rows }))

async function runBench(bench: BenchJob): Promise<Row> {
  say(`${bench.name}: making artwork where it is missing …`)
  await makeArtwork(bench.artwork)
  const scratch = mkdtempSync(join(tmpdir(), "sheetsmith-sharp-"))
  const sharpFile = join(scratch, "sharp.png")
  const runtime = await startRuntime(artworkDir)
  try {
    let ours: JobResult | undefined
    let oursMs = Number.POSITIVE_INFINITY
    let sharpMs = Number.POSITIVE_INFINITY
    let peakBytes = 0
    for (let run = 0; run < bench.runs; run++) {
      ours = await runtime.run(bench.job)
      oursMs = Math.min(oursMs, ours.wallMs)
      peakBytes = Math.max(peakBytes, ours.peakBytes)
      const sharps = runSharp(bench, scratch, sharpFile)
      sharpMs = Math.min(sharpMs, sharps.wallMs)
      say(
        `  run ${run + 1}: ours ${seconds(ours.wallMs)} (stamps ${seconds(ours.stampsMs)}, sheet ${seconds(ours.sheetMs)}, ` +
          `cpu ${seconds(ours.cpuMs)}), sharp ${seconds(sharps.wallMs)} (cpu ${seconds(sharps.cpuMs)}), peak ${mib(ours.peakBytes)} MiB above ${mib(runtime.idleBytes)}`,
      )
    }
    const { psnrDb, oursBytes } = await comparePictures(bench.job, runtime.outDir, sharpFile)
    const row = {
      job: bench.name,
      timeRatio: round(oursMs / sharpMs, 3),
      peakMiB: round(peakBytes / 2 ** 20, 1),
      sizeRatio: round(oursBytes / statSync(sharpFile).size, 3),
      psnrDb: round(psnrDb, 1),
    }
    say(
      `  ours ${seconds(oursMs)}, sharp ${seconds(sharpMs)}: time ${row.timeRatio}, peak ${row.peakMiB} MiB, ` +
        `size ${row.sizeRatio} of ${mib(statSync(sharpFile).size)} MiB, PSNR ${row.psnrDb} dB`,
    )
    return row
  } finally {
    runtime.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

type SharpResult = { wallMs: number; cpuMs: number }

function runSharp({ job }: BenchJob, scratch: string, outFile: string): SharpResult {
  const jobFile = join(scratch, "job.json")
  writeFileSync(jobFile, JSON.stringify(job))
  const { stdout, stderr, status } = spawnSync(process.execPath, [sharpJob, jobFile, artworkDir, outFile], {
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(`sharp failed: ${stderr}`)
  return JSON.parse(stdout) as SharpResult
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1)
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
