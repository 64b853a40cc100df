// `npm run deploy [-- --dry-run]`: builds, says how large the Worker is, and hands it to wrangler.
import { spawnSync } from "node:child_process"
import { buildAll, root } from "../local/bundle.ts"
import { MAX_WORKER_GZIP_BYTES, printSizes } from "./sizes.ts"

const isDryRun = process.argv.includes("--dry-run")
await buildAll()
if (printSizes() > MAX_WORKER_GZIP_BYTES) {
  console.error("The Worker is too large to deploy.")
  process.exit(1)
}
if (!isDryRun) {
  const migrated = spawnSync("wrangler", ["d1", "migrations", "apply", "sheetsmith", "--remote"], {
    cwd: root,
    stdio: "inherit",
  })
  if (migrated.status !== 0) process.exit(1)
  process.exit(
    spawnSync("wrangler", ["deploy", ...process.argv.slice(2)], { cwd: root, stdio: "inherit" }).status ?? 1,
  )
}
