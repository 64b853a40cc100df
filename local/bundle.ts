import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Plugin } from "esbuild"
import { PACKAGE_FILE } from "../contract/programs/program-lines.ts"
import { OPENAPI_ASSET } from "../contract/route.ts"
import { buildClient, clientFolder, clientTypes } from "./build-client.ts"
import { buildKernels } from "./build-kernels.ts"
import { copyFonts } from "./copy-fonts.ts"
import { LLMS_FILE, llmsText } from "./llms-text.ts"
import { openApiDocument } from "./openapi.ts"

export const root = fileURLToPath(new URL("..", import.meta.url))
export const webDir = join(root, "dist", "web")
/** The library's fonts, which the press reads. The edge serves copies of them with the page. */
const libraryDir = join(root, "dist", "library")
/** The two Workers: the folder of each one's configuration, and those of its build and assets. */
export const workers = {
  edge: {
    name: "sheetsmith",
    config: "wrangler.toml",
    main: "index.js",
    dir: join(root, "dist", "edge"),
    assets: webDir,
  },
  press: {
    name: "sheetsmith-press",
    config: "wrangler.press.toml",
    main: "press.js",
    dir: join(root, "dist", "press"),
    assets: libraryDir,
  },
} as const
export type BuiltWorker = (typeof workers)[keyof typeof workers]

/** The modules that serve assistants and let them in, each made of the sources beside it. */
const assistantFiles = ["assistant.js", "authorization.js"].map((name) =>
  join(root, "worker", "assistant", name),
)

/** What the build itself writes among the sources. */
const madeFiles = [...assistantFiles, join(root, clientTypes)]
/** The package for programs, packed; the page's folder gets a copy. */
const packedClient = join(root, "dist", basename(PACKAGE_FILE))

/** Returns the file of its configuration's bindings, queues, objects and assets in Miniflare's form. */
export function workerOptionsFile(worker: BuiltWorker): string {
  return join(root, "dist", `${worker.name}.json`)
}

const workerSources = [
  "worker",
  "durable-objects",
  "contract",
  "sheet",
  ...Object.values(workers).map(({ config }) => config),
  "package-lock.json",
]
const descriptionSources = [
  "contract",
  "local/llms-text.ts",
  "local/openapi.ts",
  "local/openapi-examples.ts",
  "local/openapi-schemas.ts",
  "local/openapi-webhooks.ts",
  "package-lock.json",
]
const clientSources = [
  ...descriptionSources,
  "clients/typescript",
  "local/build-client.ts",
  "local/pack-folder.ts",
  "tsconfig.base.json",
]
const webSources = [
  "web",
  "contract",
  "sheet",
  "vite.config.ts",
  "scripts/limit-scripts.ts",
  "scripts/script-audiences.ts",
  "scripts/script-groups.ts",
  "package-lock.json",
]

/**
 * Builds what changed since the last build: kernels, page (vite), both Workers (wrangler, as for
 * production) and the package for programs, which the page's files offer.
 */
export async function buildAll(): Promise<void> {
  await buildKernels()
  await buildWeb()
  await buildWorkers()
  await buildPackage()
  // Building the page has emptied its folder.
  copyFileSync(packedClient, join(webDir, PACKAGE_FILE))
}

/** Makes the package for programs unless it is there. */
export async function buildPackage(): Promise<void> {
  const made = [packedClient, join(root, clientFolder), join(root, clientTypes)]
  await once("client", clientSources, made, async () => writeFileSync(packedClient, await buildClient(root)))
}

async function buildWeb(): Promise<void> {
  await once("web", webSources, [join(webDir, "index.html")], () =>
    run("vite", ["build", "--logLevel", "warn"]),
  )
}

export async function buildWorkers(): Promise<void> {
  // Before the Workers' sources are looked at: they lie among them.
  for (const file of assistantFiles) await buildLate(file)
  // Building the page has emptied its folder.
  copyFonts(root, [libraryDir, webDir])
  const description = join(webDir, OPENAPI_ASSET)
  await once("description", descriptionSources, [description], async () => {
    const guide = join(webDir, LLMS_FILE)
    mkdirSync(dirname(guide), { recursive: true })
    writeFileSync(guide, llmsText())
    writeFileSync(description, JSON.stringify(await openApiDocument()))
  })
  const { edge, press } = workers
  await once("workers", workerSources, [workerOptionsFile(press)], async () => {
    for (const worker of [edge, press]) await buildOne(worker)
  })
}

/**
 * Builds a module that is loaded when first needed, beside its source. Wrangler puts it beside the edge's script as it is; what it bundles
 * itself becomes one script, which every isolate reads.
 */
async function buildLate(file: string): Promise<void> {
  await once(basename(file, ".js"), ["worker", "contract", "package-lock.json"], [file], async () => {
    rmSync(file, { force: true })
    const { build } = await import("esbuild")
    await build({
      entryPoints: [file.replace(/\.js$/, ".ts")],
      outfile: file,
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2024",
      conditions: ["workerd", "worker", "browser"],
      external: ["node:*", "cloudflare:*"],
      plugins: [leftOut()],
    })
  })
}

/** Leaves those parts of zod out that the edge's configuration names. */
function leftOut(): Plugin {
  const left = join(root, "worker", "zod-left-out.ts")
  const paths = ["../locales/index.js", "./compile.js", "./from-json-schema.js"]
  return {
    name: "left out",
    setup: (build) =>
      build.onResolve({ filter: /\.js$/ }, ({ path, importer }) =>
        paths.includes(path) && importer.includes("/zod/") ? { path: left } : undefined,
      ),
  }
}

async function buildOne(worker: BuiltWorker): Promise<void> {
  // Wrangler names modules after their content and leaves earlier ones behind.
  rmSync(worker.dir, { recursive: true, force: true })
  run("wrangler", ["deploy", "--dry-run", "--config", worker.config, "--outdir", worker.dir])
  // Wrangler warns of secrets that no file here holds.
  process.env.WRANGLER_LOG ??= "error"
  // Imported here, not wherever the app is served: wrangler takes more than a second to load.
  const { unstable_getMiniflareWorkerOptions: optionsOf, unstable_readConfig: readConfig } = await import(
    "wrangler"
  )
  const config = join(root, worker.config)
  const { workerOptions } = optionsOf(config)
  const { vars, secrets } = readConfig({ config })
  const settings = [...Object.keys(vars), ...(secrets?.required ?? [])]
  writeFileSync(workerOptionsFile(worker), JSON.stringify({ ...workerOptions, settings }))
}

/** Returns a digest of both Workers' and the page's code, without building it. */
export function sourceDigest(): string {
  const digest = createHash("sha256")
  for (const source of new Set([...workerSources, ...webSources])) hashInto(digest, join(root, source))
  return digest.digest("hex")
}

/** Skips `build` if the sources have not changed since the last time, and all that it makes is there. */
async function once(
  name: string,
  sources: readonly string[],
  outputs: readonly string[],
  build: () => void | Promise<void>,
): Promise<void> {
  const digest = createHash("sha256")
  for (const source of sources) hashInto(digest, join(root, source))
  const stamp = digest.digest("hex")
  const stampFile = join(root, "dist", `.${name}`)
  if (outputs.every(existsSync) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return
  await build()
  writeFileSync(stampFile, stamp)
}

function hashInto(digest: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path) || madeFiles.includes(path)) return
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
