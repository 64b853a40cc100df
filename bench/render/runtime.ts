import { type ChildProcess, spawn } from "node:child_process"
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { request } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { freePort } from "../../local/port.ts"
import type { RenderJob } from "./worker.ts"

const kernelDir = fileURLToPath(new URL("../../sheet/kernel/build/", import.meta.url))
const benchDir = fileURLToPath(new URL(".", import.meta.url))
/** The entry: compiled kernels reach a Worker as modules, which only a bundle's entry can import. */
const entry = `
import rasterKernel from "raster.wasm"
import jpegKernel from "jpeg.wasm"
import lcms from "lcms.wasm"
import { serve } from "./worker.ts"
export default { fetch: (request, env) => serve(request, env, { rasterKernel, jpegKernel }, lcms) }
`
/** The path of the runtime's program; the package has no types. */
const workerd: string = createRequire(import.meta.url)("workerd").default
/**
 * A folder on disk, unlike a temporary folder that is kept in memory: there the sheet's file would
 * count as the runtime's memory.
 */
const scratchDir = fileURLToPath(new URL("../../build/", import.meta.url))
const START_TRIES = 200
const JOB_MAX_MS = 300_000

export type Runtime = {
  pid: number
  outDir: string
  /** The resident memory while idle, in bytes. */
  idleBytes: number
  run(job: RenderJob): Promise<JobResult>
  stop(): void
}

export type JobResult = {
  wallMs: number
  cpuMs: number
  /** The peak resident memory above the idle runtime, over this job. */
  peakBytes: number
  stampsMs: number
  sheetMs: number
  sheetFile: string | null
  sheetBytes: number
  /** The length to cut, in inches, if a cut line was asked for. */
  cutIn?: number
}

/**
 * Starts a fresh workerd with the render worker. `wrap` may put another command in front, such as
 * one that joins a control group. JavaScript ends when its heap exceeds `heapMiB`; without that limit
 * V8 collects garbage late, and peaks say little about the need.
 */
export async function startRuntime(
  artworkDir: string,
  wrap: string[] = [],
  heapMiB: number | null = null,
): Promise<Runtime> {
  mkdirSync(scratchDir, { recursive: true })
  const dir = mkdtempSync(join(scratchDir, "render-"))
  const outDir = join(dir, "out")
  mkdirSync(outDir)
  await build({
    stdin: { contents: entry, resolveDir: benchDir, loader: "js" },
    outfile: join(dir, "worker.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*", "*.wasm"],
    logLevel: "error",
  })
  for (const name of ["raster", "jpeg", "lcms"])
    cpSync(join(kernelDir, `${name}.wasm`), join(dir, `${name}.wasm`))
  const port = await freePort()
  writeFileSync(join(dir, "config.capnp"), configOf({ artworkDir, outDir, heapMiB, port }))
  const [command, ...args] = [...wrap, workerd, "serve", join(dir, "config.capnp")]
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] })
  const stop = () => {
    child.kill("SIGKILL")
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await untilReady(child, port)
  } catch (error) {
    stop()
    throw error
  }
  const pid = child.pid ?? 0
  const idleBytes = memoryOf(pid).residentBytes
  return {
    pid,
    outDir,
    idleBytes,
    stop,
    async run(job) {
      for (const name of readdirSync(outDir)) rmSync(join(outDir, name))
      resetPeak(pid)
      const cpuBefore = cpuMsOf(pid)
      const startedMs = performance.now()
      const answer = JSON.parse(await post(port, "/job", JSON.stringify(job)))
      const wallMs = performance.now() - startedMs
      if (answer.error) throw new Error(answer.error)
      const peakBytes = memoryOf(pid).peakBytes - idleBytes
      const cpuMs = cpuMsOf(pid) - cpuBefore
      const sheetFile = answer.parts > 0 ? joinParts(outDir) : null
      const sheetBytes = sheetFile ? readFileSync(sheetFile).length : 0
      return {
        wallMs,
        cpuMs,
        peakBytes,
        stampsMs: answer.stampsMs,
        sheetMs: answer.sheetMs,
        sheetFile,
        sheetBytes,
        cutIn: answer.cutIn,
      }
    },
  }
}

type Config = { artworkDir: string; outDir: string; heapMiB: number | null; port: number }

function configOf({ artworkDir, outDir, heapMiB, port }: Config): string {
  const flags = heapMiB === null ? [] : [`--max-heap-size=${heapMiB}`]
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ${JSON.stringify(flags)},
  services = [
    (name = "main", worker = .main),
    (name = "artwork", disk = (path = ${JSON.stringify(artworkDir)})),
    (name = "out", disk = (path = ${JSON.stringify(outDir)}, writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [
    (name = "worker", esModule = embed "worker.js"),
    (name = "raster.wasm", wasm = embed "raster.wasm"),
    (name = "jpeg.wasm", wasm = embed "jpeg.wasm"),
    (name = "lcms.wasm", wasm = embed "lcms.wasm"),
  ],
  compatibilityDate = "2026-04-20",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [
    (name = "ARTWORK", service = "artwork"),
    (name = "OUT", service = "out"),
  ],
);
`
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  for (let i = 0; i < START_TRIES; i++) {
    if (child.exitCode !== null) throw new Error(`workerd ended with status ${child.exitCode}`)
    try {
      if ((await post(port, "/ping", "")) === "ready") return
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error("workerd does not answer")
}

function post(port: number, path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({ port, path, method: "POST", agent: false }, (answer) => {
      const pieces: Buffer[] = []
      answer.on("data", (piece) => pieces.push(piece))
      answer.on("end", () => resolve(Buffer.concat(pieces).toString()))
      answer.on("error", reject)
    })
    call.setTimeout(JOB_MAX_MS, () => call.destroy(new Error(`${path} took over ${JOB_MAX_MS / 1000} s`)))
    call.on("error", reject)
    call.end(body)
  })
}

/** Joins the worker's parts into one file, under its head; returns its path. */
function joinParts(outDir: string): string {
  const file = join(outDir, "sheet.png")
  writeFileSync(file, "")
  const head = join(outDir, "head")
  for (const name of readdirSync(outDir).sort()) {
    if (!name.startsWith("part-")) continue
    writeFileSync(file, readFileSync(join(outDir, name)), { flag: "a" })
    rmSync(join(outDir, name))
  }
  if (existsSync(head)) {
    const written = openSync(file, "r+")
    writeSync(written, readFileSync(head), 0)
    closeSync(written)
  }
  return file
}

function memoryOf(pid: number): { residentBytes: number; peakBytes: number } {
  if (!existsSync(`/proc/${pid}/status`)) return { residentBytes: 0, peakBytes: 0 }
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const kibOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0)
  return { residentBytes: kibOf("VmRSS") * 1024, peakBytes: kibOf("VmHWM") * 1024 }
}

/** Resets the peak to the resident memory of now: Linux does so on writing 5. */
function resetPeak(pid: number): void {
  if (existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, "5")
}

/** Returns user and system time; /proc counts hundredths of a second. */
function cpuMsOf(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ")
  return (Number(fields[11]) + Number(fields[12])) * 10
}
