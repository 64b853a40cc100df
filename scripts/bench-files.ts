import { readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "../local/bundle.ts"

/** Benchmarks that are not the `run.ts` of a folder. */
const aliases: Record<string, string> = { memory: "render/memory.ts", orders: "layout/orders.ts" }

/** Returns the file of each benchmark by its name. */
export function benchFiles(): Map<string, string> {
  const folders = readdirSync(join(root, "bench"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }): [string, string] => [name, `${name}/run.ts`])
  const files = [...folders, ...Object.entries(aliases)].map(([name, file]): [string, string] => [
    name,
    join(root, "bench", file),
  ])
  return new Map(files.toSorted(([a], [b]) => a.localeCompare(b)))
}
