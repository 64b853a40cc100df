// Runs `npm run <task>` on a fresh machine with only npm and a Node (20 or newer): installs what the lock file
// names, then hands over to scripts/<task>.ts under the Node of the dev dependency `node`. Plain JavaScript,
// because an older Node must be able to read it.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const bin = join(root, "node_modules", ".bin")
const [task, ...args] = process.argv.slice(2)

install()
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`, NODE_NO_WARNINGS: "1" }
const child = spawn("node", [join("scripts", `${task}.ts`), ...args], { cwd: root, env, stdio: "inherit" })
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal))
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

/**
 * Installs what the lock file names; skipped when the last time was for this very lock file. Not `npm ci`: it refuses
 * a lock file that lacks the binaries of other platforms, which not every registry carries.
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
  const { status } = spawnSync(
    command,
    [...prefix, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: root,
      stdio: "inherit",
    },
  )
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(mark, digest)
}
