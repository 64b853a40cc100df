import { findTag, isIcc, lettersAt } from "./icc-tag.ts"
import { parseToneCurve, type ToneCurve } from "./tone-curve.ts"

/**
 * A conversion of a row of straight RGBA8 to sRGB in place. Alpha stays; where a picture is in CMYK, black lies in its
 * place and becomes 255. `close` lets memory go until the next row.
 */
export type ProfileTransform = { apply(row: Uint8Array): void; close?(): void }

export type ParsedProfile =
  | { kind: "srgb" }
  | { kind: "transform"; transform: ProfileTransform }
  | { kind: "unsupported"; reason: string }

/**
 * The matrix from XYZ of the profile connection space (D50, Bradford) to linear sRGB: the inverse of
 * the colorants of sRGB's own profile.
 */
const SRGB_FROM_XYZ = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
]

/** The white of the profile connection space. */
const D50 = [0.9642, 1, 0.8249]

/**
 * The precision: linear light is summed in 1/2^20 and looked up in 1/2^14, a fifth of a level at the
 * steepest part of the curve.
 */
const SUM_BITS = 20
const LOOKUP_BITS = 14

/** The levels within which all colours of a profile have to be for it to count as sRGB. */
const SRGB_TOLERANCE = 1

/**
 * Reads an ICC profile (ICC.1:2010; versions 2 and 4). RGB profiles with a matrix and grey ones
 * with a curve become tables. Any other is littleCMS's; `reason` finishes a sentence that says why, should that not
 * know it either.
 */
export function parseProfile(icc: Uint8Array): ParsedProfile {
  const view = new DataView(icc.buffer, icc.byteOffset, icc.length)
  if (!isIcc(view)) return unsupported("it is damaged")
  const space = lettersAt(view, 16)
  if (space === "CMYK") return unsupported("its tables cannot be read")
  if (space !== "RGB " && space !== "GRAY") return unsupported("its kind of colour is not supported")
  const connection = lettersAt(view, 20)
  const parts = space === "GRAY" ? greyParts(view, connection) : rgbParts(view, connection)
  if (parts === null) return unsupported("it is built in a way that is not supported")
  const transform = buildTransform(parts)
  return isNearlySrgb(transform, space === "GRAY") ? { kind: "srgb" } : { kind: "transform", transform }
}

function unsupported(reason: string): ParsedProfile {
  return { kind: "unsupported", reason }
}

/**
 * `curves` give the linear light of each channel's codes, `matrix` its share in linear red, green
 * and blue.
 */
type Parts = { curves: ToneCurve[]; matrix: number[][] }

function rgbParts(view: DataView, connection: string): Parts | null {
  if (connection !== "XYZ ") return null
  const curves = ["rTRC", "gTRC", "bTRC"].map((name) => readCurve(view, name))
  const colorants = ["rXYZ", "gXYZ", "bXYZ"].map((name) => readXyz(view, name))
  if (!curves.every((curve) => curve !== null) || !colorants.every((xyz) => xyz !== null)) return null
  const matrix = SRGB_FROM_XYZ.map((row) => colorants.map((xyz) => dot(row, xyz)))
  return { curves, matrix }
}

function greyParts(view: DataView, connection: string): Parts | null {
  const curve = readCurve(view, "kTRC")
  if (curve === null || (connection !== "XYZ " && connection !== "Lab ")) return null
  // With Lab as connection space the curve gives lightness instead of luminance.
  const light = connection === "Lab " ? curve.map(luminance) : curve
  const matrix = SRGB_FROM_XYZ.map((row) => [dot(row, D50), 0, 0])
  return { curves: [light, light, light], matrix }
}

/** Converts CIE 1976 lightness (0–1) to relative luminance. */
function luminance(lightness: number): number {
  const t = (lightness * 100 + 16) / 116
  return t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29)
}

function dot(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function readCurve(view: DataView, name: string): ToneCurve | null {
  const tag = findTag(view, name)
  return tag === null ? null : parseToneCurve(tag)
}

function readXyz(view: DataView, name: string): number[] | null {
  const tag = findTag(view, name)
  if (tag === null || tag.byteLength < 20 || lettersAt(tag, 0) !== "XYZ ") return null
  return [8, 12, 16].map((at) => tag.getInt32(at) / 65_536)
}

/** The sRGB byte of each step of linear light. */
const encoded: Uint8Array = Uint8Array.from({ length: (1 << LOOKUP_BITS) + 1 }, (_, i) => {
  const light = i / (1 << LOOKUP_BITS)
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(255 * value)
})

function buildTransform({ curves, matrix }: Parts): ProfileTransform {
  // products[channel << 10 | code << 2 | output]: one code's contribution to each output.
  const products = new Int32Array(3 * 1024)
  for (let channel = 0; channel < 3; channel++) {
    for (let code = 0; code < 256; code++) {
      for (let output = 0; output < 3; output++) {
        const light = matrix[output][channel] * curves[channel][code]
        const bounded = Math.min(8, Math.max(-8, light))
        products[(channel << 10) | (code << 2) | output] = Math.round(bounded * (1 << SUM_BITS))
      }
    }
  }
  return { apply: (row) => applyProducts(products, row) }
}

function applyProducts(products: Int32Array, row: Uint8Array): void {
  const shift = SUM_BITS - LOOKUP_BITS
  const half = 1 << (shift - 1)
  for (let at = 0; at + 3 < row.length; at += 4) {
    const r = row[at] << 2
    const g = 1024 | (row[at + 1] << 2)
    const b = 2048 | (row[at + 2] << 2)
    const red = (products[r] + products[g] + products[b] + half) >> shift
    const green = (products[r | 1] + products[g | 1] + products[b | 1] + half) >> shift
    const blue = (products[r | 2] + products[g | 2] + products[b | 2] + half) >> shift
    row[at] = encode(red)
    row[at + 1] = encode(green)
    row[at + 2] = encode(blue)
  }
}

function encode(light: number): number {
  return encoded[Math.min(1 << LOOKUP_BITS, Math.max(0, light))]
}

/** Returns whether the transform changes 16³ colours, or every grey, by little. */
function isNearlySrgb(transform: ProfileTransform, isGrey: boolean): boolean {
  const colours = Array.from({ length: isGrey ? 256 : 4096 }, (_, i) =>
    isGrey ? [i, i, i, 255] : [(i >> 8) * 17, ((i >> 4) & 15) * 17, (i & 15) * 17, 255],
  ).flat()
  const row = Uint8Array.from(colours)
  transform.apply(row)
  return row.every((value, i) => Math.abs(value - colours[i]) <= SRGB_TOLERANCE)
}
