import { ArtworkError, type RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { MEND_MAX_BYTES } from "../raster/limits.ts"
import { type Pause, restingPause } from "../raster/pause.ts"
import { NAMESPACES } from "../raster/svg/clean-svg.ts"
import { openSvg } from "../raster/svg/open-svg.ts"
import { SVG_STAMP_EFFORT } from "../raster/svg/svg-limit.ts"
import { textSource } from "../raster/text-source.ts"
import { fitContour, type Path, type Piece } from "./fit-curves.ts"
import { heldBy } from "./held-bytes.ts"
import { type Contour, FIELD_MARGIN, type LabelField, labelContours } from "./label-contours.ts"
import { FILM, labelColours, MIXED_AROUND, mixtureBytes, openMixtures, premultiplied } from "./mixtures.ts"
import { hexOf } from "./oklab.ts"
import { readPalette } from "./palette.ts"
import { resampled } from "./resampled.ts"
import { throughWindow } from "./through-window.ts"

/** The most pixels of a picture that is traced; a larger one is made smaller first. */
const TRACED_PIXELS = 4_000_000
/** A pixel's two labels, its share, its share of one label, whether its crack was followed, and a sixth for places and text. */
const BYTES_PER_PIXEL = 6
/** The most contours, their places and characters of a drawing: more of them are a photograph's. */
const MOST_CONTOURS = 4_000
const MOST_PLACES = 200_000
const MOST_CHARACTERS = 1_500_000
/** The characters that any drawing may have, and those for each pixel, as many as it takes bytes: beyond that shapes are no simpler. */
const FEW_CHARACTERS = 20_000
const PIXEL_BYTES = 4
/** The longer side of a picture whose shapes are as near to it as can be; those of a larger one may be as many times farther, so that they are as simple. */
const FINE_PX = 250
/** The area of a contour, in pixels, below which it is a speck. */
const LEAST_AREA = 0.75
/** The least width of the lines below the seams of two colours, in pixels of the picture. */
const LEAST_WIDTH = 1.2
/** The distance by which a seam may miss its edge, at least and as a share of what its path may, and the fewest places of one. */
const SEAM_OFF = 0.12
const SEAM_SHARE = 0.6
const LEAST_SEAM = 2
/** The places that a seam goes on beside a label that covers it. */
const BELOW = 2
/** The kinds of places of a contour, by what lies beyond. */
const [ALONG_FILM, COVERED, SEAMED] = [0, 1, 2]
/** The codes by which a pixel of the drawing may differ, and the pixels with ink of which one may differ more. */
const MOST_OFF = 40
const ONE_IN = 200

/**
 * Draws a picture of few colours, at most so many, as shapes with smooth outlines (see `labelContours` and `fitContour`), sharp at
 * every size. Returns an SVG as large as the picture; null if it has no opaque pixels, is of too many shapes, or does not look
 * like the picture: soft shades and hairs are no shapes, or if this would hold more than MEND_MAX_BYTES.
 *
 *   ┌──────┬──────┐   Both shapes end at their common edge, and smoothed as they are the film would show between them. So a line
 *   │  a   ╎  b   │   in the colour of the one that is drawn first lies below the edge.
 *   └──────┴──────┘
 */
export async function traceDrawing(
  source: RowSource,
  most: number,
  host: RasterHost,
): Promise<string | null> {
  const pause = restingPause(host)
  const rows = fitting(source, host)
  if (heldBy(rows) + BYTES_PER_PIXEL * rows.widthPx * rows.heightPx > MEND_MAX_BYTES) return null
  const palette = await readPalette(rows, most, pause)
  if (palette.length === 0) return null
  const labels = await readLabels(rows, palette, pause)
  const shapes = await drawShapes(labels, palette, pause)
  if (shapes === null) return null
  const { widthPx, heightPx } = labels
  const size = `width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}"`
  const drawing = `<svg ${NAMESPACES} ${size} preserveAspectRatio="none">${shapes}</svg>`
  return (await isLike(drawing, labels, palette, host)) ? drawing : null
}

function fitting(source: RowSource, host: RasterHost): RowSource {
  const { widthPx, heightPx } = source
  const scale = Math.sqrt(TRACED_PIXELS / (widthPx * heightPx))
  if (scale >= 1) return source
  const [width, height] = [widthPx, heightPx].map((side) => Math.max(1, Math.floor(side * scale)))
  return resampled(source, width, height, host)
}

/** A picture as mixtures of labels: in each pixel so much of `others`, in 255ths, and the rest of `ones`. */
type Labels = { widthPx: number; heightPx: number; ones: Uint8Array; others: Uint8Array; shares: Uint8Array }

async function readLabels(source: RowSource, palette: readonly number[], pause: Pause): Promise<Labels> {
  const { widthPx, heightPx } = source
  const [ones, others, shares] = Array.from({ length: 3 }, () => new Uint8Array(widthPx * heightPx))
  const window = { behind: MIXED_AROUND, ahead: MIXED_AROUND, ownBytes: mixtureBytes(widthPx) }
  const none = new Uint8Array(widthPx * 4)
  const reading = throughWindow(source, window, (held) => {
    const mixtures = openMixtures(palette, source, held)
    return {
      take: mixtures.look,
      make(y) {
        const at = y * widthPx
        mixtures.read(y, (x, one, other, share) => {
          ones[at + x] = one
          others[at + x] = other
          shares[at + x] = Math.round(255 * share)
        })
        return none
      },
    }
  })
  await reading.decode(() => {}, pause)
  return { widthPx, heightPx, ones, others, shares }
}

/** Writes the shapes of all labels, below them the lines of their seams; null if there are too many. */
async function drawShapes(labels: Labels, palette: readonly number[], pause: Pause): Promise<string | null> {
  const seams: string[] = []
  const fills: string[] = []
  const most = Math.min(MOST_CHARACTERS, FEW_CHARACTERS + PIXEL_BYTES * labels.ones.length)
  let [contours, places, characters] = [0, 0, 0]
  const field = emptyField(labels)
  const fineness = Math.max(1, labels.widthPx / FINE_PX, labels.heightPx / FINE_PX)
  for (let label = 1; label <= palette.length; label++) {
    fillField(field, labels, label)
    const [lines, shapes]: string[][] = [[], []]
    let width = LEAST_WIDTH
    for (const contour of labelContours(field, MOST_PLACES)) {
      contours++
      places += contour.xs.length
      if (contours > MOST_CONTOURS || places > MOST_PLACES) return null
      if (contour.area < LEAST_AREA) continue
      const path = fitContour(contour, fineness)
      const shape = writePath(path)
      const off = Math.max(SEAM_OFF, SEAM_SHARE * path.off)
      const line = seamsOf(contour, labels, field, { label, off })
      // It reaches the shapes on both sides, however far they and it miss their edge.
      width = Math.max(width, 2 * (path.off + off))
      characters += shape.length + line.length
      if (characters > most) return null
      shapes.push(shape)
      lines.push(line)
      await pause(64 * contour.xs.length)
    }
    await pause(labels.ones.length)
    const colour = hexOf(palette[label - 1])
    const line = lines.join("")
    if (line !== "")
      seams.push(
        `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${Number(width.toFixed(2))}"/>`,
      )
    if (shapes.length > 0) fills.push(`<path d="${shapes.join("")}" fill="${colour}" fill-rule="evenodd"/>`)
  }
  return [...ground(labels, palette), ...seams, ...fills].join("")
}

/** Returns what lies below the shapes of a picture without film, so that nothing shows through: the first colour all over. */
function ground({ widthPx, heightPx, ones, others, shares }: Labels, palette: readonly number[]): string[] {
  for (let at = 0; at < ones.length; at++)
    if (ones[at] === FILM || (others[at] === FILM && shares[at] > 0)) return []
  return [`<path d="M0 0H${widthPx}V${heightPx}H0Z" fill="${hexOf(palette[0])}"/>`]
}

function emptyField({ widthPx, heightPx }: Labels): LabelField {
  const columns = widthPx + 2 * FIELD_MARGIN
  const rows = heightPx + 2 * FIELD_MARGIN
  const [shares, visited] = [new Uint8Array(columns * rows), new Uint8Array(columns * rows)]
  return { columns, rows, shares, visited }
}

/** Writes the shares of a label. What lies beyond the border is as the border is, so that no edge ends there. */
function fillField(field: LabelField, labels: Labels, label: number): void {
  const { columns, rows } = field
  const { widthPx, heightPx, ones, others, shares } = labels
  field.visited.fill(0)
  for (let row = 1; row + 1 < rows; row++) {
    const y = Math.max(0, Math.min(heightPx - 1, row - FIELD_MARGIN))
    const line = field.shares.subarray(row * columns, (row + 1) * columns)
    for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
      const own = ones[at] === label ? 255 - shares[at] : 0
      line[x + FIELD_MARGIN] = own + (others[at] === label ? shares[at] : 0)
    }
    line.fill(line[FIELD_MARGIN], 1, FIELD_MARGIN)
    line.fill(line[columns - FIELD_MARGIN - 1], columns - FIELD_MARGIN, columns - 1)
  }
}

/**
 * Writes the parts of a contour beyond which a label is drawn later, as lines. Each goes on a little below the label beside it, so
 * that no corner of three labels is left open, but never along film.
 */
function seamsOf(
  { xs, ys, beyond }: Contour,
  labels: Labels,
  { columns }: LabelField,
  { label, off }: { label: number; off: number },
): string {
  const { widthPx, heightPx, ones, others } = labels
  const count = xs.length
  const kinds = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const x = (beyond[i] % columns) - FIELD_MARGIN
    const y = Math.floor(beyond[i] / columns) - FIELD_MARGIN
    const at = y * widthPx + x
    const isOutside = x < 0 || y < 0 || x >= widthPx || y >= heightPx
    const other = isOutside ? label : ones[at] === label ? others[at] : ones[at]
    kinds[i] = other === FILM ? ALONG_FILM : other > label ? SEAMED : COVERED
  }
  const first = kinds.findIndex((kind) => kind !== SEAMED)
  if (first < 0) return `${lineThrough(xs, ys, [...xs.keys()], off)}Z`
  let text = ""
  for (let step = 1; step <= count; ) {
    let end = step
    while (kinds[(first + end) % count] === SEAMED) end++
    if (end - step >= LEAST_SEAM) {
      let from = step
      while (step - from < BELOW && kinds[(first + from - 1 + count) % count] === COVERED) from--
      let to = end
      while (to - end < BELOW && kinds[(first + to) % count] === COVERED) to++
      text += lineThrough(
        xs,
        ys,
        Array.from({ length: to - from }, (_, i) => (first + from + i + count) % count),
        off,
      )
    }
    step = end + 1
  }
  return text
}

/** Writes a line through places, without those that lie on it anyway (D. H. Douglas and T. K. Peucker, 1973, from one end). */
function lineThrough(xs: Float64Array, ys: Float64Array, places: readonly number[], off: number): string {
  let text = `M${rounded(xs[places[0]])} ${rounded(ys[places[0]])}`
  for (let from = 0; from + 1 < places.length; ) {
    let to = from + 1
    while (to + 1 < places.length && to - from < 32 && isNearLine(from, to + 1)) to++
    text += `L${rounded(xs[places[to]])} ${rounded(ys[places[to]])}`
    from = to
  }
  return text

  function isNearLine(from: number, to: number): boolean {
    const [x, y] = [xs[places[from]], ys[places[from]]]
    const [wayX, wayY] = [xs[places[to]] - x, ys[places[to]] - y]
    const most = off * Math.hypot(wayX, wayY)
    for (let i = from + 1; i < to; i++)
      if (Math.abs((xs[places[i]] - x) * wayY - (ys[places[i]] - y) * wayX) > most) return false
    return true
  }
}

function writePath({ x, y, pieces }: Path): string {
  return `M${rounded(x)} ${rounded(y)}${pieces.map(writePiece).join("")}Z`
}

function writePiece(piece: Piece): string {
  if (piece.kind === "line") return `L${rounded(piece.x)} ${rounded(piece.y)}`
  return `C${piece.points.map(rounded).join(" ")}`
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

/** Returns true if a drawing at the picture's size looks like its mixtures: edges may lie up to a pixel off. */
async function isLike(
  drawing: string,
  labels: Labels,
  palette: readonly number[],
  host: RasterHost,
): Promise<boolean> {
  const { widthPx, heightPx } = labels
  const rows = await openOrNull(drawing, { widthPx, heightPx }, host)
  if (rows === null) return false
  const drawn = [0, 1, 2].map(() => new Float32Array(4 * widthPx))
  const wanted = [0, 1, 2].map(() => new Float32Array(4 * widthPx))
  const writeMixtures = openMixed(labels, palette)
  let [inked, different] = [0, 0]
  // Where the two codes themselves are near, each lies among those around the other.
  const isOff = (one: number, other: number, near: readonly number[], at: number) =>
    Math.abs(one - other) > MOST_OFF && !(isNear(one, wanted, near, at) && isNear(other, drawn, near, at))
  const compare = (y: number) => {
    const near = [Math.max(0, y - 1) % 3, y % 3, Math.min(heightPx - 1, y + 1) % 3]
    const [own, other] = [drawn[y % 3], wanted[y % 3]]
    for (let x = 0; x < widthPx; x++) {
      if (own[4 * x + 3] === 0 && other[4 * x + 3] === 0) continue
      inked++
      for (let at = 4 * x; at < 4 * x + 4; at++)
        if (isOff(own[at], other[at], near, at)) {
          different++
          break
        }
    }
  }
  await rows.decode((row, y) => {
    const line = drawn[y % 3]
    for (let at = 0; at < line.length; at += 4) {
      const alpha = row[at + 3]
      for (let c = 0; c < 3; c++) line[at + c] = (row[at + c] * alpha) / 255
      line[at + 3] = alpha
    }
    writeMixtures(y, wanted[y % 3])
    if (y > 0) compare(y - 1)
  }, restingPause(host))
  compare(heightPx - 1)
  return different * ONE_IN <= inked
}

/** Returns true if a code lies between those of the nine pixels around its place in rows, or nearly. */
function isNear(code: number, rows: readonly Float32Array[], near: readonly number[], at: number): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const row of near)
    for (let beside = at - 4; beside <= at + 4; beside += 4) {
      const other = rows[row][beside]
      if (other < low) low = other
      if (other > high) high = other
    }
  return code >= low - MOST_OFF && code <= high + MOST_OFF
}

/** Opens the writing of rows of mixtures in premultiplied codes. */
function openMixed({ widthPx, ones, others, shares }: Labels, palette: readonly number[]) {
  const entries = labelColours(palette).map((pixel) =>
    [0, 8, 16, 24].map((shift) => premultiplied(pixel, shift)),
  )
  return (y: number, line: Float32Array) => {
    for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
      const [one, other, share] = [entries[ones[at]], entries[others[at]], shares[at] / 255]
      for (let c = 0; c < 4; c++) line[4 * x + c] = one[c] + (other[c] - one[c]) * share
    }
  }
}

/** Opens a drawing; null if it is too much to be drawn. */
async function openOrNull(drawing: string, size: { widthPx: number; heightPx: number }, host: RasterHost) {
  try {
    return await openSvg(textSource(drawing), host, size, SVG_STAMP_EFFORT)
  } catch (error) {
    if (error instanceof ArtworkError) return null
    throw error
  }
}
