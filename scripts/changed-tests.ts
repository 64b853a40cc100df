import { spawnSync } from "node:child_process"
import { root } from "../local/bundle.ts"

/** The tests that a change below a folder concerns. A folder that is not named concerns all. */
const testsOf: Record<string, readonly string[]> = {
  web: ["test/web/", "test/web-features/", "test/structure/", "test/journeys/"],
  worker: ["test/worker/", "test/runtime/", "test/structure/", "test/journeys/"],
  "durable-objects": ["test/durable-objects/", "test/worker/", "test/runtime/", "test/journeys/"],
  "stand-ins": ["test/stand-ins/", "test/worker/", "test/runtime/", "test/journeys/"],
  cli: ["test/cli/"],
  clients: ["test/clients/"],
  setup: ["test/setup/"],
  bench: ["test/structure/"],
  docs: ["test/structure/"],
}

/** Returns the repository's paths that differ from the last commit, new files included. */
export function changedFiles(): string[] {
  const listed = (...args: string[]) => {
    const { stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" })
    return stdout.split("\n").filter((path) => path !== "")
  }
  return [...listed("diff", "--name-only", "HEAD"), ...listed("ls-files", "--others", "--exclude-standard")]
}

/** Returns the filters for Vitest, or null if every test is concerned. A changed test concerns itself. */
export function concernedTests(paths: readonly string[]): string[] | null {
  const filters = new Set<string>()
  for (const path of paths) {
    if (path.endsWith(".test.ts")) filters.add(path)
    else {
      const tests = path.endsWith(".md") ? testsOf.docs : testsOf[path.split("/")[0]]
      if (tests === undefined) return null
      for (const test of tests) filters.add(test)
    }
  }
  return [...filters]
}
