// Runs `npm run <task>` on a fresh machine with only npm and Node 20 or newer: installs the lock
// file, then runs scripts/<task>.ts under the Node of the dev dependency `node`. Plain JavaScript,
// because an older Node reads it.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const bin = join(root, "node_modules", ".bin")
/** The attempts to install: a registry may be out of reach for a moment. */
const TRIES = 3
const [task, ...args] = process.argv.slice(2)

install()
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`, NODE_NO_WARNINGS: "1" }
const child = spawn("node", [join("scripts", `${task}.ts`), ...args], { cwd: root, env, stdio: "inherit" })
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal))
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

/**
 * Installs the lock file unless it is the one installed last. Not by `npm ci`, which refuses a lock
 * file without the binaries of other platforms, which not every registry carries.
 */
function install() {
  const mark = join(root, "node_modules", ".installed")
  const digest = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex")
  if (existsSync(mark) && readFileSync(mark, "utf8") === digest && existsSync(join(bin, "node"))) return
  console.error("Installing packages …")
  const npm = process.env.npm_execpath
  const [command, prefix] = npm ? [process.execPath, [npm]] : ["npm", []]
  const options = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=5"]
  for (let tries = 1; ; tries++) {
    const { status } = spawnSync(command, [...prefix, "install", ...options], { cwd: root, stdio: "inherit" })
    const missing = status === 0 ? missingBinaries() : []
    if (status === 0 && missing.length === 0) break
    if (missing.length > 0) console.error(`Not installed: ${missing.join(", ")}`)
    if (tries === TRIES) process.exit(status || 1)
    console.error("Once more …")
  }
  writeFileSync(mark, digest)
}

/** Returns the missing packages with this platform's binaries: npm ignores a failed download of those. */
function missingBinaries() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  const isGlibc = process.report?.getReport().header.glibcVersionRuntime !== undefined
  const fits = (names, own) => names === undefined || names.includes(own)
  return Object.keys(packages).filter((path) => {
    const { os, cpu, libc } = packages[path]
    if (os === undefined && cpu === undefined) return false
    const isOurs = fits(os, process.platform) && fits(cpu, process.arch)
    return isOurs && fits(libc, isGlibc ? "glibc" : "musl") && !existsSync(join(root, path))
  })
}
