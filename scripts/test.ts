// `npm test`: formatter, linter, types, unit, worker and browser tests; the last line counts them all.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { buildAll, root } from "../local/bundle.ts"
import { findChromium, installChromium } from "../local/chromium.ts"

/** The runtimes under test write through to the disk after every change: in memory they are several times faster. */
const MEMORY_DIR = "/dev/shm"
const ROOM_BYTES = 4 * 1024 ** 3

let passed = 0
let failed = 0

check("format and lint", "biome", ["ci", "--error-on-warnings", "."])
for (const project of ["worker", "web", "node"])
  check(`types of ${project}`, "tsc", ["-p", `tsconfig.${project}.json`])
if (!findChromium()) installChromium()
await buildAll()
runVitest(process.argv.slice(2))

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function check(name: string, command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" })
  console.log(`${status === 0 ? "✓" : "✗"} ${name}`)
  if (status === 0) passed += 1
  else failed += 1
}

function runVitest(args: readonly string[]): void {
  mkdirSync("coverage", { recursive: true })
  const report = "coverage/tests.json"
  rmSync(report, { force: true })
  const { status } = spawnSync(
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, TMPDIR: hasRoom() ? MEMORY_DIR : tmpdir() },
    },
  )
  if (!existsSync(report)) {
    failed += 1
    return
  }
  const result = JSON.parse(readFileSync(report, "utf8"))
  passed += result.numPassedTests
  failed += result.numFailedTests
  // A file that does not even load has no failed test of its own.
  if (status !== 0 && result.numFailedTests === 0) failed += Math.max(1, result.numFailedTestSuites)
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY_DIR)) return false
  const { bavail, bsize } = statfsSync(MEMORY_DIR)
  return bavail * bsize > ROOM_BYTES
}
