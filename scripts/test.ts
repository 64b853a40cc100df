// `npm test`: runs formatter, linter, types, unit, worker and browser tests; the last line counts them
// all and names failures. With --changed, only the tests that uncommitted changes concern. With --all,
// the long tests (`*.full.test.ts`) too, and every benchmark small.
import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { relative } from "node:path"
import { lackingPackages } from "../harness/formats/judges.ts"
import { lostBrowsersFile } from "../harness/lost-browsers.ts"
import { root } from "../local/bundle.ts"
import { findChromium, installChromium } from "../local/chromium.ts"
import { benchFiles } from "./bench-files.ts"
import { changedFiles, concernedTests } from "./changed-tests.ts"
import { lastLine } from "./last-line.ts"
import { smokeBenches } from "./smoke-benches.ts"

/** A disk in memory: the tested runtimes sync every change to disk and are several times faster here. */
const MEMORY_DIR = "/dev/shm"
const ROOM_BYTES = 4 * 1024 ** 3
const SLOWEST_SHOWN = 12

let passed = 0
let skipped = 0
const failed: string[] = []
let skippedBenches: string[] = []

// Neither the build nor the checks keep two cores busy alone.
const isBuilt = check("build", "node", ["scripts/build.ts"])
await check("format and lint", "biome", ["ci", "--error-on-warnings", "."])
for (const project of ["worker", "web", "node"])
  await check(`types of ${project}`, "tsc", ["-p", `tsconfig.${project}.json`])
// The build makes those of the calls.
const wasBuilt = await isBuilt
await check("types of client", "tsc", ["-p", "tsconfig.client.json"])
await check("no unused files, exports and packages", "knip", ["--no-progress"])
// CI refuses the commit anyway, and the reason stands in its last line.
if (!wasBuilt || (process.env.CI && failed.length > 0)) end()
if (!findChromium()) installChromium()
const isAll = process.argv.includes("--all")
const args = process.argv.slice(2).filter((word) => word !== "--all")
if (args[0] !== "--changed") runVitest(args)
else {
  const concerned = concernedTests(changedFiles())
  console.log(`Tests of what changed: ${concerned?.join(", ") || (concerned ? "none" : "all")}`)
  if (concerned === null || concerned.length > 0) runVitest([...(concerned ?? []), ...args.slice(1)])
}
if (isAll) {
  const benches = await smokeBenches([...benchFiles().keys()])
  const named = (state: string) => benches.filter((bench) => bench.state === state).map(({ name }) => name)
  passed += named("passed").length
  failed.push(...named("failed").map((name) => `bench ${name}`))
  skippedBenches = named("skipped")
}
end()

function end(): never {
  console.log(`\n${lastLine({ passed, failed, skipped, skippedBenches }, lackingPackages())}`)
  process.exit(failed.length === 0 ? 0 : 1)
}

/** Counts a command that has to succeed; prints its output if it did not. */
async function check(name: string, command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => output.push(part))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", resolve)
  })
  if (status !== 0) process.stdout.write(Buffer.concat(output))
  console.log(`${status === 0 ? "✓" : "✗"} ${name}`)
  if (status === 0) passed += 1
  else failed.push(name)
  return status === 0
}

/**
 * Counts every test. Journeys whose browser stopped answering run once more, and that run counts.
 */
function runVitest(args: readonly string[]): void {
  mkdirSync("coverage", { recursive: true })
  rmSync(lostBrowsersFile, { force: true })
  const first = resultsOf(args)
  const lost = existsSync(lostBrowsersFile)
    ? [...new Set(readFileSync(lostBrowsersFile, "utf8").trim().split("\n"))]
    : []
  count(first.filter(({ name }) => !lost.includes(name)))
  printSlowest(first)
  if (lost.length === 0) return
  console.log(`\nThe browser stopped answering in ${lost.join(", ")}: run again`)
  count(resultsOf(lost))
}

type FileResult = {
  name: string
  status: string
  startTime: number
  endTime: number
  assertionResults: { title: string; status: string }[]
}

function resultsOf(args: readonly string[]): FileResult[] {
  const report = "coverage/tests.json"
  rmSync(report, { force: true })
  const { status } = spawnSync(
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        TMPDIR: hasRoom() ? MEMORY_DIR : tmpdir(),
        ...(isAll ? { ALL_TESTS: "1" } : {}),
      },
    },
  )
  const files: FileResult[] = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : []
  // An error outside all tests, or no report at all, is a failure too.
  const isBlamed = status === 0 || files.some((file) => file.status === "failed")
  return isBlamed
    ? files
    : [...files, { name: "vitest", status: "failed", startTime: 0, endTime: 0, assertionResults: [] }]
}

function count(files: readonly FileResult[]): void {
  for (const { name, status, assertionResults } of files) {
    const failures = assertionResults.filter((test) => test.status === "failed")
    const file = relative(root, name)
    passed += assertionResults.filter((test) => test.status === "passed").length
    skipped += assertionResults.filter((test) => test.status === "skipped").length
    // A file that does not load has no failed test of its own.
    if (status === "failed" && failures.length === 0) failed.push(file)
    failed.push(...failures.map(({ title }) => `${file}: ${title}`))
  }
}

/** Prints the slowest files, so that a file that grows is noticed. */
function printSlowest(files: readonly FileResult[]): void {
  const slowest = files.toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime))
  console.log("\nSlowest files:")
  for (const { name, startTime, endTime } of slowest.slice(0, SLOWEST_SHOWN))
    console.log(`${Math.round((endTime - startTime) / 1000)} s`.padStart(7), relative(root, name))
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY_DIR)) return false
  const { bavail, bsize } = statfsSync(MEMORY_DIR)
  return bavail * bsize > ROOM_BYTES
}
