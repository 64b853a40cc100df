import { renameSync, writeFileSync } from "node:fs"

/** Writes a file so that whoever reads it, at any time, finds the old text or the new one. */
export function writeWhole(path: string, text: string, mode = 0o644): void {
  const partial = `${path}.partial`
  writeFileSync(partial, text, { mode })
  renameSync(partial, path)
}
