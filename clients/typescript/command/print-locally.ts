import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { type ExitCode, exitCodes, Refusal } from "./exit-code.ts"

/** The engine's own command, in a checkout of the app; the package without one has none. */
const engine = new URL("../../../cli/sheet-command.ts", import.meta.url)

type Local = { files: readonly string[]; widthIn: number; copies: number; out: string; action: string }

/** Prints files by the engine on this machine: no account, no credits, nothing is sent anywhere. `others` are options for the app. */
export async function printLocally(
  { files, widthIn, copies, out, action }: Local,
  others: readonly string[],
): Promise<ExitCode> {
  if (action !== "process")
    throw new Refusal("--local prints; it has neither prices nor drafts", exitCodes.usage)
  if (others.length > 0) throw new Refusal(`--local takes no --${others[0]}`, exitCodes.usage)
  const folder = mkdtempSync(join(tmpdir(), "sheetsmith-job-"))
  try {
    const items = files.map((file) => ({ file: resolve(file), widthIn, quantity: copies }))
    const jobFile = join(folder, "job.json")
    writeFileSync(jobFile, JSON.stringify({ template: {}, items }))
    const { runSheetCommand } = await loadEngine()
    const status = await runSheetCommand([jobFile, "--out", out])
    return status === 0 ? exitCodes.done : exitCodes.refused
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function loadEngine(): Promise<{ runSheetCommand: (args: string[]) => Promise<number> }> {
  try {
    return await import(engine.href)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      throw new Refusal("--local needs the engine, which a checkout of the app has", exitCodes.usage)
    throw error
  }
}
