import sharp from "sharp"
import { expect, test } from "vitest"
import { bytesSource, bytesStamp, collect } from "../../../harness/bytes.ts"
import { gangSheet } from "../../../harness/nest/gang-sheets.ts"
import { drawn } from "../../../harness/nest/ink.ts"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { pngFormat } from "../../../sheet/formats/png-format.ts"
import type { PieceType, Placement, SheetBounds } from "../../../sheet/layout/layout.ts"
import { layOutShapes } from "../../../sheet/layout/nest/lay-out-shapes.ts"
import { noFoot } from "../../../sheet/layout/nest/outline.ts"
import type { PrintedInk } from "../../../sheet/layout/nest/printed-ink.ts"
import { labelBox, withoutReserve } from "../../../sheet/preflight/label-strip.ts"
import type { ArtworkKind, Box } from "../../../sheet/raster/artwork.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { drawLabel } from "../../../sheet/raster/label/draw-label.ts"
import { encodeCode } from "../../../sheet/raster/label/encode-code.ts"
import { makeStamp } from "../../../sheet/raster/make-stamp.ts"
import { decodeAll, host } from "../raster/decode.ts"
import { readStamp } from "../raster/stamps.ts"

type Artwork = { bytes: Uint8Array; kind: ArtworkKind; trim: Box }

/** Shapes with a soft shadow and room around them, an SVG, a photograph. */
async function artworksOf(seed: number): Promise<Uint8Array[]> {
  const shapes = gangSheet(seed).items.slice(0, 6)
  const pictures = await Promise.all(
    shapes.map(async ({ polygon }, i) => {
      const { widthPx, heightPx, rgba } = drawn(polygon, 90 + 40 * i)
      const raw = { width: widthPx, height: heightPx, channels: 4 as const }
      const shadowed = sharp(rgba, { raw }).extend({
        top: 9,
        bottom: 12,
        left: 7,
        right: 8,
        background: "#0000",
      })
      return new Uint8Array(await (i % 2 === 0 ? shadowed.blur(2) : shadowed).png().toBuffer())
    }),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 160"><path d="M20 20 L180 140 L60 150 Z" fill="#c03"/><circle cx="150" cy="40" r="30" fill="none" stroke="#036" stroke-width="3"/></svg>`
  return [...pictures, new TextEncoder().encode(svg)]
}

test("on a rendered sheet ink of different pieces is nowhere nearer than the gap, every copy whole, labels clear of all", async () => {
  const dpi = 60
  for (const [seed, mirror, foot] of [
    [2, false, noFoot],
    [5, true, noFoot],
    [5, true, { stripPx: 14, reservePx: 3 }],
  ] as const) {
    const artworks: Artwork[] = []
    const inks: PrintedInk[] = []
    const pieces: PieceType[] = []
    for (const [i, bytes] of (await artworksOf(seed)).entries()) {
      const report = await inspectArtwork(bytesSource(bytes), host, { previewPx: 32 })
      const widthPx = [170, 230, 300, 140, 260, 330, 250][i]
      const heightPx = Math.round((widthPx * report.trim.height) / report.trim.width)
      artworks.push({ bytes, kind: report.kind, trim: report.trim })
      inks.push({ silhouette: report.silhouette, box: report.trim, widthPx, heightPx, mirror })
      pieces.push({ widthPx, heightPx: heightPx + foot.reservePx, count: 2 + (i % 3) })
    }
    const bounds: SheetBounds = { widthPx: 22 * dpi, maxLengthPx: 6_000, edgePx: 15, gapPx: 15, rotate: true }
    const result = layOutShapes(pieces, inks, bounds, layoutHost, { effort: "quick", seed, foot })
    if (result.kind !== "laid-out") throw new Error("too large")
    expect(result.violations).toEqual([])
    expect(result.nesting).toBe("shapes")
    const [sheet] = withoutReserve(result.layout, foot).sheets

    const stamps = new Map<string, Uint8Array>()
    const keyOf = ({ piece, rotated, halfTurned }: Placement) => `${piece} ${rotated} ${halfTurned === true}`
    for (const placement of sheet.placements) {
      const { bytes, kind, trim } = artworks[placement.piece]
      const { widthPx, heightPx, rotated, halfTurned } = placement
      const spec = { trim, widthPx, heightPx, rotated, halfTurned, mirror }
      if (!stamps.has(keyOf(placement)))
        stamps.set(keyOf(placement), await collect(makeStamp(bytesSource(bytes), kind, spec, host)))
    }
    const labels = sheet.placements.map((placement) => ({
      ...labelBox(placement, foot),
      text: "Hi",
      rotated: placement.rotated,
      mirror,
    }))
    const job = {
      widthPx: sheet.widthPx,
      lengthPx: sheet.lengthPx,
      dpi,
      placements: sheet.placements.map((placement) => ({ stamp: keyOf(placement), ...placement })),
      labels: foot.stripPx > 0 ? labels : [],
    }
    const openStamp = async (stamp: string) => bytesStamp(stamps.get(stamp) ?? new Uint8Array(0))
    const png = await collect(pngFormat.write(job, openStamp, host))
    const { rgba } = await decodeAll(png)

    // Each pixel's owner, painted from the stamps; the sheet must hold exactly that.
    const owners = new Int16Array(sheet.widthPx * sheet.lengthPx).fill(-1)
    const expected = new Uint8Array(rgba.length)
    let overlaps = 0
    for (const [owner, placement] of sheet.placements.entries()) {
      const stamp = await readStamp(stamps.get(keyOf(placement)) ?? new Uint8Array(0))
      for (let y = 0; y < placement.heightPx; y++) {
        for (let x = 0; x < placement.widthPx; x++) {
          const from = (y * placement.widthPx + x) * 4
          if (stamp.rgba[from + 3] === 0) continue
          const at = (placement.y + y) * sheet.widthPx + placement.x + x
          if (owners[at] >= 0) overlaps++
          owners[at] = owner
          expected.set(stamp.rgba.subarray(from, from + 4), at * 4)
        }
      }
    }
    for (const [i, label] of job.labels.entries()) {
      const ink = drawLabel(label, encodeCode)
      expect(ink.alpha.length).toBeGreaterThan(100)
      for (let y = 0; y < label.heightPx; y++) {
        for (let x = 0; x < label.widthPx; x++) {
          const at = (label.y + y) * sheet.widthPx + label.x + x
          if (owners[at] !== -1) overlaps++
          owners[at] = -2 - i
        }
      }
      for (let at = 0; at < ink.alpha.length; at++) {
        const y = label.y + ink.y + Math.floor(at / ink.widthPx)
        const x = label.x + ink.x + (at % ink.widthPx)
        expected.set([0, 0, 0, ink.alpha[at]], (y * sheet.widthPx + x) * 4)
      }
    }
    expect(overlaps).toBe(0)
    const isSame = rgba.every((value, i) => value === expected[i] || rgba[i | 3] === 0)
    expect(isSame).toBe(true)
    expect(leastDistance(owners, sheet.widthPx, 2 * bounds.gapPx)).toBeGreaterThanOrEqual(bounds.gapPx)
  }
})

// The least distance, up to `most`, between pixels of different owners, from edge to edge of the
// pixels. Only pixels at the edge of their owner's ink can be nearest.
function leastDistance(owners: Int16Array, widthPx: number, most: number): number {
  const isEdge = (at: number) =>
    owners[at] >= 0 && [1, -1, widthPx, -widthPx].some((step) => owners[at + step] !== owners[at])
  const edges: number[] = []
  owners.forEach((_, at) => {
    if (isEdge(at)) edges.push(at)
  })
  const isEdgeAt = new Uint8Array(owners.length)
  for (const at of edges) isEdgeAt[at] = 1
  let least = most ** 2
  for (const at of edges) {
    const x = at % widthPx
    for (let dy = 0; dy <= most; dy++) {
      for (let dx = -most; dx <= most; dx++) {
        const other = at + dy * widthPx + dx
        if (x + dx < 0 || x + dx >= widthPx || isEdgeAt[other] !== 1 || owners[other] === owners[at]) continue
        least = Math.min(least, Math.max(0, Math.abs(dx) - 1) ** 2 + Math.max(0, dy - 1) ** 2)
      }
    }
  }
  return Math.sqrt(least)
}
