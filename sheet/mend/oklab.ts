// Colours in OKLab: B. Ottosson, "A perceptual color space for image processing", 2020
// (https://bottosson.github.io/posts/oklab/). A colour is a number 0xbbggrr: a pixel of RGBA8 without its alpha.

/** The linear light of each code of sRGB (IEC 61966-2-1). */
const LIGHT = Float64Array.from({ length: 256 }, (_, code) => {
  const value = code / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

/** L, a and b of the cube roots of three kinds of cones. */
const LAB_OF_CONES = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
] as const

/** The lowest bits by which colours of one cell differ, and what is known of a cell. */
const CELL_CODES = 0x070707
const NEAR = 1
const FAR = 2
/** What rounding may add to a difference. */
const ROUNDING = 1e-6

/** The colours that a cache remembers: a colour in each place, the last that fell there. */
const CACHE_BITS = 16
/** The most ΔE that a code of sRGB counts for. From dark grey to white it is 0.3 to 0.5. */
const PER_CODE = 0.8
/** A key that is no colour's. */
const NONE = 0xffffffff

/** Returns the colour of `#rrggbb`. */
export function colourOf(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  return (value >>> 16) | (value & 0xff00) | ((value & 0xff) << 16)
}

/** Returns `#rrggbb` of a colour. */
export function hexOf(colour: number): string {
  const value = ((colour & 0xff) << 16) | (colour & 0xff00) | ((colour >>> 16) & 0xff)
  return `#${value.toString(16).padStart(6, "0")}`
}

/** Returns L, a and b of a colour, L from 0 to 1. */
export function labOf(colour: number): [l: number, a: number, b: number] {
  const [l, m, s] = writeCones(colour, new Float64Array(3))
  const [[ll, lm, ls], [al, am, as], [bl, bm, bs]] = LAB_OF_CONES
  return [ll * l + lm * m + ls * s, al * l + am * m + as * s, bl * l + bm * m + bs * s]
}

/** Writes the light that three kinds of cones get from a colour; none falls where a channel rises. */
function writeCones(colour: number, cones: Float64Array): Float64Array {
  const red = LIGHT[colour & 255]
  const green = LIGHT[(colour >>> 8) & 255]
  const blue = LIGHT[(colour >>> 16) & 255]
  cones[0] = longCone(red, green, blue)
  cones[1] = middleCone(red, green, blue)
  cones[2] = shortCone(red, green, blue)
  return cones
}

function longCone(red: number, green: number, blue: number): number {
  return Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
}

function middleCone(red: number, green: number, blue: number): number {
  return Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
}

function shortCone(red: number, green: number, blue: number): number {
  return Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
}

/** Returns the colour of L, a and b, each channel held within sRGB. */
export function fromLab(lightness: number, a: number, b: number): number {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = codeOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = codeOf(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = codeOf(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return red | (green << 8) | (blue << 16)
}

/** Returns the perceived difference ΔE of two colours: their distance in OKLab × 100. */
export function difference(one: number, other: number): number {
  return openDifference(one)(other)
}

/**
 * Returns ΔE, or less where it is about a few codes: near black ΔE is five times as sensitive as elsewhere, so that the noise of
 * a JPEG would count more than what anyone sees.
 */
export function unlikeness(one: number, other: number): number {
  return openUnlikeness(one)(other)
}

/** Returns the unlikeness of other colours to one, which is looked at once. */
export function openUnlikeness(one: number): (other: number) => number {
  const differenceTo = openDifference(one)
  return (other) => Math.min(differenceTo(other), codesApart(one, other, other) * PER_CODE)
}

/** Returns the ΔE of other colours to one, which is looked at once. Nothing is allocated for each: there are millions. */
export function openDifference(one: number): (other: number) => number {
  const [ownL, ownA, ownB] = labOf(one)
  const [[ll, lm, ls], [al, am, as], [bl, bm, bs]] = LAB_OF_CONES
  return (other) => {
    const red = LIGHT[other & 255]
    const green = LIGHT[(other >>> 8) & 255]
    const blue = LIGHT[(other >>> 16) & 255]
    const l = longCone(red, green, blue)
    const m = middleCone(red, green, blue)
    const s = shortCone(red, green, blue)
    const lightness = ownL - (ll * l + lm * m + ls * s)
    const a = ownA - (al * l + am * m + as * s)
    const b = ownB - (bl * l + bm * m + bs * s)
    return 100 * Math.sqrt(lightness * lightness + a * a + b * b)
  }
}

/** Returns the most by which a channel of a colour lies outside those from `lowest` to `highest`, in codes. */
function codesApart(colour: number, lowest: number, highest: number): number {
  let most = 0
  for (let shift = 0; shift < 24; shift += 8) {
    const code = (colour >>> shift) & 255
    most = Math.max(most, ((lowest >>> shift) & 255) - code, code - ((highest >>> shift) & 255))
  }
  return most
}

/**
 * Returns a function that tells quickly, and once for all colours of a cell of 8 codes across, that they are farther than `most` from
 * one by `unlikeness`. Where it returns false, colours may be nearer or not: most pixels of a photograph are far from most
 * colours.
 */
export function surelyUnlike(one: number, most: number): (colour: number) => boolean {
  const cells = new Uint8Array(1 << 15)
  const leastDifference = openLeastDifference(one)
  const cellOf = (colour: number) => {
    const [lowest, highest] = [colour & ~CELL_CODES, colour | CELL_CODES]
    const isNear =
      codesApart(one, lowest, highest) * PER_CODE <= most + ROUNDING ||
      leastDifference(lowest, highest) <= most + ROUNDING
    return isNear ? NEAR : FAR
  }
  return (colour) => {
    const cell = ((colour >>> 3) & 0x1f) | ((colour >>> 6) & 0x3e0) | ((colour >>> 9) & 0x7c00)
    const known = cells[cell]
    if (known !== 0) return known === FAR
    cells[cell] = cellOf(colour)
    return cells[cell] === FAR
  }
}

/** Returns a bound below the ΔE of a colour and those whose channels lie between two others': their L, a and b lie in a box. */
function openLeastDifference(one: number): (lowest: number, highest: number) => number {
  const own = labOf(one)
  const low = new Float64Array(3)
  const high = new Float64Array(3)
  return (lowest, highest) => {
    writeCones(lowest, low)
    writeCones(highest, high)
    let square = 0
    for (let i = 0; i < 3; i++) {
      const weights = LAB_OF_CONES[i]
      let least = 0
      let most = 0
      for (let c = 0; c < 3; c++) {
        least += weights[c] * (weights[c] > 0 ? low[c] : high[c])
        most += weights[c] * (weights[c] > 0 ? high[c] : low[c])
      }
      const beside = Math.max(0, least - own[i], own[i] - most)
      square += beside * beside
    }
    return 100 * Math.sqrt(square)
  }
}

/** Returns a function of colours that remembers 65,536 of its results: a picture's colours come again and again. */
export function remembered(of: (colour: number) => number): (colour: number) => number {
  const keys = new Uint32Array(1 << CACHE_BITS).fill(NONE)
  const results = new Float64Array(1 << CACHE_BITS)
  return (colour) => {
    // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
    const place = Math.imul(colour, 0x9e3779b1) >>> (32 - CACHE_BITS)
    if (keys[place] === colour) return results[place]
    keys[place] = colour
    results[place] = of(colour)
    return results[place]
  }
}

function codeOf(light: number): number {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.max(0, Math.min(255, Math.round(value * 255)))
}
