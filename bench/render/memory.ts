import { buildKernels } from "../../scripts/build-kernels.ts"
import { artworkDir, makeArtwork } from "./artwork.ts"
import { makeControlGroup } from "./control-group.ts"
import { benchJobs } from "./jobs.ts"
import { startRuntime } from "./runtime.ts"

/**
 * `node bench/render/memory.ts [--json]`: the 200-inch sheet, twice in a row in one runtime, under
 * a hard memory cap of a Linux control group, CAP_MIB above what the idle runtime takes. Exit
 * status 1 when it does not survive.
 */
const CAP_MIB = 96
const RUNS = 2
const JOB = "sheet-200in"

const isJson = process.argv.includes("--json")
const say = (line: string) => isJson || console.log(line)
const bench = benchJobs.find(({ name }) => name === JOB)!
const group = makeControlGroup()
if (!group) {
  say(
    "This machine has no memory control group that can be written (Linux and root are needed): nothing was measured.",
  )
  if (isJson) console.log(JSON.stringify({ bench: "memory", rows: [] }))
} else {
  await buildKernels()
  say("making artwork where it is missing …")
  await makeArtwork(bench.artwork)
  const runtime = await startRuntime(artworkDir, group.wrap)
  let survived = 0
  try {
    const idleBytes = group.usedBytes()
    group.setLimit(idleBytes + CAP_MIB * 2 ** 20)
    say(`${JOB} under ${CAP_MIB} MiB above the idle runtime's ${Math.round(idleBytes / 2 ** 20)} MiB`)
    for (let run = 1; run <= RUNS; run++) {
      const { wallMs } = await runtime.run(bench.job)
      survived++
      say(
        `  run ${run}: survived, ${(wallMs / 1000).toFixed(2)} s, ${Math.round(group.usedBytes() / 2 ** 20)} MiB in use after it`,
      )
    }
  } catch (error) {
    if (group.kills() === 0) throw error
    say(`  run ${survived + 1}: killed for lack of memory`)
    process.exitCode = 1
  } finally {
    runtime.stop()
    setTimeout(() => group.remove(), 500)
  }
  if (isJson) {
    const row = { job: JOB, capMiB: CAP_MIB, runs: RUNS, survived }
    console.log(JSON.stringify({ bench: "memory", rows: [row] }))
  }
}
