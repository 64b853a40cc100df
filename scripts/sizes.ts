import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { webDir, workerDir } from "../local/bundle.ts"

/** The Worker must stay below this, WASM included. */
export const MAX_WORKER_GZIP_BYTES = 3 * 1024 * 1024

/** Prints the gzipped size of the Worker's modules and of the page; answers the Worker's. */
export function printSizes(): number {
  const worker = sizesOf(workerDir, (name) => !name.endsWith(".map") && name !== "README.md")
  const page = sizesOf(join(webDir, "assets"), (name) => /\.(js|css)$/.test(name))
  console.log(`Worker, gzipped: ${kib(worker.total)} of ${kib(MAX_WORKER_GZIP_BYTES)}`)
  for (const [name, bytes] of worker.files) console.log(`  ${kib(bytes).padStart(10)}  ${name}`)
  console.log(`Page scripts and styles, gzipped, all routes: ${kib(page.total)}`)
  return worker.total
}

function sizesOf(folder: string, isWanted: (name: string) => boolean) {
  const files = readdirSync(folder)
    .filter(isWanted)
    .map((name): [string, number] => [name, gzipSync(readFileSync(join(folder, name)), { level: 9 }).length])
  files.sort((a, b) => b[1] - a[1])
  return { files, total: files.reduce((sum, [, bytes]) => sum + bytes, 0) }
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
