import { parseArgs } from "node:util"
import sharp from "sharp"
import { openNodeHost } from "../../cli/node-host.ts"
import { bytesSource } from "../../harness/bytes.ts"
import { COMPOSITES, drawComposite } from "../../harness/composites.ts"
import { cpuMs } from "../../harness/cpu-time.ts"
import { drawEnlarged, drawOthers, type EnlargedDrawing } from "../../harness/enlarged-drawings.ts"
import { pictureRows, rowsPicture } from "../../harness/picture-rows.ts"
import { psnr } from "../../harness/psnr.ts"
import { photoLike } from "../../harness/raw-pictures.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { throughJpeg } from "../../harness/through-jpeg.ts"
import { addFigures, compareEdges, noFigures } from "../../harness/unmix-figures.ts"
import type { Mend } from "../../sheet/mend/mend.ts"
import { mendRows } from "../../sheet/mend/mend-rows.ts"
import { traceDrawing } from "../../sheet/mend/trace-drawing.ts"
import type { ByteSource, Picture } from "../../sheet/raster/artwork.ts"
import { makeStamp } from "../../sheet/raster/make-stamp.ts"
import { openArtwork } from "../../sheet/raster/open-artwork.ts"
import { openSvg } from "../../sheet/raster/svg/open-svg.ts"
import { SVG_STAMP_EFFORT } from "../../sheet/raster/svg/svg-limit.ts"
import { textSource } from "../../sheet/raster/text-source.ts"

/**
 * `npm run bench -- mend [--json]`: the background of 60 composites over known colours is removed, clean and through JPEG, and
 * compared with the drawings; drawings are enlarged and traced and compared with themselves at the new size; then each mend is timed beside
 * decoding alone and a plain stamp of as many pixels.
 */
const LEAST_RIGHT = 0.99
/** A mend's time as a multiple of a plain stamp's. */
const MOST_TIME = 2
const SIDE_PX = sized(240, 60)
const TILES = sized(8, 1)
/** The runs of which the shortest counts. */
const RUNS = sized(3, 1)
const JPEG_QUALITIES = [92, 80]
/** The side of drawings that are enlarged, and of those that a photograph is cut out by. */
const SMALL_PX = 96
const TILE_PX = 300
/** The most colours of a drawing that is traced. */
const TRACED_COLOURS = 8
/** The mends that are timed on white, and on film. */
const flatMends: [string, Mend][] = [
  ["remove-background edges", { kind: "remove-background", from: "edges", tolerance: 8 }],
  ["remove-background everywhere", { kind: "remove-background", from: "everywhere", tolerance: 8 }],
  ["knock-out", { kind: "knock-out", colour: "#ffffff", tolerance: 8 }],
  ["recolour", { kind: "recolour", from: "#ffffff", to: "#203040", tolerance: 8 }],
  ["crop", { kind: "crop", x: 100, y: 100, width: 800, height: 800 }],
  ["turn 90", { kind: "turn", degrees: 90 }],
  ["turn 180", { kind: "turn", degrees: 180 }],
]
const filmMends: [string, Mend][] = [
  ["harden", { kind: "harden", threshold: 128 }],
  ["halftone dot", { kind: "halftone", shape: "dot", linesPerInch: 45, angle: 22.5 }],
  ["halftone line", { kind: "halftone", shape: "line", linesPerInch: 45, angle: 22.5 }],
  ["halftone diffusion", { kind: "halftone", shape: "diffusion", linesPerInch: 45, angle: 0 }],
  ["drop-specks", { kind: "drop-specks", mm: 0.5 }],
  ["fill-pinholes", { kind: "fill-pinholes", mm: 0.5 }],
  ["thicken", { kind: "thicken", mm: 0.35 }],
  ["choke", { kind: "choke", mm: 0.2 }],
  ["outline", { kind: "outline", mm: 2, colour: "#ffffff" }],
]

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } })
const host = await openNodeHost()
const context = { mmPerPx: 25.4 / 300, host }

const clean = await compareAll(async (picture) => picture)
const throughJpegs = []
for (const quality of JPEG_QUALITIES)
  throughJpegs.push({ quality, ...(await compareAll((picture) => throughJpeg(picture, quality))) })
const enlarged = await compareEnlarged(drawEnlarged)
const enlargedOthers = await compareEnlarged(drawOthers)
const traced = await compareTraced()
const rows = await timeMends()
const alphaShare = clean.alphaRight / clean.edges
const colourShare = clean.colourRight / clean.coloured

if (values.json)
  console.log(
    JSON.stringify({
      bench: "mend",
      alphaShare,
      colourShare,
      throughJpegs,
      enlarged,
      enlargedOthers,
      traced,
      rows,
    }),
  )
else {
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`
  console.log(
    `${COMPOSITES} composites: alpha within 2 levels on ${percent(alphaShare)} of ${clean.edges} edge pixels, colour within ΔE 2 on ${percent(colourShare)}; ${clean.specks} specks, ${clean.holes} holes`,
  )
  for (const { quality, alphaOff, specks, holes } of throughJpegs)
    console.log(
      `through JPEG at ${quality}: alpha off by ${alphaOff.toFixed(1)} levels on average; ${specks} specks, ${holes} holes`,
    )
  for (const { name, times: factor, edgesDb, lanczosDb } of [...enlarged, ...enlargedOthers])
    console.log(
      `${factor} × ${name.padEnd(24)} edges ${edgesDb.toFixed(1)} dB, Lanczos ${lanczosDb.toFixed(1)} dB`,
    )
  for (const { name, quality, shapesDb, pixelsDb, characters } of traced)
    console.log(
      `${name.padEnd(24)} traced ${quality === null ? "clean" : `through JPEG at ${quality}`}: ${shapesDb === null ? "no shapes" : `shapes ${shapesDb.toFixed(1)} dB, ${characters} characters`}, pixels ${pixelsDb.toFixed(1)} dB`,
    )
  for (const { name, ms, ofDecoding, ofStamp } of rows)
    console.log(
      `${name.padEnd(28)} ${ms.toFixed(0).padStart(5)} ms of processor, ${ofDecoding.toFixed(1)} × decoding, ${ofStamp.toFixed(2)} × a plain stamp`,
    )
}
judge(alphaShare >= LEAST_RIGHT && colourShare >= LEAST_RIGHT)
judge([...enlarged, ...enlargedOthers].every(({ edgesDb, lanczosDb }) => edgesDb >= lanczosDb))
judge(enlarged.some(({ edgesDb, lanczosDb }) => edgesDb > lanczosDb))
judge(traced.every(({ shapesDb, pixelsDb }) => shapesDb === null || shapesDb > pixelsDb))
judge(rows.every(({ ofStamp }) => ofStamp <= MOST_TIME))

async function compareAll(change: (picture: Picture) => Promise<Picture>) {
  const sum = noFigures()
  for (let i = 0; i < COMPOSITES; i++) {
    const { picture, truth, isEverywhere } = drawComposite(i, SIDE_PX)
    const mend: Mend = {
      kind: "remove-background",
      from: isEverywhere ? "everywhere" : "edges",
      tolerance: 8,
    }
    const rows = await mendRows(pictureRows(await change(picture)), [mend], context)
    addFigures(sum, compareEdges(await rowsPicture(rows), truth))
  }
  return sum
}

/** Compares enlarged drawings with themselves, drawn at the new size. */
async function compareEnlarged(draw: (side: number, times: number) => Promise<EnlargedDrawing[]>) {
  const figures = []
  for (const times of [2, 4])
    for (const { name, small, large } of await draw(SMALL_PX, times)) {
      const dbOf = async (method: "edges" | "lanczos") => {
        const printed = { ...context, printedWidthPx: large.widthPx }
        const rows = await mendRows(pictureRows(small), [{ kind: "enlarge", method }], printed)
        return psnr((await rowsPicture(rows)).rgba, large.rgba)
      }
      figures.push({ name, times, edgesDb: await dbOf("edges"), lanczosDb: await dbOf("lanczos") })
    }
  return figures
}

/** Compares drawings that are traced, as shapes and in pixels, with themselves at four times as many pixels across. */
async function compareTraced() {
  const figures = []
  for (const quality of [null, ...JPEG_QUALITIES])
    for (const { name, small, large } of await drawEnlarged(SMALL_PX, 4)) {
      // JPEG knows no film.
      const isOpaque = small.rgba.every((value, i) => i % 4 !== 3 || value === 255)
      if (quality !== null && !isOpaque) continue
      const picture = quality === null ? small : await throughJpeg(small, quality)
      const drawing = await traceDrawing(pictureRows(picture), TRACED_COLOURS, host)
      const mend: Mend = { kind: "trace", colours: TRACED_COLOURS }
      const printed = { ...context, printedWidthPx: large.widthPx }
      const pixels = await rowsPicture(await mendRows(pictureRows(picture), [mend], printed))
      const pixelsDb = psnr(pixels.rgba, large.rgba)
      const shapesDb =
        drawing === null ? null : psnr((await drawnAt(drawing, large.widthPx)).rgba, large.rgba)
      figures.push({ name, quality, shapesDb, pixelsDb, characters: drawing?.length ?? 0 })
    }
  return figures
}

async function drawnAt(drawing: string, widthPx: number): Promise<Picture> {
  return rowsPicture(await openSvg(textSource(drawing), host, { widthPx }, SVG_STAMP_EFFORT))
}

/** Times the mends on a photograph that is cut out by many drawings, on white or on film. */
async function timeMends() {
  const side = TILE_PX * TILES
  const sources = { onWhite: await drawPhoto(true), onFilm: await drawPhoto(false) }
  const decoded = (source: ByteSource, mends: Mend[], more: object = {}) =>
    least(async () => {
      const artwork = await openArtwork(source, "png", host, null)
      await (await mendRows(artwork, mends, { ...context, ...more })).decode(() => {})
    })
  const stamped = (source: ByteSource, widthPx: number) =>
    least(async () => {
      const trim = { x: 0, y: 0, width: side, height: side }
      const spec = { trim, widthPx, heightPx: widthPx, rotated: false, mirror: false }
      for await (const _piece of makeStamp(source, "png", spec, host));
    })
  const figures = []
  for (const [ground, source] of Object.entries(sources)) {
    const [decodeMs, stampMs] = [await decoded(source, []), await stamped(source, side)]
    for (const [name, mend] of ground === "onWhite" ? flatMends : filmMends) {
      const ms = await decoded(source, [mend])
      figures.push({ name, ms, ofDecoding: ms / decodeMs, ofStamp: ms / stampMs })
    }
  }
  const largeMs = await stamped(sources.onFilm, 2 * side)
  const decodeMs = await decoded(sources.onFilm, [])
  const larger = { printedWidthPx: 2 * side }
  for (const method of ["edges", "lanczos"] as const) {
    const ms = await decoded(sources.onFilm, [{ kind: "enlarge", method }], larger)
    figures.push({ name: `enlarge ${method}`, ms, ofDecoding: ms / decodeMs, ofStamp: ms / largeMs })
  }
  const drawings = await drawTiles()
  const [drawnMs, drawnStampMs] = [await decoded(drawings, []), await stamped(drawings, 2 * side)]
  const ms = await decoded(drawings, [{ kind: "enlarge", method: "edges" }], larger)
  figures.push({
    ...{ name: "enlarge edges of drawings", ms },
    ...{ ofDecoding: ms / drawnMs, ofStamp: ms / drawnStampMs },
  })
  return figures
}

/** Draws the drawings that are enlarged side by side, so small that an edge is every few pixels. */
async function drawTiles(): Promise<ByteSource> {
  const side = TILE_PX * TILES
  const tiles = (await drawEnlarged(SMALL_PX, 1)).filter(({ name }) => !name.startsWith("hard"))
  const pixelsOf = tiles.map(({ small }) => new Uint32Array(small.rgba.buffer))
  const rgba = new Uint32Array(side * side)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const tile = Math.floor(y / SMALL_PX) + Math.floor(x / SMALL_PX)
      rgba[y * side + x] = pixelsOf[tile % tiles.length][(y % SMALL_PX) * SMALL_PX + (x % SMALL_PX)]
    }
  const raw = { width: side, height: side, channels: 4 as const }
  return bytesSource(await sharp(new Uint8Array(rgba.buffer), { raw }).png().toBuffer())
}

async function drawPhoto(isOnWhite: boolean): Promise<ByteSource> {
  const side = TILE_PX * TILES
  const rgba = photoLike(side, side, 1)
  const truths = Array.from({ length: 10 }, (_, i) => drawComposite(i, TILE_PX).truth.rgba)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const truth = truths[(Math.floor(y / TILE_PX) * TILES + Math.floor(x / TILE_PX)) % 10]
      const alpha = truth[((y % TILE_PX) * TILE_PX + (x % TILE_PX)) * 4 + 3]
      const at = (y * side + x) * 4
      if (!isOnWhite) rgba[at + 3] = alpha
      else
        for (let c = 0; c < 3; c++)
          rgba[at + c] = Math.round((alpha / 255) * rgba[at + c] + (1 - alpha / 255) * 255)
    }
  const raw = { width: side, height: side, channels: 4 as const }
  return bytesSource(await sharp(rgba, { raw }).png().toBuffer())
}

async function least(run: () => Promise<void>): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY
  for (let i = 0; i < RUNS; i++) {
    const startMs = cpuMs()
    await run()
    leastMs = Math.min(leastMs, cpuMs() - startMs)
  }
  return leastMs
}
