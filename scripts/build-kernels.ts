// Compiles sheet/kernel/*.as.ts to sheet/kernel/build/*.wasm, beside the metered SVG renderer.
// Skips what has not changed.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { meterWasm } from "./meter-wasm.ts"

const kernelDir = fileURLToPath(new URL("../sheet/kernel/", import.meta.url))
const buildDir = `${kernelDir}build/`
const rendererFile = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")
const meterFile = fileURLToPath(new URL("meter-wasm.ts", import.meta.url))
const options = ["-O3", "--enable", "simd", "--runtime", "stub", "--noAssert", "--use", "abort="]

/** Pages of 64 KiB that the SVG renderer may take: 96 of an isolate's 128 MiB. */
const RENDERER_PAGES = 1536

export async function buildKernels(): Promise<void> {
  mkdirSync(buildDir, { recursive: true })
  const sources = readdirSync(kernelDir).filter((name) => name.endsWith(".as.ts"))
  const digest = createHash("sha256").update(options.join(" ")).update(String(RENDERER_PAGES))
  for (const name of sources) digest.update(name).update(readFileSync(kernelDir + name))
  for (const file of [rendererFile, meterFile]) digest.update(readFileSync(file))
  const stamp = digest.digest("hex")
  const stampFile = `${buildDir}stamp.txt`
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return
  for (const name of sources.filter((source) => !source.startsWith("_"))) await compile(name)
  // Moved into place, because another process may be reading the old one.
  const metered = `${buildDir}resvg.${process.pid}.wasm`
  writeFileSync(metered, meterWasm(readFileSync(rendererFile), RENDERER_PAGES))
  renameSync(metered, `${buildDir}resvg.wasm`)
  writeFileSync(stampFile, stamp)
}

async function compile(name: string): Promise<void> {
  // Loaded only to compile: it takes half a second, in every process that serves the app.
  const { default: asc } = await import("assemblyscript/asc")
  const outFile = `${buildDir}${name.replace(".as.ts", ".wasm")}`
  const { error, stderr } = await asc.main([kernelDir + name, ...options, "--outFile", outFile])
  if (error) throw new Error(`${name} does not compile: ${error.message}\n${stderr.toString()}`)
}

if (import.meta.main) await buildKernels()
