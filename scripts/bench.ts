// `npm run bench -- NAME [options]`: runs bench/NAME/run.ts.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "../local/bundle.ts"
import { buildKernels } from "./build-kernels.ts"

const [name = "", ...args] = process.argv.slice(2)
const aliases: Record<string, string> = { memory: "render/memory.ts", orders: "layout/orders.ts" }
const file = join(root, "bench", aliases[name] ?? `${name}/run.ts`)
if (!name || !existsSync(file)) {
  const known = readdirSync(join(root, "bench")).filter((folder) =>
    existsSync(join(root, "bench", folder, "run.ts")),
  )
  console.error(
    `Usage: npm run bench -- NAME [options], NAME being one of ${[...known, ...Object.keys(aliases)].join(", ")}`,
  )
  process.exit(2)
}
await buildKernels()
process.exit(spawnSync("node", [file, ...args], { cwd: root, stdio: "inherit" }).status ?? 1)
