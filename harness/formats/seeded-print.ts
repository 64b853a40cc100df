import sharp from "sharp"
import { openLayoutHost } from "../../cli/node-host.ts"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import type { FormatJob } from "../../sheet/formats/sheet-format.ts"
import type { Layout } from "../../sheet/layout/layout.ts"
import { planPrint, stampsOf, turnOf } from "../../sheet/preflight/plan-print.ts"
import { labelsOf } from "../../sheet/preflight/planned-labels.ts"
import type { LayoutItem, LayoutTemplate } from "../../sheet/preflight/print-layout.ts"
import type { SheetPlacement } from "../../sheet/raster/compose-sheet.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import { makeLaidStamp } from "../../sheet/raster/make-laid-stamp.ts"
import { makeStamp } from "../../sheet/raster/make-stamp.ts"
import type { OpenStamp } from "../../sheet/raster/stamp-reader.ts"
import { bytesSource, bytesStamp, collect } from "../bytes.ts"
import { artworkLike, photoLike } from "../raw-pictures.ts"
import { seeded } from "../seeded-random.ts"

/** A print laid out and ready to be written in any format: its sheets, and the stamps they name. */
export type SeededPrint = { sheets: FormatJob[]; openStamp: OpenStamp; pieces: number }

type Random = (below: number) => number

const LARGEST_PIECES = 300

/**
 * Makes prints like sellers', the same for the same seed: one to 300 pieces of one to four
 * artworks (clean edges, soft ones, see-through ones, photographs), in boxes or by their shapes,
 * with labels or without, mirrored or not, on two rolls of different width and resolution.
 */
export async function seededPrint(seed: number, host: RasterHost): Promise<SeededPrint> {
  const random = seeded(seed * 7919 + 1)
  const template: LayoutTemplate = {
    ...defaultSheetTemplate,
    ...(seed % 2 === 0 ? { widthIn: 5, dpi: 200, gapIn: 0.05 } : { widthIn: 3.7, dpi: 300, gapIn: 0.02 }),
    maxLengthIn: 8,
    edgeIn: 0.1,
    trim: random(2) === 0,
    mirror: random(2) === 0,
    labels: random(2) === 0,
    nesting: random(2) === 0 ? "shapes" : "boxes",
  }
  const count = 1 + random(4)
  // Few pieces are large, many are small.
  const wanted = [1, 3, 12, 60, LARGEST_PIECES][random(5)]
  const mostIn = Math.min(2.5, Math.max(0.25, 4 / Math.sqrt(wanted)))
  const items: (LayoutItem & { label: string; code: string })[] = []
  const artworks: Uint8Array[] = []
  for (let i = 0; i < count; i++) {
    const [width, height] = [40 + random(300), 40 + random(300)]
    const png = await artwork(width, height, random)
    artworks.push(png)
    const report = await inspectArtwork(bytesSource(png), host, { previewPx: 16 })
    items.push({
      image: report,
      // Neither side is longer than the roll is wide.
      widthIn: Number((mostIn * Math.min(1, width / height) * (0.4 + random(60) / 100)).toFixed(2)),
      quantity: Math.max(1, Math.floor(wanted / count)),
      silhouette: report.isOpaque ? null : report.silhouette,
      label: `#${1000 + random(9000)} ${["Good Vibes", "Luna Moth", "Café (Ørsted) & Co"][random(3)]}`,
      code: random(2) === 0 ? `HTTPS://FILM.EXAMPLE/C/9F3A21B07C-${i + 1}-` : "",
    })
  }
  const plan = planPrint(items, template, await openLayoutHost(), { effort: "quick" })
  if (plan.kind === "too-large") throw new Error(`print ${seed} does not fit its sheets`)
  const drawn = await drawnSheets(plan.layout, { items, artworks }, template, host)
  // Pieces that are nested by their shapes have no ink beside those.
  const { jobs, openStamp } = template.nesting === "boxes" ? await withTexts(drawn, host) : drawn
  const sheets = jobs.map((job, i) => ({
    ...job,
    labels: labelsOf(plan.layout.sheets[i], items, template),
    about: { title: `Print ${seed}`, createdAtMs: Date.UTC(2026, 0, 1 + seed) },
  }))
  return { sheets, openStamp, pieces: sheets.reduce((sum, { placements }) => sum + placements.length, 0) }
}

/** Lays something of its own over each piece of the first artwork, as a text is. */
async function withTexts(
  { jobs, openStamp }: Pick<SeededPrint, "openStamp"> & { jobs: FormatJob[] },
  host: RasterHost,
): Promise<{ jobs: FormatJob[]; openStamp: OpenStamp }> {
  const laid = new Map<string, Uint8Array>()
  const withText = async (placement: SheetPlacement): Promise<SheetPlacement> => {
    const { stamp, widthPx, heightPx, design } = placement
    if (design?.name !== "0") return placement
    const name = `text over ${stamp}`
    const rotated = design.turn % 180 === 90
    const [width, height] = rotated ? [heightPx, widthPx] : [widthPx, heightPx]
    const [left, top, right, bottom] = [width >> 3, height >> 1, (width >> 3) + 5, (height >> 1) + 3]
    const part = { x: 0, y: 0, width, height }
    const piece = {
      ...{ grid: { widthPx: width, heightPx: height }, part, under: { stamp, box: part } },
      texts: `<path d="M${left} ${top}H${right}V${bottom}H${left}Z" fill="#07f" fill-opacity=".6"/>`,
      ...{ canvas: { width, height }, ink: { left, top, right, bottom } },
      turn: { mirror: false, rotated, halfTurned: design.turn >= 180 },
    }
    if (!laid.has(name)) laid.set(name, await collect(makeLaidStamp(piece, host)))
    return { ...placement, stamp: name }
  }
  const named: FormatJob[] = []
  for (const job of jobs) {
    const placements: SheetPlacement[] = []
    for (const placement of job.placements) placements.push(await withText(placement))
    named.push({ ...job, placements })
  }
  return {
    jobs: named,
    openStamp: async (stamp) => {
      const bytes = laid.get(stamp)
      return bytes ? bytesStamp(bytes) : openStamp(stamp)
    },
  }
}

/** Makes the stamps of a layout's pieces, and returns its sheets as jobs for a format, without labels. */
export async function drawnSheets(
  layout: Layout,
  { items, artworks }: { items: Parameters<typeof stampsOf>[1]; artworks: readonly Uint8Array[] },
  template: LayoutTemplate,
  host: RasterHost,
): Promise<{ jobs: FormatJob[]; openStamp: OpenStamp }> {
  const stamps = new Map<string, Uint8Array>()
  const jobs: FormatJob[] = []
  for (const sheet of layout.sheets) {
    const specs = stampsOf(sheet, items, template)
    const placements: FormatJob["placements"] = []
    for (const [i, placement] of sheet.placements.entries()) {
      const { piece, x, y, widthPx, heightPx } = placement
      const stamp = JSON.stringify([piece, specs[i]])
      if (!stamps.has(stamp))
        stamps.set(stamp, await collect(makeStamp(bytesSource(artworks[piece]), "png", specs[i], host)))
      const design = { name: `${piece}`, turn: turnOf(placement) }
      placements.push({ stamp, x, y, widthPx, heightPx, design })
    }
    const { widthPx, lengthPx } = sheet
    jobs.push({ widthPx, lengthPx, dpi: template.dpi, placements, about: { title: "", createdAtMs: null } })
  }
  return {
    jobs,
    openStamp: async (stamp) => {
      const bytes = stamps.get(stamp)
      if (!bytes) throw new Error(`there is no stamp ${stamp}`)
      return bytesStamp(bytes)
    },
  }
}

async function artwork(width: number, height: number, random: Random): Promise<Uint8Array> {
  const kind = random(3)
  const seed = random(1 << 20)
  const rgba = kind === 0 ? artworkLike(width, height, seed) : photoLike(width, height, seed)
  // A disc or a wedge cut out of a photograph, with an edge a few pixels soft.
  for (let i = 0; kind > 0 && i < width * height; i++) {
    const x = (i % width) / width - 0.5
    const y = Math.floor(i / width) / height - 0.5
    const depth = kind === 1 ? 0.5 - Math.hypot(x, y) : x + y
    rgba[i * 4 + 3] = Math.max(0, Math.min(255, Math.round(depth * width * 60)))
  }
  const png = sharp(rgba, { raw: { width, height, channels: 4 } }).png()
  return new Uint8Array(await png.toBuffer())
}
