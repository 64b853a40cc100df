import { watch } from "node:fs"
import { basename, join } from "node:path"
import { context, type OutputFile } from "esbuild"
import { createServer } from "vite"
import { buildKernels } from "./build-kernels.ts"
import { root } from "./bundle.ts"
import { localSettings } from "./local-settings.ts"
import { freePort } from "./port.ts"
import { type Runtime, type RuntimeOptions, startRuntime, type WorkersModules } from "./runtime.ts"
import type { WorkerModule } from "./served-worker.ts"

/** The pause before a saved change counts: an editor may write a file in several steps. */
const SETTLE_MS = 50

/**
 * Serves the app as `startRuntime` does, and saved changes at once: Vite in front serves the page
 * and sends /api to the edge; esbuild bundles both Workers anew. The Worker's security headers are
 * on its own replies alone, so that Vite's client runs in the page without an exception in
 * production's policy.
 */
export async function startWatched(options: RuntimeOptions): Promise<Runtime> {
  const appOrigin = `http://localhost:${options.port}`
  const workerPort = await freePort()
  let page: Awaited<ReturnType<typeof createServer>> | null = null
  let runtime: Runtime | null = null
  const bundle = await watchWorkers(async (modules) => {
    if (runtime === null) return
    const startedMs = performance.now()
    await runtime.swapModules(modules)
    console.log(`Workers reloaded in ${Math.round(performance.now() - startedMs)} ms`)
    page?.hot.send({ type: "full-reload" })
  })
  const served = await startRuntime({ ...options, port: workerPort, appOrigin, modules: bundle.modules })
  runtime = served
  page = await createServer({
    configFile: join(root, "vite.config.ts"),
    plugins: [{ name: "contact", transformIndexHtml: writeContact }],
    clearScreen: false,
    server: {
      host: "127.0.0.1",
      port: options.port,
      strictPort: true,
      proxy: {
        "/api": { target: served.origin, ws: true },
        ...Object.fromEntries(
          ["/fonts/", "/developers/", "/mcp", "/oauth/", "/.well-known/"].map((path) => [
            path,
            { target: served.origin },
          ]),
        ),
      },
    },
  })
  await page.listen()
  const kernels = watchKernels()
  return {
    ...served,
    origin: appOrigin,
    async dispose() {
      kernels.close()
      await bundle.stop()
      await page.close()
      await served.dispose()
    },
  }
}

/** Fills in the contact as the edge does (worker/routes/page.ts), which Vite stands in front of. */
function writeContact(html: string): string {
  const { CONTACT_EMAIL, CONTACT_PHONE } = localSettings("", "")
  return html
    .replace(`name="contact-email" content=""`, `name="contact-email" content="${CONTACT_EMAIL}"`)
    .replace(`name="contact-phone" content=""`, `name="contact-phone" content="${CONTACT_PHONE}"`)
}

/** Bundles both Workers now, and each again whenever one of its files is saved. */
async function watchWorkers(onChange: (modules: WorkersModules) => Promise<void>) {
  const modules: WorkersModules = { edge: [], press: [] }
  const watchOne = (name: keyof WorkersModules, entry: string) =>
    watchWorker(entry, async (changed) => {
      modules[name] = changed
      await onChange(modules)
    })
  const edge = await watchOne("edge", "worker/index.ts")
  const press = await watchOne("press", "worker/press.ts")
  modules.edge = edge.modules
  modules.press = press.modules
  return { modules, stop: () => Promise.all([edge.stop(), press.stop()]) }
}

async function watchWorker(entry: string, onChange: (modules: WorkerModule[]) => Promise<void>) {
  const first = Promise.withResolvers<WorkerModule[]>()
  const building = await context({
    entryPoints: { index: join(root, entry) },
    outdir: join(root, "dist/watched"),
    write: false,
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
    // Kept as modules of their own, beside the script.
    loader: { ".wasm": "copy", ".ttf": "copy" },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
    plugins: [
      {
        name: "modules",
        setup(build) {
          build.onEnd(async ({ errors, outputFiles = [] }) => {
            if (errors.length > 0) return
            const modules = modulesOf(outputFiles)
            first.resolve(modules)
            await onChange(modules).catch(console.error)
          })
        },
      },
    ],
  })
  await building.watch()
  return { modules: await first.promise, stop: () => building.dispose() }
}

/** Returns the modules, the script first: the runtime starts with it. */
function modulesOf(files: readonly OutputFile[]): WorkerModule[] {
  return files
    .map(({ path, contents }) => ({ path: basename(path), contents: new Uint8Array(contents) }))
    .sort((a, b) => Number(b.path === "index.js") - Number(a.path === "index.js"))
}

/** Compiles the kernels when one is saved; esbuild and Vite see the WASM change. */
function watchKernels() {
  let timer: NodeJS.Timeout | undefined
  return watch(join(root, "sheet/kernel"), (_event, name) => {
    if (!name?.endsWith(".as.ts")) return
    clearTimeout(timer)
    timer = setTimeout(() => buildKernels().catch(console.error), SETTLE_MS)
  })
}
