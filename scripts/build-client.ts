import { spawnSync } from "node:child_process"
import { copyFileSync, rmSync, writeFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { join } from "node:path"
import { root } from "../local/bundle.ts"
import { openApiDocument } from "../local/openapi.ts"

const source = join(root, "clients", "typescript")
const typesFile = join(source, "api.d.ts")
/** The compiler that types are printed by: the native one has no interface for that. */
const printer = new URL("./typescript-printer.ts", import.meta.url)
/** The folder of the package, as it is published. */
export const clientDir = join(root, "dist", "client")

/** Writes the types of all calls, made of their description. They are made when they are needed: whoever changes a call has nothing to keep in step. */
export async function writeClientTypes(): Promise<void> {
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
  writeFileSync(typesFile, COMMENT_HEADER + astToString(types))
}

/** Builds the package of clients/typescript. */
export async function buildClient(): Promise<void> {
  await writeClientTypes()
  rmSync(clientDir, { recursive: true, force: true })
  const tsc = join(root, "node_modules", ".bin", "tsc")
  const { status, stdout } = spawnSync(tsc, ["-p", source], { cwd: root, encoding: "utf8" })
  if (status !== 0) throw new Error(`tsc -p ${source} failed\n${stdout}`)
  for (const file of ["api.d.ts", "package.json", "README.md"])
    copyFileSync(join(source, file), join(clientDir, file))
}

function isForPrinter(specifier: string, importer: string | undefined): boolean {
  return specifier === "typescript" && (importer?.includes("/openapi-typescript/") ?? false)
}
