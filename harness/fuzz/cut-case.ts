import { checkCutFile } from "../../sheet/contour/check-cut-file.ts"
import { writeCutFile } from "../../sheet/contour/cut-file.ts"
import { placedRings } from "../../sheet/contour/cut-line.ts"
import { makeCutLine } from "../../sheet/contour/make-cut-line.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { bytesSource } from "../bytes.ts"
import { drawnSheet } from "../drawn-sheet.ts"
import { randomFrom } from "../seeded-random.ts"
import { caseSeed } from "./mode.ts"
import { hardSilhouette } from "./silhouettes.ts"

/**
 * Traces, proves, writes and reads back the cut line around some silhouettes that are hard to trace;
 * the same for the same seed. Throws where any of it fails; returns how many rings there are.
 */
export async function cutCase(seed: number, host: RasterHost): Promise<number> {
  const random = randomFrom(caseSeed(seed, 0))
  const drawings = Array.from({ length: 1 + Math.floor(random() * 3) }, () => hardSilhouette(random))
  const { job, openStamp } = await drawnSheet(drawings, host, Math.floor(random() * 60))
  const asked = {
    offsetIn: random() < 0.2 ? -random() * 0.05 : random() * 0.2,
    corners: random() < 0.5 ? "round" : "mitre",
    islands: random() < 0.3,
    holes: random() < 0.3,
    smallestHoleIn: random() < 0.3 ? 0 : random() * 0.2,
    name: "CutContour",
    marks: null,
  } as const
  const { line, name } = await makeCutLine(job, asked, openStamp, host)
  for (const kind of ["svg", "dxf"] as const) {
    const bytes = new Uint8Array(Buffer.concat([...writeCutFile(kind, line, job, name)]))
    await checkCutFile(kind, bytesSource(bytes), line, job, name)
  }
  if (!Number.isFinite(line.lengthPx)) throw new Error(`the line is ${line.lengthPx} px long`)
  return [...placedRings(line)].length
}
