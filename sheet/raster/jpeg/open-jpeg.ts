import type { ByteSource, RowSink, RowSource } from "../artwork.ts"
import type { RasterHost } from "../host.ts"
import type { Pause } from "../pause.ts"
import type { ProfileTransform } from "../profile/parse-profile.ts"
import { type UsedProfile, useProfile, without } from "../profile/use-profile.ts"
import { ChunkReader, CompressedWindow, holdFile } from "./compressed-window.ts"
import { isQuarterTurned } from "./exif-orientation.ts"
import type { JpegFrame } from "./jpeg-frame.ts"
import { isHeaderMarker, JpegHeader } from "./jpeg-header.ts"
import { type JpegKernel, openJpegKernel } from "./jpeg-kernel.ts"
import { JPEG_MAX_BLOCK_VISITS, JPEG_MAX_SCANS, JPEG_WINDOW_BYTES } from "./jpeg-limit.ts"
import { cutShortJpeg, damagedJpeg } from "./jpeg-refusal.ts"
import { PictureMemory } from "./picture-memory.ts"
import { type Scan, scanVisits } from "./scan-header.ts"
import { TableStore, writeScanRecord } from "./scan-record.ts"
import { ScanSet } from "./scan-set.ts"
import { SegmentParser } from "./segment-parser.ts"
import { decodeTurned, decodeUp, planTurn } from "./turned-decoder.ts"
import { type AddressSink, decodeDown, decodeStreaming } from "./upright-decoder.ts"

/**
 * Returns the size of a JPEG after its EXIF orientation, from its first bytes. Null if the frame header
 * lies behind them: 64 KiB suffice for nearly all files, a CMYK profile and editors' notes need more
 * (see PROBE_BYTES). Throws an ArtworkError if the picture can never be decoded.
 */
export function probeJpeg(head: Uint8Array): { widthPx: number; heightPx: number } | null {
  const header = new JpegHeader()
  const parser = new SegmentParser(isHeaderMarker, (marker, payload) => header.take(marker, payload))
  parser.push(head, 0)
  if (header.frame !== null) return uprightSize(header, header.frame)
  if (header.scan !== null || parser.isEnded) throw damagedJpeg("it holds no picture")
  return null
}

/**
 * Opens a JPEG by its header. `decode` may be called again and reads the source anew each time. It
 * emits upright rows of opaque sRGB. Warnings say if colours are a guess. Tests pass a smaller window,
 * which a small picture slides through many times.
 */
export async function openJpeg(
  source: ByteSource,
  host: RasterHost,
  windowBytes = JPEG_WINDOW_BYTES,
): Promise<RowSource & { warnings: string[]; droppedProfile: string | null }> {
  const reader = await ChunkReader.open(source)
  const header = new JpegHeader()
  try {
    await readHeader(reader, header)
  } finally {
    await reader.close()
  }
  const frame = header.frame
  if (frame === null) throw damagedJpeg("it holds no picture")
  const { transform, warnings } = chooseColours(header, host)
  return {
    ...uprightSize(header, frame),
    warnings,
    droppedProfile: warnings.length > 0 ? warnings.join(" ") : null,
    decode: (sink, pause = proceed) => decodeJpeg({ source, host, transform, windowBytes }, sink, pause),
  }
}

function uprightSize(header: JpegHeader, { widthPx, heightPx }: JpegFrame) {
  return isQuarterTurned(header.orientation)
    ? { widthPx: heightPx, heightPx: widthPx }
    : { widthPx, heightPx }
}

/** Reads up to the first scan. Returns that scan's first bytes. */
async function readHeader(reader: ChunkReader, header: JpegHeader): Promise<Uint8Array> {
  const parser = new SegmentParser(isHeaderMarker, (marker, payload) => header.take(marker, payload))
  for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) {
    const at = parser.push(chunk, 0)
    if (header.scan !== null) return chunk.subarray(at)
    if (parser.isEnded) throw damagedJpeg("it holds no picture")
  }
  throw cutShortJpeg()
}

function chooseColours(header: JpegHeader, host: RasterHost): UsedProfile {
  const model = header.colourModel
  const space = model === "cmyk" || model === "ycck" ? "cmyk" : model === "grey" ? "grey" : "rgb"
  const profile = header.profile.join()
  return header.profile.isBroken ? without("it is damaged", space, host) : useProfile(profile, space, host)
}

/** Returns at once: the pause of a consumer that takes rows as fast as they come. */
async function proceed(): Promise<void> {}

type Decoding = {
  source: ByteSource
  host: RasterHost
  transform: ProfileTransform | null
  windowBytes: number
}

async function decodeJpeg(
  { source, host, transform, windowBytes }: Decoding,
  sink: RowSink,
  pause: Pause,
): Promise<void> {
  const reader = await ChunkReader.open(source)
  const kernel = openJpegKernel(host)
  try {
    const header = new JpegHeader()
    const first = await readHeader(reader, header)
    const frame = header.frame
    const scan = header.scan
    if (frame === null || scan === null) throw damagedJpeg("it holds no picture")
    const rows = { take: rowEmitter(kernel, header, frame, transform, sink), pause }
    const isWhole = !frame.isProgressive && scan.entries.length === frame.components.length
    if (isWhole && header.orientation <= 2) {
      const window = new CompressedWindow(kernel, reader, first, windowBytes)
      await decodeInPassing(kernel, window, header, frame, scan, rows)
    } else {
      await reader.close()
      await decodeHeld(kernel, source, rows)
    }
  } finally {
    kernel.close()
    transform?.close?.()
    await reader.close()
  }
}

/** Passes rows on in sRGB, mirrored if the orientation demands it. */
function rowEmitter(
  kernel: JpegKernel,
  { orientation }: JpegHeader,
  frame: JpegFrame,
  transform: ProfileTransform | null,
  sink: RowSink,
): AddressSink["take"] {
  const width = isQuarterTurned(orientation) ? frame.heightPx : frame.widthPx
  const isMirrored = orientation === 2 || orientation === 3
  return (address, y) => {
    if (isMirrored) kernel.calls.reverseRow(address, width)
    const row = kernel.view(address, width * 4)
    transform?.apply(row)
    sink(row, y)
  }
}

async function decodeInPassing(
  kernel: JpegKernel,
  window: CompressedWindow,
  header: JpegHeader,
  frame: JpegFrame,
  scan: Scan,
  rows: AddressSink,
): Promise<void> {
  const memory = new PictureMemory(kernel, frame, quantsOf(header), colours(header), frame.mcusWide)
  const record = writeScanRecord(kernel, new TableStore(kernel), scan, window.start, window.start)
  const scans = new ScanSet(kernel, frame, memory, [record])
  await decodeStreaming(kernel, frame, memory, scans, window, rows)
}

async function decodeHeld(kernel: JpegKernel, source: ByteSource, rows: AddressSink): Promise<void> {
  const reader = await ChunkReader.open(source)
  const held = await holdFile(kernel, reader).finally(() => reader.close())
  const header = new JpegHeader()
  const ranges = readScans(kernel, held, header)
  const frame = header.frame
  if (frame === null) throw damagedJpeg("it holds no picture")
  const { orientation } = header
  const plan =
    orientation > 2
      ? planTurn(
          frame,
          ranges.map((range) => range.scan),
          orientation,
          held.end - held.from,
        )
      : { stripMcus: frame.mcusWide }
  const memory = new PictureMemory(kernel, frame, quantsOf(header), colours(header), frame.mcusWide)
  const tables = new TableStore(kernel)
  const records = ranges.map(({ scan, from, end }) => writeScanRecord(kernel, tables, scan, from, end))
  const scans = new ScanSet(kernel, frame, memory, records)
  if (orientation <= 2) await decodeDown(frame, memory, scans, rows)
  else if (orientation <= 4) await decodeUp(kernel, frame, memory, scans, rows)
  else await decodeTurned(kernel, frame, memory, scans, plan, orientation, rows)
}

type ScanRange = { scan: Scan; from: number; end: number }

/** Finds every scan of a held file. Refuses too many scans and too much work. */
function readScans(kernel: JpegKernel, held: { from: number; end: number }, header: JpegHeader): ScanRange[] {
  const parser = new SegmentParser(isHeaderMarker, (marker, payload) => header.take(marker, payload))
  const bytes = kernel.view(0, held.end)
  const ranges: ScanRange[] = []
  let visits = 0
  let at = held.from
  while (at < held.end && !parser.isEnded) {
    header.scan = null
    at = parser.push(bytes, at)
    const { scan, frame } = header
    if (scan === null || frame === null) continue
    const end = kernel.calls.findMarker(at, held.end)
    ranges.push({ scan, from: at, end })
    at = end
    visits += scanVisits(scan, frame)
    if (ranges.length > JPEG_MAX_SCANS || visits > JPEG_MAX_BLOCK_VISITS)
      throw damagedJpeg("it describes the picture in far too many passes")
    // A baseline picture is complete when each channel had its scan. Further bytes are another
    // picture or noise.
    if (!frame.isProgressive && quantsSeen(header) === frame.components.length) return ranges
  }
  if (!parser.isEnded) throw cutShortJpeg()
  return ranges
}

function quantsSeen(header: JpegHeader): number {
  return header.quantByComponent.filter((quant) => quant !== undefined).length
}

function quantsOf(header: JpegHeader): Int16Array[] {
  const quants = header.quantByComponent.filter((quant) => quant !== undefined)
  if (quants.length !== header.frame?.components.length) throw damagedJpeg("a colour channel is missing")
  return quants
}

function colours(header: JpegHeader) {
  return { model: header.colourModel, isInkInverted: header.isInkInverted }
}
