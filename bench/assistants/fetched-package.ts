import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { skip } from "../../harness/smoke.ts"

const MOST_MS = 300_000

/** Returns the file of a command of a package, which npm fetches once; it weighs too much to be one of ours. Skips the benchmark without it. */
export function fetchedCommand(name: string, version: string, command: string): string {
  const folder = join(tmpdir(), "sheetsmith-packages", `${name.replace("/", "+")}-${version}`)
  const own = join(folder, "node_modules", name)
  if (!existsSync(join(own, "package.json"))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "package.json"), "{}")
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    const { status } = spawnSync("npm", ["install", ...options, `${name}@${version}`], { cwd: folder })
    if (status !== 0) skip(`npm has no ${name}@${version} here`)
  }
  const { bin } = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as {
    bin: Record<string, string>
  }
  return join(own, bin[command])
}

/** Runs a command; returns what it printed. `hear` gets it as it comes. */
export function printedBy(
  file: string,
  args: readonly string[],
  hear: (printed: string) => void = () => {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn("node", [file, ...args], { stdio: ["ignore", "pipe", "pipe"], timeout: MOST_MS })
  let printed = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => {
      printed += part
      hear(printed)
    })
  child.on("error", reject)
  child.on("close", () => resolve(printed))
  return promise
}
