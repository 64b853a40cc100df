// `npm run deploy [-- --dry-run]`: builds, says how large the Workers are, and hands them to wrangler:
// the edge first, because the press is bound to its object and takes over its queues.
import { spawnSync } from "node:child_process"
import { buildAll, root, workers } from "../local/bundle.ts"
import { printSizes } from "./sizes.ts"

const { edge, press } = workers
const args = process.argv.slice(2)
await buildAll()
if (!printSizes()) {
  console.error("A Worker is too large to deploy.")
  process.exit(1)
}
if (!args.includes("--dry-run")) {
  wrangler("d1", "migrations", "apply", "sheetsmith", "--remote")
  for (const { config } of [edge, press]) wrangler("deploy", "--config", config, ...args)
}

/** Runs wrangler; where it fails, nothing after it is run. */
function wrangler(...command: string[]): void {
  const { status } = spawnSync("wrangler", command, { cwd: root, stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}
