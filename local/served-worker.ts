import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { V4WorkerOptions } from "miniflare"
import { type BuiltWorker, root, workerOptionsFile, workers } from "./bundle.ts"
import { mailBinding } from "./mail.ts"

export type WorkerModule = { path: string; contents: Uint8Array<ArrayBuffer> }

type Fronts = {
  /** A module in front of the built Worker, which it imports as `./index.js`. */
  entry?: string
  /** A module in front of all of that, which it imports as `./served-worker.js`. */
  front?: string
  /** The Worker's modules, `index.js` first; by default those that wrangler wrote. */
  modules?: readonly WorkerModule[]
  /** Further services by the names of their bindings. */
  bound?: Record<string, string>
}

const limitsFile = join(root, "local", "production-limits.js")
const plainEntry = `export * from "./index.js"; export { default } from "./index.js"`
const servedPress = `export { default } from "./production-limits.js"`
const servedEdge = `import { UserHub as Hub } from "./behind.js"
import { limited } from "./production-limits.js"
export { default } from "./production-limits.js"
export const UserHub = limited(Hub)`

/** Returns one of the built Workers in Miniflare's form, held to production's limits. */
export function servedWorker(
  worker: BuiltWorker,
  settings: Record<string, string>,
  { front, entry = plainEntry, modules = builtModules(worker), bound = {} }: Fronts = {},
): V4WorkerOptions {
  const script = (path: string, contents: string) => ({ type: "ESModule", path, contents }) as const
  const built = builtOptions(worker, settings)
  return {
    ...built,
    name: worker.name,
    serviceBindings: { ...built.serviceBindings, ...bound },
    modules: [
      ...(front ? [script("front.js", front)] : []),
      script("served-worker.js", worker === workers.edge ? servedEdge : servedPress),
      script("production-limits.js", readFileSync(limitsFile, "utf8")),
      script("behind.js", entry),
      ...modules.map((module) => ({ ...module, type: moduleType(module.path) })),
    ],
  }
}

/** The settings that both Workers read where given and can do without. */
const OF_BOTH = /^SHOPIFY_/

/**
 * Returns a built Worker's configuration in Miniflare's form, with those settings that it names; the
 * edge also gets the optional ones, and the press those that both read.
 */
export function builtOptions(worker: BuiltWorker, settings: Record<string, string>) {
  const text = readFileSync(workerOptionsFile(worker), "utf8")
  const { email: _email, rootPath: _root, settings: names, assets, ...built } = JSON.parse(text)
  const isGiven = (name: string) => worker === workers.edge || names.includes(name) || OF_BOTH.test(name)
  const given = Object.entries(settings).filter(([name]) => isGiven(name))
  return {
    ...built,
    ...(assets && { assets: { ...assets, directory: worker.assets, binding: "ASSETS" } }),
    ...mailBinding("EMAIL"),
    bindings: { ...built.bindings, ...Object.fromEntries(given) },
  }
}

/** Returns wrangler's modules: one script, called `index.js` here, and WASM and data beside it. */
export function builtModules({ dir, main }: BuiltWorker): WorkerModule[] {
  return readdirSync(dir)
    .filter((name) => !name.endsWith(".map") && name !== "README.md")
    .map((name) => ({ path: name === main ? "index.js" : name, contents: readFileSync(join(dir, name)) }))
    .sort((a, b) => Number(b.path === "index.js") - Number(a.path === "index.js"))
}

function moduleType(path: string): "ESModule" | "CompiledWasm" | "Data" {
  if (path.endsWith(".js")) return "ESModule"
  return path.includes(".wasm") ? "CompiledWasm" : "Data"
}
