import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A memory control group of Linux, in either version, for one child process. */
type ControlGroup = {
  /** The command line that joins the group and becomes the program given behind it. */
  wrap: string[]
  /** Returns the memory of the processes themselves, without the file cache, in bytes. */
  usedBytes(): number
  setLimit(bytes: number): void
  /** Returns how often the limit killed a process. */
  kills(): number
  remove(): void
}

let made = 0

/** Makes a group; null if impossible: not Linux, not root, or the hierarchy is read-only. */
export function makeControlGroup(): ControlGroup | null {
  const root = ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"].find(isUsable)
  if (!root) return null
  const dir = join(root, `sheetsmith-bench-${process.pid}-${made++}`)
  try {
    mkdirSync(dir)
  } catch {
    // No right to make one: the same as having none.
    return null
  }
  const isFirst = existsSync(join(dir, "memory.limit_in_bytes"))
  const read = (file: string) => readFileSync(join(dir, file), "utf8")
  const field = (file: string, name: string) =>
    Number(new RegExp(`^${name} (\\d+)`, "m").exec(read(file))?.[1] ?? 0)
  if (!isFirst && !existsSync(join(dir, "memory.max"))) {
    rmdirSync(dir)
    return null
  }
  return {
    wrap: ["sh", "-c", `echo $$ > ${join(dir, "cgroup.procs")} && exec "$@"`, "sh"],
    usedBytes: () => field("memory.stat", isFirst ? "rss" : "anon"),
    setLimit(bytes) {
      writeFileSync(join(dir, isFirst ? "memory.limit_in_bytes" : "memory.max"), String(bytes))
      const swap = join(dir, isFirst ? "memory.swappiness" : "memory.swap.max")
      if (existsSync(swap)) writeFileSync(swap, "0")
    },
    kills: () => (isFirst ? field("memory.oom_control", "oom_kill") : field("memory.events", "oom_kill")),
    remove() {
      try {
        rmdirSync(dir)
      } catch {
        // Its process is still on the way out; an empty group left behind costs nothing.
      }
    },
  }
}

function isUsable(root: string): boolean {
  try {
    accessSync(join(root, "cgroup.procs"), constants.W_OK)
    return true
  } catch {
    // Not mounted, or not ours to write.
    return false
  }
}
