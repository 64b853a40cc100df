import type { ArtworkKind, Box, ByteSource, RowSink, RowSource } from "./artwork.ts"
import type { RasterHost } from "./host.ts"
import { SHEET_MAX_LENGTH_PX, SHEET_MAX_WIDTH_PX, SVG_INSPECT_WIDTH_PX, TURN_SLICE_BYTES } from "./limits.ts"
import { openArtwork } from "./open-artwork.ts"
import type { Pause } from "./pause.ts"
import { pullFrom } from "./push-to-pull.ts"
import { openKernel, type RasterKernel } from "./raster-kernel.ts"
import { openResampler } from "./resample.ts"
import { maxEmitBytes, openStampWriter, type StampWriter } from "./stamp-file.ts"
import { SVG_STAMP_EFFORT } from "./svg/svg-limit.ts"

/**
 * The version in every stamp's key. Raise it when the same artwork gives other pixels, so that older
 * stamps are made anew, or other bytes, so that a version that is rolled back to meets only those
 * that it can read. 2 holds every pixel between its nearest, 3 draws vectors in lower strips, 4
 * keeps colours and alphas apart.
 */
export const STAMP_VERSION = 4

export type StampSpec = {
  /**
   * The part of the artwork that is kept, in its own pixels (for SVG: in those of a drawing
   * SVG_INSPECT_WIDTH_PX wide).
   */
  trim: Box
  /**
   * The size of the whole artwork, of which `trim` is the part that is kept, pixel for pixel. Pieces that
   * share artwork share its grid.
   */
  grid?: { widthPx: number; heightPx: number }
  /** The width as placed, after the turn. */
  widthPx: number
  heightPx: number
  /** True for a quarter turn clockwise, after mirroring. */
  rotated: boolean
  /** True for a further half turn. */
  halfTurned?: boolean
  /** True to exchange left and right, before any turn. */
  mirror: boolean
  /** True for letters of a few colours: zlib is not tried on them, which packs little of them tighter. */
  isText?: boolean
}

/**
 * Makes the stamp of one artwork at one printed size: decode → crop → resample → mirror, turn →
 * strips (stamp-file.ts). Artwork that keeps its size is copied pixel for pixel, colour under
 * transparency included. The same input gives the same bytes. A yielded piece is valid until the
 * next request.
 */
export async function* makeStamp(
  source: ByteSource,
  kind: ArtworkKind,
  spec: StampSpec,
  host: RasterHost,
): AsyncGenerator<Uint8Array> {
  checkSpec(spec)
  const uprightWidthPx = spec.rotated ? spec.heightPx : spec.widthPx
  const drawing = spec.grid ?? {
    widthPx: Math.max(1, Math.round((SVG_INSPECT_WIDTH_PX * uprightWidthPx) / spec.trim.width)),
  }
  const artwork = await openArtwork(source, kind, host, { ...drawing, effort: SVG_STAMP_EFFORT })
  const isScaled = kind === "svg" && !spec.grid
  yield* stampRows(artwork, { ...spec, trim: isScaled ? scaledTrim(spec.trim, artwork) : spec.trim }, host)
}

/** Makes a stamp of artwork that is open. `trim` counts in its own pixels, or in those of the grid. */
export async function* stampRows(
  artwork: RowSource,
  spec: StampSpec,
  host: RasterHost,
): AsyncGenerator<Uint8Array> {
  const { trim } = spec
  const whole = spec.grid ?? artwork
  if (trim.x + trim.width > whole.widthPx || trim.y + trim.height > whole.heightPx) {
    throw new Error(`trim ${JSON.stringify(trim)} leaves artwork of ${whole.widthPx} × ${whole.heightPx} px`)
  }
  yield* pullFrom(host, maxEmitBytes(spec.widthPx, spec.heightPx), async (emit, pause) => {
    const kernel = openKernel(host, "stamp")
    try {
      const writer = openStampWriter(kernel, spec, host, emit)
      const job = { artwork, trim, spec, kernel, writer, pause }
      if (spec.rotated) await writeTurned(job)
      else await (spec.halfTurned ? writeUpsideDown(job) : writeUpright(job))
    } finally {
      kernel.close()
    }
  })
}

type StampJob = {
  artwork: RowSource
  trim: Box
  spec: StampSpec
  kernel: RasterKernel
  writer: StampWriter
  pause: Pause
}

async function writeUpright(job: StampJob): Promise<void> {
  const { artwork, spec, kernel, writer, pause } = job
  const { widthPx, heightPx, mirror } = spec
  const { calls } = kernel
  const whole = { widthPx, heightPx, firstColumn: 0, columns: widthPx }
  const sink = openFitting(job, whole, (pixels) => {
    if (mirror) calls.mirrorRow(pixels, writer.nextRow(), widthPx)
    else calls.copyRows(writer.nextRow(), widthPx * 4, pixels, widthPx * 4, widthPx * 4, 1)
    writer.commitRow()
  })
  await artwork.decode(sink, pause)
}

/**
 * Writes the last rows first, each back to front. So the artwork is decoded in passes that keep a slice
 * of rows.
 */
async function writeUpsideDown(job: StampJob): Promise<void> {
  const { artwork, spec, kernel, writer, pause } = job
  const { widthPx, heightPx } = spec
  const { calls } = kernel
  const rowBytes = widthPx * 4
  const whole = { widthPx, heightPx, firstColumn: 0, columns: widthPx }
  const passes = Math.ceil(heightPx / Math.max(1, Math.floor(TURN_SLICE_BYTES / rowBytes)))
  const evenRows = Math.ceil(heightPx / passes)
  const mark = kernel.mark()
  for (let done = 0; done < heightPx; done += evenRows) {
    kernel.rewind(mark)
    const rows = Math.min(evenRows, heightPx - done)
    const last = heightPx - done - 1
    const slice = kernel.allocate(rows * rowBytes)
    const sink = openFitting(job, whole, (pixels, y) => {
      if (y > last || y <= last - rows) return
      const target = slice + (last - y) * rowBytes
      if (spec.mirror) calls.copyRows(target, rowBytes, pixels, rowBytes, rowBytes, 1)
      else calls.mirrorRow(pixels, target, widthPx)
    })
    await artwork.decode(sink, pause)
    for (let row = 0; row < rows; ) {
      const count = Math.min(writer.roomRows(), rows - row)
      calls.copyRows(writer.nextRow(), rowBytes, slice + row * rowBytes, rowBytes, rowBytes, count)
      for (let i = 0; i < count; i++) writer.commitRow()
      row += count
      await pause(count * widthPx)
    }
  }
}

/**
 * Writes a stamp turned by a quarter. A row of it is a column of the upright one, from foot to head. So
 * the artwork is decoded in passes, each keeping a slice of columns:
 *
 *   upright      ┌──┬──┬──┐   pass 1 keeps the left slice and writes the first rows of the stamp,
 *                │  │  │  │   pass 2 the next, …; mirrored artwork is sliced from the right
 *                └──┴──┴──┘   and each of its rows is stored back to front
 *
 * With a further half turn the artwork counts as upside down: rows are stored from the foot and,
 * unless mirrored, back to front.
 */
async function writeTurned(job: StampJob): Promise<void> {
  const { artwork, spec, kernel, writer, pause } = job
  const { calls } = kernel
  const upright = { widthPx: spec.heightPx, heightPx: spec.widthPx }
  const isBackToFront = spec.mirror !== (spec.halfTurned === true)
  const sliceColumns = Math.max(1, Math.floor(TURN_SLICE_BYTES / (upright.heightPx * 4)))
  const passes = Math.ceil(upright.widthPx / sliceColumns)
  const evenColumns = Math.ceil(upright.widthPx / passes)
  const mark = kernel.mark()
  for (let done = 0; done < upright.widthPx; done += evenColumns) {
    kernel.rewind(mark)
    const columns = Math.min(evenColumns, upright.widthPx - done)
    const firstColumn = isBackToFront ? upright.widthPx - done - columns : done
    const slice = kernel.allocate(columns * upright.heightPx * 4)
    const sink = openFitting(job, { ...upright, firstColumn, columns }, (pixels, y) => {
      const target = slice + (spec.halfTurned ? upright.heightPx - 1 - y : y) * columns * 4
      if (isBackToFront) calls.mirrorRow(pixels, target, columns)
      else calls.copyRows(target, columns * 4, pixels, columns * 4, columns * 4, 1)
    })
    await artwork.decode(sink, pause)
    for (let column = 0; column < columns; ) {
      const count = Math.min(writer.roomRows(), columns - column)
      calls.turnColumns(slice, upright.heightPx, columns, column, count, writer.nextRow())
      for (let i = 0; i < count; i++) writer.commitRow()
      column += count
      await pause(count * upright.heightPx)
    }
  }
}

type Fit = { widthPx: number; heightPx: number; firstColumn: number; columns: number }

/**
 * Crops artwork rows to `trim` and fits them, or fits all to the grid and crops that. `emit` gets a
 * pointer to the requested columns.
 */
function openFitting(
  { kernel, artwork, trim, spec: { grid } }: Pick<StampJob, "kernel" | "artwork" | "trim" | "spec">,
  fit: Fit,
  emit: (pixels: number, y: number) => void,
): RowSink {
  const isDrawnSo = grid?.widthPx === artwork.widthPx && grid.heightPx === artwork.heightPx
  if (grid && !isDrawnSo) {
    const plan = {
      sourceWidthPx: artwork.widthPx,
      sourceHeightPx: artwork.heightPx,
      targetWidthPx: grid.widthPx,
      targetHeightPx: grid.heightPx,
      firstColumn: trim.x + fit.firstColumn,
      columns: fit.columns,
    }
    const resampler = openResampler(kernel, plan, (pixels, y) => {
      if (y >= trim.y && y < trim.y + trim.height) emit(pixels, y - trim.y)
    })
    return (row) => resampler.push(row)
  }
  const left = trim.x * 4
  if (grid || (trim.width === fit.widthPx && trim.height === fit.heightPx)) {
    const pixels = kernel.allocate(fit.columns * 4)
    const view = kernel.view(pixels, fit.columns * 4)
    const from = left + fit.firstColumn * 4
    return (row, y) => {
      if (y < trim.y || y >= trim.y + trim.height) return
      view.set(row.subarray(from, from + fit.columns * 4))
      emit(pixels, y - trim.y)
    }
  }
  const plan = {
    sourceWidthPx: trim.width,
    sourceHeightPx: trim.height,
    targetWidthPx: fit.widthPx,
    targetHeightPx: fit.heightPx,
    firstColumn: fit.firstColumn,
    columns: fit.columns,
  }
  const resampler = openResampler(kernel, plan, emit)
  return (row, y) => {
    if (y >= trim.y && y < trim.y + trim.height) resampler.push(row.subarray(left, left + trim.width * 4))
  }
}

/** Scales the trim box to the pixels of an SVG drawn at another width. */
function scaledTrim(trim: Box, artwork: RowSource): Box {
  const scale = artwork.widthPx / SVG_INSPECT_WIDTH_PX
  const x = Math.min(artwork.widthPx - 1, Math.floor(trim.x * scale))
  const y = Math.min(artwork.heightPx - 1, Math.floor(trim.y * scale))
  return {
    x,
    y,
    width: Math.max(1, Math.min(artwork.widthPx - x, Math.round(trim.width * scale))),
    height: Math.max(1, Math.min(artwork.heightPx - y, Math.round(trim.height * scale))),
  }
}

function checkSpec({ trim, widthPx, heightPx, rotated, grid }: StampSpec): void {
  const [width, height] = rotated ? [heightPx, widthPx] : [widthPx, heightPx]
  if (grid && (trim.width !== width || trim.height !== height))
    throw new Error(`a part of ${trim.width} × ${trim.height} px makes no stamp of ${width} × ${height}`)
  const isWhole = [trim.x, trim.y, trim.width, trim.height, widthPx, heightPx].every(Number.isSafeInteger)
  const isPlaceable =
    widthPx >= 1 && heightPx >= 1 && widthPx <= SHEET_MAX_WIDTH_PX && heightPx <= SHEET_MAX_LENGTH_PX
  if (!isWhole || !isPlaceable || trim.x < 0 || trim.y < 0 || trim.width < 1 || trim.height < 1) {
    throw new Error(`a stamp of ${widthPx} × ${heightPx} px from ${JSON.stringify(trim)} cannot be made`)
  }
}
