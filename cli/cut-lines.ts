import { join } from "node:path"
import { type Contour, cutFileNameOf } from "../contract/contour.ts"
import { checkCutLine } from "../sheet/contour/check-cut-line.ts"
import { writeCutFile } from "../sheet/contour/cut-file.ts"
import { CutLineError, type CutRules } from "../sheet/contour/cut-line.ts"
import { registrationMarks } from "../sheet/contour/registration-marks.ts"
import { traceCutLine } from "../sheet/contour/trace-cut-line.ts"
import type { CutInk, FormatJob } from "../sheet/formats/sheet-format.ts"
import type { RasterHost } from "../sheet/raster/host.ts"
import type { OpenStamp } from "../sheet/raster/stamp-reader.ts"
import { writePieces } from "./stamp-folder.ts"

const MM_PER_INCH = 25.4

/**
 * Traces the cut line of a sheet and proves it by the sheet's own pixels. Throws a CutLineError where
 * it cannot be cut as asked.
 */
export async function makeCutLine(
  job: FormatJob,
  contour: Contour,
  openStamp: OpenStamp,
  host: RasterHost,
): Promise<CutInk> {
  const rules: CutRules = {
    offsetMm: contour.offsetIn * MM_PER_INCH,
    corners: contour.corners,
    smallestHoleMm: contour.smallestHoleIn * MM_PER_INCH,
  }
  const line = await traceCutLine(job, rules, openStamp, host)
  await checkCutLine(line, job, rules, openStamp, host)
  if (contour.marks === undefined) return { name: contour.name, line }
  const { marks, clear } = registrationMarks(contour.marks, job)
  const mm = MM_PER_INCH / job.dpi
  for (const box of clear) {
    const isCovered = [...job.placements, ...(job.labels ?? [])].some(
      ({ x, y, widthPx, heightPx }) =>
        x * mm < box.x + box.width &&
        (x + widthPx) * mm > box.x &&
        y * mm < box.y + box.height &&
        (y + heightPx) * mm > box.y,
    )
    if (isCovered)
      throw new CutLineError(
        "A piece lies on the registration marks: the margin at the edges has to be wider",
      )
  }
  return { name: contour.name, line, marks }
}

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
    const file = cutFileNameOf(sheetIndex, kind)
    await writePieces(join(outDir, file), withoutHead(writeCutFile(kind, line, job, name, marks)))
    names.push(file)
  }
  return names
}

/** As pieces of a file whose beginning is right when it is written. */
async function* withoutHead(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, null> {
  yield* pieces
  return null
}
