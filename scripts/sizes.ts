import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { webDir, workers } from "../local/bundle.ts"
import { screensFile, tableOf } from "./limit-scripts.ts"

/**
 * The limit of each Worker's size, WASM included: Cloudflare takes 3 MiB, and the edge is loaded for
 * each page request where none runs yet.
 */
const maxGzipBytes = { edge: 500 * 1024, press: 3 * 1024 * 1024 }
/** The limit of what an isolate of the edge reads once an assistant calls, most of it the protocol's package. */
const maxAssistantBytes = 120 * 1024
const ASSISTANT = "assistant.js"

/**
 * Prints the gzipped sizes of both Workers' modules and of the page; returns whether the Workers
 * are as small as they must be.
 */
export function printSizes(): boolean {
  const areSmall = (["edge", "press"] as const).map((key) => {
    const { name, dir } = workers[key]
    const isLate = (file: string) => file === ASSISTANT
    const isRead = (file: string) => !file.endsWith(".map") && file !== "README.md"
    const { files, total } = sizesOf(dir, (file) => isRead(file) && !isLate(file))
    console.log(`Worker ${name}, gzipped: ${kib(total)} of ${kib(maxGzipBytes[key])}`)
    for (const [file, bytes] of files) console.log(`  ${kib(bytes).padStart(10)}  ${file}`)
    const late = sizesOf(dir, isLate)
    if (late.total > 0)
      console.log(`  read once an assistant calls: ${kib(late.total)} of ${kib(maxAssistantBytes)}`)
    return total <= maxGzipBytes[key] && late.total <= maxAssistantBytes
  })
  const page = sizesOf(join(webDir, "assets"), (name) => /\.(js|css)$/.test(name))
  console.log(`Page scripts and styles, gzipped, all routes: ${kib(page.total)}. Scripts of a first visit:`)
  console.log(tableOf(JSON.parse(readFileSync(screensFile, "utf8"))))
  return areSmall.every(Boolean)
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
