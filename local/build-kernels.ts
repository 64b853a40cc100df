// Compiles sheet/kernel/*.as.ts to sheet/kernel/build/*.wasm, beside the metered SVG renderer,
// the metered shaper of text and the metered littleCMS. Skips unchanged ones.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { meterWasm } from "./meter-wasm.ts"

const kernelDir = fileURLToPath(new URL("../sheet/kernel/", import.meta.url))
const buildDir = `${kernelDir}build/`
const { resolve } = createRequire(import.meta.url)
const meterFile = fileURLToPath(new URL("meter-wasm.ts", import.meta.url))
const options = ["-O3", "--enable", "simd", "--runtime", "stub", "--noAssert", "--use", "abort="]

/**
 * Modules from packages, which are metered. Pages of 64 KiB: the SVG renderer may take 96 of an
 * isolate's 128 MiB, the shaper a font of 16 MiB, its copy and the memory of shaping; littleCMS a stack of 15 MiB, two
 * profiles of 4 MiB and their tables.
 */
const metered = [
  { name: "resvg", file: resolve("@resvg/resvg-wasm/index_bg.wasm"), pages: 1536 },
  { name: "harfbuzz", file: resolve("harfbuzzjs/dist/harfbuzz.wasm"), pages: 768 },
  { name: "lcms", file: resolve("lcms-wasm/dist/lcms.wasm"), pages: 640 },
]

export async function buildKernels(): Promise<void> {
  mkdirSync(buildDir, { recursive: true })
  const sources = readdirSync(kernelDir).filter((name) => name.endsWith(".as.ts"))
  const digest = createHash("sha256").update(options.join(" "))
  for (const name of sources) digest.update(name).update(readFileSync(kernelDir + name))
  for (const { file, pages } of metered) digest.update(readFileSync(file)).update(String(pages))
  digest.update(readFileSync(meterFile))
  const stamp = digest.digest("hex")
  const stampFile = `${buildDir}stamp.txt`
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return
  for (const name of sources.filter((source) => !source.startsWith("_"))) await compile(name)
  for (const { name, file, pages } of metered) {
    // Moved into place, because another process may be reading the old one.
    const written = `${buildDir}${name}.${process.pid}.wasm`
    writeFileSync(written, meterWasm(readFileSync(file), pages))
    renameSync(written, `${buildDir}${name}.wasm`)
  }
  writeFileSync(stampFile, stamp)
}

async function compile(name: string): Promise<void> {
  // Loaded only to compile: loading takes half a second, in every process that serves the app.
  const { default: asc } = await import("assemblyscript/asc")
  const outFile = `${buildDir}${name.replace(".as.ts", ".wasm")}`
  const { error, stderr } = await asc.main([kernelDir + name, ...options, "--outFile", outFile])
  if (error) throw new Error(`${name} does not compile: ${error.message}\n${stderr.toString()}`)
}

if (import.meta.main) await buildKernels()
