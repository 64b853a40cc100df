import { join } from "node:path"
import type { Contour } from "../contract/delivery/contour.ts"
import { sheetFileNameOf } from "../contract/delivery/sheet-format.ts"
import { writeCutFile } from "../sheet/contour/cut-file.ts"
import type { CutInk, FormatJob } from "../sheet/formats/sheet-format.ts"
import { writePieces } from "./stamp-folder.ts"

/** Writes the lines as files beside the sheet's; returns their names. */
export async function writeCutFiles(
  outDir: string,
  sheetIndex: number,
  job: FormatJob,
  { name, line, marks }: CutInk,
  kinds: Contour["beside"],
): Promise<string[]> {
  const names: string[] = []
  for (const kind of kinds) {
    const file = sheetFileNameOf(sheetIndex, kind)
    await writePieces(join(outDir, file), withoutHead(writeCutFile(kind, line, job, name, marks)))
    names.push(file)
  }
  return names
}

/** Yields the pieces of a file whose head is already right, so that none needs replacing. */
async function* withoutHead(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, null> {
  yield* pieces
  return null
}
