import { readdirSync } from "node:fs"
import { join } from "node:path"
import { fileSource, openNodeHost } from "../../cli/node-host.ts"
import { bytesStamp, collect } from "../../harness/bytes.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import type { Effort, PieceType } from "../../sheet/layout/layout.ts"
import { layOutShapes, type ShapesResult } from "../../sheet/layout/nest/lay-out-shapes.ts"
import type { PrintedInk } from "../../sheet/layout/nest/printed-ink.ts"
import { describeLayout } from "../../sheet/layout/utilisation.ts"
import type { Box } from "../../sheet/raster/artwork.ts"
import { composeSheet } from "../../sheet/raster/compose-sheet.ts"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import { makeStamp } from "../../sheet/raster/make-stamp.ts"
import { cpuSeconds } from "./polygon-nest.ts"

const folder = join(import.meta.dirname, "../../web/assets/artwork")
const dpi = 300
const bounds = { widthPx: 22 * dpi, maxLengthPx: 100 * dpi, edgePx: 75, gapPx: 75, rotate: true }
/** Printed widths of the twelve, and copies: forty in all. */
const widthsIn = [10, 4, 8, 3, 12, 6, 9, 3.5, 5, 11, 7, 4.5]
const copies = [2, 5, 3, 6, 1, 4, 2, 5, 4, 1, 3, 4]

type Demo = { files: string[]; trims: Box[]; inks: PrintedInk[]; pieces: PieceType[] }

async function readDemo(): Promise<Demo> {
  const host = await openNodeHost()
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".svg"))
    .sort()
    .map((name) => join(folder, name))
  const demo: Demo = { files, trims: [], inks: [], pieces: [] }
  for (const [i, file] of files.entries()) {
    const { silhouette, trim } = await inspectArtwork(fileSource(file), host, { previewPx: 16 })
    const widthPx = widthsIn[i] * dpi
    const heightPx = Math.round((widthPx * trim.height) / trim.width)
    demo.trims.push(trim)
    demo.inks.push({ silhouette, box: trim, widthPx, heightPx, mirror: false })
    demo.pieces.push({ widthPx, heightPx, count: copies[i] })
  }
  return demo
}

/** Film saved on the twelve demo artworks, forty copies in mixed sizes, by the layout that a print gets. */
export async function measureDemo(effort: Effort): Promise<{ cpuSeconds: number; savedPercent: number }> {
  const { pieces, inks } = await readDemo()
  const start = cpuSeconds()
  const result = layOut(pieces, inks, effort)
  const used = cpuSeconds() - start
  const saved = 1 - describeLayout(result.layout).lengthPx / result.boxesLengthPx
  return { cpuSeconds: used, savedPercent: 100 * saved }
}

/** CPU time of composing the nested demo sheet against the same sheet with boxes, an inch of film for an inch. */
export async function measureCompositor(runs: number): Promise<number> {
  const { files, trims, pieces, inks } = await readDemo()
  const host = await openNodeHost()
  const nested = layOut(pieces, inks, "instant")
  const boxes = layOut(
    pieces,
    inks.map(() => null),
    "instant",
  )
  const stamps = new Map<string, Uint8Array>()
  const compose = async (result: Extract<ShapesResult, { kind: "laid-out" }>) => {
    const jobs = result.layout.sheets.map((sheet) => ({
      widthPx: sheet.widthPx,
      lengthPx: sheet.lengthPx,
      dpi,
      placements: sheet.placements.map(({ piece, rotated, halfTurned, ...place }) => ({
        ...place,
        piece,
        spec: { trim: trims[piece], rotated, halfTurned, mirror: false },
        stamp: `${piece} ${rotated} ${halfTurned === true}`,
      })),
    }))
    for (const { stamp, piece, spec, widthPx, heightPx } of jobs.flatMap(({ placements }) => placements)) {
      if (stamps.has(stamp)) continue
      const made = makeStamp(fileSource(files[piece]), "svg", { ...spec, widthPx, heightPx }, host)
      stamps.set(stamp, await collect(made))
    }
    const open = async (stamp: string) => bytesStamp(stamps.get(stamp) ?? new Uint8Array(0))
    const start = cpuSeconds()
    for (const job of jobs) for await (const _ of composeSheet(job, open, host));
    return cpuSeconds() - start
  }
  await compose(nested)
  await compose(boxes)
  const ratios: number[] = []
  for (let run = 0; run < runs; run++) ratios.push((await compose(nested)) / (await compose(boxes)))
  return ratios.sort((a, b) => a - b)[runs >> 1]
}

function layOut(
  pieces: readonly PieceType[],
  inks: readonly (PrintedInk | null)[],
  effort: Effort,
): Extract<ShapesResult, { kind: "laid-out" }> {
  const result = layOutShapes(pieces, inks, bounds, layoutHost, { effort })
  if (result.kind !== "laid-out") throw new Error("a demo artwork is too large")
  if (result.violations.length > 0) throw new Error(result.violations.join("; "))
  return result
}
