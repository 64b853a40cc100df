import { isAbsolute, relative } from "node:path"
import { build, type PluginOption, type Rolldown } from "vite"
import type { Root } from "./script-groups.ts"

export type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/**
 * Returns the roots that need each module of the page, by its id. Read from a build without groups,
 * because only a finished build knows what remains of a package's index, such as that of the icons.
 */
export async function readAudiences(
  webDir: string,
  plugins: PluginOption[],
): Promise<ReadonlyMap<string, ReadonlySet<Root>>> {
  const built = await build({
    root: webDir,
    plugins,
    configFile: false,
    logLevel: "warn",
    build: { write: false, minify: false, reportCompressedSize: false },
  })
  if (Array.isArray(built) || !("output" in built)) throw new Error("the page has one build")
  const chunks = chunksOf(built.output)
  const audiences = new Map<string, Set<Root>>()
  for (const entry of chunks.values()) {
    if (entry.facadeModuleId === null) continue
    const root = rootOf(entry.facadeModuleId, webDir)
    for (const chunk of withImports([entry], chunks)) {
      for (const id of chunk.moduleIds) audiences.set(id, (audiences.get(id) ?? new Set()).add(root))
    }
  }
  return audiences
}

export function chunksOf(output: Iterable<Rolldown.OutputChunk | Rolldown.OutputAsset>): Chunks {
  const chunks = [...output].filter((one) => one.type === "chunk")
  return new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
}

/** Returns these files and everything that is fetched before they run. */
export function withImports(
  first: readonly Rolldown.OutputChunk[],
  chunks: Chunks,
): ReadonlySet<Rolldown.OutputChunk> {
  const all = new Set(first)
  for (const chunk of all)
    for (const name of chunk.imports) {
      const imported = chunks.get(name)
      if (imported) all.add(imported)
    }
  return all
}

/** Returns a module's path in `web/`. */
export function rootOf(id: string, webDir: string): Root {
  const path = relative(webDir, id.replace(/\?.*$/, ""))
  return isAbsolute(path) ? id : path.replaceAll("\\", "/")
}
