import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildKernels } from "../scripts/build-kernels.ts"

export const root = fileURLToPath(new URL("..", import.meta.url))
export const workerDir = join(root, "dist", "worker")
/** Bindings, queues, objects and assets of `wrangler.toml`, in Miniflare's form. */
export const workerOptionsFile = join(root, "dist", "worker-options.json")
export const webDir = join(root, "dist", "web")

const workerSources = ["worker", "durable-objects", "contract", "sheet", "wrangler.toml", "package-lock.json"]
const webSources = ["web", "contract", "sheet", "vite.config.ts", "package-lock.json"]

/**
 * Builds what changed since the last build: kernels, page (vite) and Worker (wrangler, as for
 * production).
 */
export async function buildAll(): Promise<void> {
  await buildKernels()
  await buildWeb()
  await buildWorker()
}

async function buildWeb(): Promise<void> {
  await once("web", webSources, join(webDir, "index.html"), () =>
    run("vite", ["build", "--logLevel", "warn"]),
  )
}

export async function buildWorker(): Promise<void> {
  mkdirSync(webDir, { recursive: true })
  await once("worker", workerSources, workerOptionsFile, async () => {
    // Wrangler names modules after their content and leaves earlier ones behind.
    rmSync(workerDir, { recursive: true, force: true })
    run("wrangler", ["deploy", "--dry-run", "--outdir", workerDir])
    // Read here, not wherever the app is served: wrangler takes more than a second to load.
    const { unstable_getMiniflareWorkerOptions: readOptions } = await import("wrangler")
    const { workerOptions } = readOptions(join(root, "wrangler.toml"))
    writeFileSync(workerOptionsFile, JSON.stringify(workerOptions))
  })
}

/** Skips `build` if the sources have not changed since the last time. */
async function once(
  name: string,
  sources: readonly string[],
  output: string,
  build: () => void | Promise<void>,
): Promise<void> {
  const digest = createHash("sha256")
  for (const source of sources) hashInto(digest, join(root, source))
  const stamp = digest.digest("hex")
  const stampFile = join(root, "dist", `.${name}`)
  if (existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return
  await build()
  writeFileSync(stampFile, stamp)
}

function hashInto(digest: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) hashInto(digest, join(path, name))
    return
  }
  digest.update(path).update("\0").update(readFileSync(path))
}

function run(command: string, args: readonly string[]): void {
  const result = spawnSync(join(root, "node_modules", ".bin", command), args, {
    cwd: root,
    encoding: "utf8",
    // Vitest sets NODE_ENV to "test", but the build is always the one for production.
    env: { ...process.env, NODE_ENV: "production", WRANGLER_SEND_METRICS: "false", CI: "1" },
  })
  if (result.status === 0) return
  throw new Error(`${command} ${args.join(" ")} failed\n${result.stdout}\n${result.stderr}`)
}
