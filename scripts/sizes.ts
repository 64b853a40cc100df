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
/** The limits of what an isolate of the edge reads once an assistant calls, or asks to be let in: most of each is a package. */
const maxLateBytes: Readonly<Record<string, number>> = {
  "assistant.js": 120 * 1024,
  "authorization.js": 40 * 1024,
}

/**
 * Prints the gzipped sizes of both Workers' modules and of the page; returns whether the Workers
 * are as small as they must be.
 */
export function printSizes(): boolean {
  const areSmall = (["edge", "press"] as const).map((key) => {
    const { name, dir } = workers[key]
    const isLate = (file: string) => file in maxLateBytes
    const isRead = (file: string) => !file.endsWith(".map") && file !== "README.md"
    const { files, total } = sizesOf(dir, (file) => isRead(file) && !isLate(file))
    console.log(`Worker ${name}, gzipped: ${kib(total)} of ${kib(maxGzipBytes[key])}`)
    for (const [file, bytes] of files) console.log(`  ${kib(bytes).padStart(10)}  ${file}`)
    const late = sizesOf(dir, isLate)
    for (const [file, bytes] of late.files)
      console.log(
        `  ${kib(bytes).padStart(10)} of ${kib(maxLateBytes[file])}  ${file}, read when it is first needed`,
      )
    return total <= maxGzipBytes[key] && late.files.every(([file, bytes]) => bytes <= maxLateBytes[file])
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
