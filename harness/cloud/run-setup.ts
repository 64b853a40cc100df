import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { root } from "../../local/bundle.ts"

export type SetupRun = {
  /** The exit code; null if setup was killed. */
  status: number | null
  lines: string[]
}

/**
 * Runs `scripts/setup.ts`, or another script, as a process of its own. At the first line for which `killAfter` is
 * true, it and all that it has started are killed, as by a power cut.
 */
export async function runSetup(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  killAfter: (line: string) => boolean = () => false,
  script = "setup",
): Promise<SetupRun> {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: root,
    // A process group of its own, so that wrangler goes with it.
    detached: true,
    env: { ...process.env, ...env, CI: "1", NO_COLOR: "1", NODE_NO_WARNINGS: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const exited = once(child, "exit")
  const lines: string[] = []
  const read = async (stream: NodeJS.ReadableStream) => {
    for await (const line of createInterface({ input: stream })) {
      lines.push(line)
      if (killAfter(line) && child.pid !== undefined && child.exitCode === null)
        process.kill(-child.pid, "SIGKILL")
    }
  }
  await Promise.all([read(child.stdout), read(child.stderr), exited])
  return { status: child.exitCode, lines }
}
