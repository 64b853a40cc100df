import { renameSync, writeFileSync } from "node:fs"

/** Writes a file in one step: a reader gets the old text or the new one at any time. */
export function writeWhole(path: string, text: string, mode = 0o644): void {
  const partial = `${path}.partial`
  writeFileSync(partial, text, { mode })
  renameSync(partial, path)
}
