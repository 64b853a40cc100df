import type { CutInk, FormatJob } from "../formats/sheet-format.ts"
import type { RasterHost } from "../raster/host.ts"
import type { OpenStamp } from "../raster/stamp-reader.ts"
import { checkCutLine } from "./check-cut-line.ts"
import { CutLineError, type CutRules } from "./cut-line.ts"
import { type MarkKind, registrationMarks } from "./registration-marks.ts"
import { traceCutLine } from "./trace-cut-line.ts"

const MM_PER_INCH = 25.4

/** A request for a cut line, in inches. */
export type AskedContour = {
  offsetIn: number
  corners: CutRules["corners"]
  islands: boolean
  holes: boolean
  smallestHoleIn: number
  /** The name of its ink or layer. */
  name: string
  marks: MarkKind | null
}

/**
 * Traces the cut line of a sheet and proves it by the sheet's own pixels. Throws a CutLineError, in
 * words, if it cannot be cut as requested.
 */
export async function makeCutLine(
  job: FormatJob,
  { offsetIn, corners, islands, holes, smallestHoleIn, name, marks: kind }: AskedContour,
  openStamp: OpenStamp,
  host: RasterHost,
): Promise<CutInk> {
  const marks = kind === null ? undefined : marksOf(kind, job)
  const rules: CutRules = {
    offsetMm: offsetIn * MM_PER_INCH,
    corners,
    islands,
    holes,
    smallestHoleMm: smallestHoleIn * MM_PER_INCH,
  }
  const line = await traceCutLine(job, rules, openStamp, host)
  await checkCutLine(line, job, rules, openStamp, host)
  return { name, line, ...(marks ? { marks } : {}) }
}

function marksOf(kind: MarkKind, job: FormatJob) {
  const { marks, clear } = registrationMarks(kind, job)
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
  return marks
}
