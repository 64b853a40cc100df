// `npm run sheet -- JOB.json --out DIR`: the engine from the command line.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../local/bundle.ts"
import { buildKernels } from "./build-kernels.ts"

await buildKernels()
// npm changes into the project folder; paths are meant from where the person stands.
const cwd = process.env.INIT_CWD ?? process.cwd()
process.exit(
  spawnSync("node", [join(root, "bench", "render", "sheet-cli.ts"), ...process.argv.slice(2)], {
    cwd,
    stdio: "inherit",
  }).status ?? 1,
)
