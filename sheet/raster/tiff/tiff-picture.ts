import { PROFILE_MAX_BYTES } from "../limits.ts"
import { checkArtworkSize } from "../png-header.ts"
import { type ExactReader, readTiffDirectory, type TiffDirectory } from "./read-directory.ts"
import { damagedTiff, unsupportedTiff } from "./tiff-refusal.ts"
import { ALPHA, CMYK_INKS, COLOURS, COMPRESSION, HORIZONTAL, TAG } from "./tiff-tag.ts"

/** Pieces of the picture, each packed alone: strips of whole rows, or tiles from left to right and down. */
type Pieces = {
  isTiled: boolean
  widthPx: number
  heightPx: number
  offsets: number[]
  byteCounts: number[]
}

/** The facts about the picture in a TIFF's first directory, checked. */
export type TiffPicture = {
  widthPx: number
  heightPx: number
  isLittle: boolean
  /** Bits a sample. */
  depth: 1 | 2 | 4 | 8 | 16
  colours: "grey" | "inverted-grey" | "rgb" | "palette" | "cmyk"
  /** The samples of a pixel, colours first. */
  samples: number
  /** The sample that is alpha; null: none. */
  alpha: { sample: number; isAssociated: boolean } | null
  /** True if each sample of all pixels is a picture of its own, with its own pieces. */
  isSeparate: boolean
  compression: number
  isDiffered: boolean
  pieces: Pieces
  /** The colours of indexes: 16-bit reds, then greens, then blues. */
  palette: number[]
  profile: Uint8Array | null
  /** Plain words for the seller. */
  warnings: string[]
}

/** The most strips or tiles: a picture of the most pixels in the smallest tiles (16 × 16). */
const MAX_PIECES = 400_000
/** The most samples of a pixel: colours, alpha and a few spot channels. */
const MAX_SAMPLES = 8

const coloursOf: Record<number, TiffPicture["colours"]> = {
  [COLOURS.whiteIsZero]: "inverted-grey",
  [COLOURS.blackIsZero]: "grey",
  [COLOURS.rgb]: "rgb",
  [COLOURS.palette]: "palette",
  [COLOURS.cmyk]: "cmyk",
}

const AS_RGB = "Save it in RGB with 8 or 16 bits a channel, or as PNG."

/** Reads what a TIFF says of its first picture. Refuses what cannot be decoded, with what to save instead. */
export async function readTiffPicture(exact: ExactReader): Promise<TiffPicture> {
  const directory = await readTiffDirectory(exact, damagedTiff)
  const one = async (tag: number, absent: number) => (await directory.numbers(tag, 16))[0] ?? absent
  const widthPx = await one(TAG.width, 0)
  const heightPx = await one(TAG.height, 0)
  checkArtworkSize(widthPx, heightPx)
  const compression = await one(TAG.compression, COMPRESSION.none)
  const photometric = await one(TAG.colours, COLOURS.rgb)
  refuseColours(photometric, compression)
  if (photometric === COLOURS.cmyk && (await one(TAG.inkSet, CMYK_INKS)) !== CMYK_INKS)
    throw unsupportedTiff("is in other inks than CMYK", AS_RGB)
  const channels = photometric === COLOURS.rgb ? 3 : photometric === COLOURS.cmyk ? 4 : 1
  const samples = await one(TAG.samples, 1)
  if (samples < channels || samples > MAX_SAMPLES) throw unsupportedTiff(`has ${samples} channels`, AS_RGB)
  const depth = depthOf(await directory.numbers(TAG.bits, MAX_SAMPLES), samples, channels)
  const formats = await directory.numbers(TAG.sampleFormat, MAX_SAMPLES)
  if (formats.some((format) => format !== 1 && format !== 4))
    throw unsupportedTiff("holds floating point or signed numbers", AS_RGB)
  if ((await one(TAG.fillOrder, 1)) !== 1)
    throw unsupportedTiff("has its bits in reversed order", "Save it as PNG.")
  if ((await one(TAG.orientation, 1)) !== 1)
    throw unsupportedTiff(
      "is stored turned or mirrored",
      "Turn it upright in your design program and save it again, or save it as PNG.",
    )
  const predictor = await one(TAG.predictor, 1)
  const isDiffered =
    predictor === HORIZONTAL && compression !== COMPRESSION.none && compression !== COMPRESSION.packBits
  if (predictor > HORIZONTAL || (isDiffered && depth < 8))
    throw unsupportedTiff(
      "is compressed in an unusual way",
      "Save it with LZW or ZIP compression, or as PNG.",
    )
  const planes = await one(TAG.planes, 1)
  if (planes !== 1 && planes !== 2) throw damagedTiff("its channels lie in an unknown order")
  const isSeparate = planes === 2 && samples > 1
  const warnings: string[] = []
  const { alpha, words } = alphaOf(await directory.numbers(TAG.extraSamples, MAX_SAMPLES), samples, channels)
  if (words) warnings.push(words)
  if (directory.next !== 0) warnings.push("This TIFF holds several pictures; only its first is printed.")
  return {
    widthPx,
    heightPx,
    isLittle: directory.isLittle,
    depth,
    colours: coloursOf[photometric],
    samples,
    alpha,
    isSeparate,
    compression,
    isDiffered,
    pieces: await readPieces(directory, { widthPx, heightPx }, isSeparate ? samples : 1),
    palette: photometric === COLOURS.palette ? await readPalette(directory, depth, samples) : [],
    profile: await directory.bytes(TAG.profile, PROFILE_MAX_BYTES),
    warnings,
  }
}

function refuseColours(photometric: number, compression: number): void {
  if (compression === COMPRESSION.jpeg || compression === COMPRESSION.oldJpeg)
    throw unsupportedTiff(
      "is compressed with JPEG",
      "Save it with LZW or ZIP compression, or as JPEG or PNG.",
    )
  const known: number[] = Object.values(COMPRESSION)
  if (!known.includes(compression))
    throw unsupportedTiff(
      `is compressed in an unusual way (${compression})`,
      "Save it with LZW or ZIP compression, or as PNG.",
    )
  if (coloursOf[photometric] === undefined)
    throw unsupportedTiff("is in colours of another kind than RGB", AS_RGB)
}

function depthOf(bits: number[], samples: number, channels: number): TiffPicture["depth"] {
  const depth = bits[0] ?? 1
  if (bits.some((other) => other !== depth)) throw unsupportedTiff("has channels of different depths", AS_RGB)
  const isKnown =
    depth === 8 ||
    depth === 16 ||
    ((depth === 1 || depth === 2 || depth === 4) && samples === 1 && channels === 1)
  if (!isKnown) throw unsupportedTiff(`has ${depth} bits a channel`, AS_RGB)
  return depth
}

/**
 * Returns the alpha among the extra samples. Four samples that nothing is said of are RGB with an
 * associated alpha, as in libtiff; a channel that is said to be anything is left out.
 */
function alphaOf(
  extras: number[],
  samples: number,
  channels: number,
): { alpha: TiffPicture["alpha"]; words: string | null } {
  const kinds = extras.length === 0 && channels === 3 && samples === 4 ? [ALPHA.associated] : extras
  const at = kinds.findIndex((kind) => kind === ALPHA.associated || kind === ALPHA.straight)
  const alpha =
    at < 0 || channels + at >= samples
      ? null
      : { sample: channels + at, isAssociated: kinds[at] === ALPHA.associated }
  const leftOut = samples - channels - (alpha ? 1 : 0)
  return {
    alpha,
    words:
      leftOut > 0
        ? `This TIFF has ${leftOut === 1 ? "a channel" : `${leftOut} channels`} beside its colours and transparency, which ${leftOut === 1 ? "is" : "are"} not printed.`
        : null,
  }
}

async function readPieces(
  directory: TiffDirectory,
  size: { widthPx: number; heightPx: number },
  planes: number,
): Promise<Pieces> {
  const isTiled = directory.tags.includes(TAG.tileOffsets)
  const [sizes, places, counts] = isTiled
    ? [[TAG.tileWidth, TAG.tileHeight], TAG.tileOffsets, TAG.tileBytes]
    : [[TAG.width, TAG.rowsPerStrip], TAG.stripOffsets, TAG.stripBytes]
  const [widthPx] = await directory.numbers(sizes[0], 1)
  const [rows = size.heightPx] = await directory.numbers(sizes[1], 1)
  const heightPx = isTiled ? rows : Math.min(rows, size.heightPx)
  const isWhole = widthPx >= 1 && heightPx >= 1 && (!isTiled || (widthPx % 16 === 0 && heightPx % 16 === 0))
  if (!isWhole) throw damagedTiff("its parts have an impossible size")
  const offsets = await directory.numbers(places, MAX_PIECES)
  const byteCounts = await directory.numbers(counts, MAX_PIECES)
  const expected = planes * Math.ceil(size.widthPx / widthPx) * Math.ceil(size.heightPx / heightPx)
  if (offsets.length < expected || byteCounts.length < expected)
    throw damagedTiff(`it has ${Math.min(offsets.length, byteCounts.length)} of its ${expected} parts`)
  return { isTiled, widthPx, heightPx, offsets, byteCounts }
}

async function readPalette(directory: TiffDirectory, depth: number, samples: number): Promise<number[]> {
  if (samples !== 1 || depth > 8) throw unsupportedTiff("has a palette of an unusual kind", AS_RGB)
  const palette = await directory.numbers(TAG.palette, 3 * 256)
  if (palette.length !== 3 << depth) throw damagedTiff("its palette has an impossible length")
  return palette
}
