/** The tags of TIFF 6 and its supplements that are written or read here; 34377 and 34675 are Photoshop's and ICC's. */
export const TAG = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  colours: 262,
  fillOrder: 266,
  title: 270,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  xResolution: 282,
  yResolution: 283,
  planes: 284,
  resolutionUnit: 296,
  software: 305,
  date: 306,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  inkSet: 332,
  extraSamples: 338,
  sampleFormat: 339,
  photoshop: 34377,
  profile: 34675,
} as const

/** The values of fields that are written and read. */
export const COMPRESSION = {
  none: 1,
  lzw: 5,
  oldJpeg: 6,
  jpeg: 7,
  deflate: 8,
  packBits: 32_773,
  oldDeflate: 32_946,
} as const
export const COLOURS = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, cmyk: 5, yCbCr: 6 } as const
/** The ink set of cyan, magenta, yellow and black; any other has names of its own. */
export const CMYK_INKS = 1
/** Differences to the pixel before, in each row. */
export const HORIZONTAL = 2
/** Extra samples: an alpha that colours are multiplied by, and one that they are not. */
export const ALPHA = { associated: 1, straight: 2 } as const
