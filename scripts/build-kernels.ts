// Compiles every sheet/kernel/*.as.ts to sheet/kernel/build/*.wasm; a second run skips what has not changed.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const kernelDir = fileURLToPath(new URL("../sheet/kernel/", import.meta.url))
const buildDir = `${kernelDir}build/`
const options = ["-O3", "--enable", "simd", "--runtime", "stub", "--noAssert", "--use", "abort="]

export async function buildKernels(): Promise<void> {
  mkdirSync(buildDir, { recursive: true })
  const sources = readdirSync(kernelDir).filter((name) => name.endsWith(".as.ts"))
  const digest = createHash("sha256").update(options.join(" "))
  for (const name of sources) digest.update(name).update(readFileSync(kernelDir + name))
  const stamp = digest.digest("hex")
  const stampFile = `${buildDir}stamp.txt`
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return
  for (const name of sources.filter((source) => !source.startsWith("_"))) await compile(name)
  writeFileSync(stampFile, stamp)
}

async function compile(name: string): Promise<void> {
  // Loaded only when something is compiled: it takes half a second, in every process that serves the app.
  const { default: asc } = await import("assemblyscript/asc")
  const outFile = `${buildDir}${name.replace(".as.ts", ".wasm")}`
  const { error, stderr } = await asc.main([kernelDir + name, ...options, "--outFile", outFile])
  if (error) throw new Error(`${name} does not compile: ${error.message}\n${stderr.toString()}`)
}

if (import.meta.main) await buildKernels()
