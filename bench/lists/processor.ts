import { existsSync, readdirSync, readFileSync } from "node:fs"

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/**
 * Returns the processor time of this process's own workerd so far, in ms: on a shared machine, only
 * that shows a call's cost. Null without /proc.
 */
export function workerdMs(): number | null {
  for (const pid of processes()) {
    const { name, fields } = statOf(pid)
    // Fields after the name: the parent is the second, user and system time the 12th and 13th.
    if (name === "workerd" && Number(fields[1]) === process.pid)
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  }
  return null
}

function processes(): string[] {
  return existsSync("/proc/self/stat") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : []
}

function statOf(pid: string): { name: string; fields: string[] } {
  let text = "() "
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8")
  } catch {
    // The process ended after it was listed.
  }
  const end = text.lastIndexOf(")")
  return { name: text.slice(text.indexOf("(") + 1, end), fields: text.slice(end + 2).split(" ") }
}
