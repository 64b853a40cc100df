import { parseArgs } from "node:util"
import { openNodeHost } from "../../cli/node-host.ts"
import { sized } from "../../harness/smoke.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { testArtwork } from "./artwork.ts"
import { type Gate, type Holds, measureHolds } from "./holds.ts"
import { layoutSteps } from "./layout-steps.ts"
import { rasterSteps } from "./raster-steps.ts"
import { tableSteps } from "./table-steps.ts"

/**
 * `npm run bench -- yield [--all] [--json] [--kind layout|tables|raster] [FOLDER …]`: the longest
 * stretch that each step of the Workers computes without a rest, in processor time, over the test
 * artwork and that in the folders. `--all` prints every piece of artwork, not only the worst of each
 * step.
 */
const wantedMs = 20

const { values, positionals } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    kind: { type: "string", default: "" },
  },
  allowPositionals: true,
})
const nodeHost = await openNodeHost()
/** Returns the host of one step, which rests at the step's gates. */
const hostOf = (gate: Gate): RasterHost => ({
  ...nodeHost,
  async rest() {
    gate()
    await new Promise((resolve) => setImmediate(resolve))
    gate()
  },
})
const worst = new Map<string, Holds & { of: string }>()
for (const [kind, stepsOf] of Object.entries({
  layout: layoutSteps,
  tables: tableSteps,
  raster: async () => rasterSteps(await testArtwork(positionals), hostOf),
})) {
  if (values.kind !== "" && values.kind !== kind) continue
  let remaining = sized(Number.POSITIVE_INFINITY, 2)
  for await (const step of await stepsOf()) {
    if (remaining-- === 0) break
    const holds = await measureHolds((gate) => step.run(gate))
    const known = worst.get(step.name)
    if (known === undefined || holds.longestMs > known.longestMs)
      worst.set(step.name, { ...holds, of: step.of })
    if (values.all) print(step.name, { ...holds, of: step.of })
  }
}
const rows = [...worst].map(([step, holds]) => ({ step, ...holds }))
if (values.json) console.log(JSON.stringify({ bench: "yield", wantedMs, rows }))
else {
  console.log(`\nlongest hold of each step in ms of processor time, wanted at most ${wantedMs}`)
  for (const [name, holds] of worst) print(name, holds)
}

function print(name: string, { longestMs, allMs, rests, of }: Holds & { of: string }): void {
  const mark = longestMs > wantedMs ? "!" : " "
  const figures = `${longestMs.toFixed(1).padStart(7)} of ${allMs.toFixed(0).padStart(6)} ms, ${String(rests).padStart(5)} rests`
  console.log(`${mark} ${name.padEnd(24)}${figures}  ${of}`)
}
