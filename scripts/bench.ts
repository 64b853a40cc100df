// `npm run bench -- NAME [options]`: runs a benchmark. `npm run bench -- --smoke [NAME…]`: runs all of
// them, or the named ones, at a small size.
import { spawnSync } from "node:child_process"
import { buildKernels } from "../local/build-kernels.ts"
import { root } from "../local/bundle.ts"
import { benchFiles } from "./bench-files.ts"
import { smokeBenches } from "./smoke-benches.ts"

const files = benchFiles()
const [name = "", ...args] = process.argv.slice(2)
if (name === "--smoke") {
  const unknown = args.filter((wanted) => !files.has(wanted))
  if (unknown.length > 0) refuse()
  const startMs = performance.now()
  const results = await smokeBenches(args.length > 0 ? args : [...files.keys()])
  const inState = (state: string) => results.filter((result) => result.state === state)
  const skipped = inState("skipped").map((result) => result.name)
  const seconds = Math.round((performance.now() - startMs) / 1000)
  console.log(
    `\n${inState("passed").length} benches ran in ${seconds} s, ${inState("failed").length} failed, skipped: ${skipped.join(", ") || "none"}`,
  )
  process.exit(inState("failed").length > 0 ? 1 : 0)
}
const file = files.get(name)
if (file === undefined) refuse()
await buildKernels()
process.exit(spawnSync("node", [file, ...args], { cwd: root, stdio: "inherit" }).status ?? 1)

function refuse(): never {
  console.error(
    `Usage: npm run bench -- NAME [options], or npm run bench -- --smoke [NAME …], NAME being one of ${[...files.keys()].join(", ")}`,
  )
  process.exit(2)
}
