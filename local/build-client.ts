import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { basename, dirname, join } from "node:path"
import { openApiDocument } from "./openapi.ts"
import { packFolder } from "./pack-folder.ts"

/** The folder of the package, as it is packed. */
export const clientFolder = join("dist", "client")
/** The types of all calls, which are made where they are needed. */
export const clientTypes = join("clients", "typescript", "api.d.ts")

const source = dirname(clientTypes)
/** The compiler that types are printed by: the native one has no interface for that. */
const printer = new URL("./typescript-printer.ts", import.meta.url)
/** The packages that come along, so that nothing else is fetched: the one that calls go through, and its types. */
const carried = ["openapi-fetch", "openapi-typescript-helpers"]
/** The files of those that an import needs, and their licence. */
const isCarried = (name: string) => /^(package\.json|LICENSE|index\.(d\.mts|mjs))$/.test(name)

/**
 * Makes the package of clients/typescript in `dist/client`, with what it depends on, and returns it as npm installs it: the same bytes
 * for the same sources.
 */
export async function buildClient(root: string): Promise<Buffer> {
  const folder = join(root, clientFolder)
  // The types follow the calls by themselves.
  writeFileSync(join(root, clientTypes), await typesOfCalls())
  rmSync(folder, { recursive: true, force: true })
  const tsc = join(root, "node_modules", ".bin", "tsc")
  const { status, stdout } = spawnSync(tsc, ["-p", source], { cwd: root, encoding: "utf8" })
  if (status !== 0) throw new Error(`tsc -p ${source} failed\n${stdout}`)
  for (const name of [basename(clientTypes), "package.json", "README.md"])
    copyFileSync(join(root, source, name), join(folder, name))
  for (const name of carried) carry(join(root, "node_modules", name), join(folder, "node_modules", name))
  return packFolder(folder)
}

/** Copies what a package's importers need. */
function carry(from: string, to: string): void {
  for (const path of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    if (!isCarried(basename(path)) || ![".", "dist"].includes(dirname(path))) continue
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), readFileSync(join(from, path)))
  }
}

/** Returns the types of all calls, made of their description. */
async function typesOfCalls(): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      isForPrinter(specifier, context.parentURL)
        ? { url: printer.href, shortCircuit: true }
        : next(specifier, context),
  })
  const { default: openapiTS, astToString, COMMENT_HEADER } = await import("openapi-typescript")
  hooks.deregister()
  const types = await openapiTS((await openApiDocument()) as Parameters<typeof openapiTS>[0], {
    silent: true,
  })
  return COMMENT_HEADER + astToString(types)
}

function isForPrinter(specifier: string, importer: string | undefined): boolean {
  return specifier === "typescript" && (importer?.includes("/openapi-typescript/") ?? false)
}
