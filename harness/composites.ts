import type { Picture } from "../sheet/raster/artwork.ts"
import { randomFrom } from "./seeded-random.ts"

/** A drawing over a plain colour, and the drawing itself. */
export type Composite = {
  name: string
  /** The plain colour, `#rrggbb`. */
  ground: string
  picture: Picture
  truth: Picture
  /** True if ground that is enclosed is to be removed, too. */
  isEverywhere: boolean
}

type Rgb = readonly [number, number, number]
type Random = () => number
/** A drawing: the cover (0 to 1) of the pixel whose centre is at x, y, and its colour. */
type Drawing = { cover(x: number, y: number): number; colour(x: number, y: number): Rgb }
type Drawer = (side: number, random: Random, inks: readonly Rgb[]) => Drawing

const GROUNDS = ["#ffffff", "#000000", "#00b140", "#f3ead8", "#808080", "#1f4fa0"]
const INKS: readonly Rgb[] = [
  [200, 50, 60],
  [20, 20, 24],
  [31, 111, 139],
  [224, 165, 38],
  [250, 250, 245],
  [61, 122, 58],
  [91, 63, 140],
  [230, 98, 43],
  [245, 160, 190],
]
/** The least distance of an ink from the ground in codes: nearer ones are a matter of taste. */
const APART = 130

const drawers: [name: string, draw: Drawer, isEverywhere?: true][] = [
  ["ring", drawRing, true],
  ["star", drawStar],
  ["strokes", drawStrokes],
  ["blob", drawBlob],
  ["blurred disc", drawBlurred],
  ["faded disc", drawFaded],
  ["gradient", drawGradient],
  ["halves", drawHalves],
  ["waves", drawWaves],
  ["outlined", drawOutlined],
]
export const COMPOSITES = GROUNDS.length * drawers.length

/** Draws composite i, `side` pixels wide and high; the same each time. */
export function drawComposite(i: number, side: number): Composite {
  const random = randomFrom(7000 + i)
  const [name, draw, isEverywhere] = drawers[i % drawers.length]
  const ground = GROUNDS[Math.floor(i / drawers.length) % GROUNDS.length]
  const value = Number.parseInt(ground.slice(1), 16)
  const back: Rgb = [value >>> 16, (value >>> 8) & 255, value & 255]
  const far = INKS.filter((ink) => Math.hypot(...ink.map((code, c) => code - back[c])) >= APART)
  const first = Math.floor(random() * far.length)
  const inks = [far[first], far[(first + 1 + Math.floor(random() * (far.length - 1))) % far.length]]
  const { cover, colour } = draw(side, random, inks)
  const rgba = new Uint8Array(side * side * 4)
  const truth = new Uint8Array(side * side * 4)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const at = (y * side + x) * 4
      const alpha = Math.max(0, Math.min(1, cover(x + 0.5, y + 0.5)))
      const ink = colour(x + 0.5, y + 0.5)
      for (let c = 0; c < 3; c++) {
        truth[at + c] = Math.round(ink[c])
        rgba[at + c] = Math.round(alpha * ink[c] + (1 - alpha) * back[c])
      }
      truth[at + 3] = Math.round(255 * alpha)
      rgba[at + 3] = 255
    }
  return {
    name: `${name} on ${ground}`,
    ground,
    picture: { widthPx: side, heightPx: side, rgba },
    truth: { widthPx: side, heightPx: side, rgba: truth },
    isEverywhere: isEverywhere === true,
  }
}

/** Returns the cover of a pixel whose centre is `distance` pixels inside an outline. */
function edge(distance: number): number {
  return distance + 0.5
}

function drawRing(side: number, random: Random, [ink]: readonly Rgb[]): Drawing {
  const [middle, radius, half] = [side / 2 + random(), side * 0.3, side * 0.06]
  return {
    cover: (x, y) => edge(half - Math.abs(Math.hypot(x - middle, y - middle) - radius)),
    colour: () => ink,
  }
}

function drawStar(side: number, random: Random, [ink]: readonly Rgb[]): Drawing {
  const turn = random() * Math.PI
  const points = Array.from({ length: 10 }, (_, i) => {
    const radius = side * (i % 2 === 0 ? 0.42 : 0.19)
    return [
      side / 2 + radius * Math.cos(turn + (i * Math.PI) / 5),
      side / 2 + radius * Math.sin(turn + (i * Math.PI) / 5),
    ]
  })
  return { cover: (x, y) => coverBy(x, y, (px, py) => isWithin(points, px, py)), colour: () => ink }
}

/** Strokes of a letter's width, down to a pixel and a half. */
function drawStrokes(side: number, random: Random, [ink]: readonly Rgb[]): Drawing {
  const strokes = Array.from({ length: 7 }, (_, i) => {
    const angle = random() * Math.PI
    const middle = side * (0.15 + 0.115 * i)
    const length = side * (0.15 + 0.2 * random())
    return {
      x: side / 2 + (random() - 0.5) * side * 0.3,
      y: middle,
      cos: Math.cos(angle),
      sin: Math.sin(angle),
      length: length / 2,
      half: 0.75 + i * 0.4,
    }
  })
  const distanceIn = (x: number, y: number) =>
    Math.max(
      ...strokes.map((stroke) => {
        const along = (x - stroke.x) * stroke.cos + (y - stroke.y) * stroke.sin
        const off = (y - stroke.y) * stroke.cos - (x - stroke.x) * stroke.sin
        return stroke.half - Math.hypot(Math.max(0, Math.abs(along) - stroke.length), off)
      }),
    )
  return { cover: (x, y) => edge(distanceIn(x, y)), colour: () => ink }
}

function drawBlob(side: number, random: Random, [ink]: readonly Rgb[]): Drawing {
  const waves = Array.from({ length: 4 }, (_, i) => [i + 2, random() * 6, side * 0.05 * random()])
  return { cover: (x, y) => edge(insideBlob(side, waves, x, y)), colour: () => ink }
}

/** A disc after a Gaussian blur, nearly: σ of 1 to 4 pixels. */
function drawBlurred(side: number, random: Random, [ink]: readonly Rgb[]): Drawing {
  const sigma = 1 + 3 * random()
  return {
    cover: (x, y) => normal((side * 0.3 - Math.hypot(x - side / 2, y - side / 2)) / sigma),
    colour: () => ink,
  }
}

function drawFaded(side: number, random: Random, [ink]: readonly Rgb[]): Drawing {
  const width = 4 + 16 * random()
  return {
    cover: (x, y) => {
      const share = (side * 0.35 - Math.hypot(x - side / 2, y - side / 2)) / width
      return share <= 0 ? 0 : share >= 1 ? 1 : share * share * (3 - 2 * share)
    },
    colour: () => ink,
  }
}

function drawGradient(side: number, random: Random, [one, other]: readonly Rgb[]): Drawing {
  const shift = random() * 8
  const half = side * 0.32
  const round = side * 0.08
  return {
    cover: (x, y) => {
      const dx = Math.max(0, Math.abs(x - side / 2 - shift) - half + round)
      const dy = Math.max(0, Math.abs(y - side / 2) - half + round)
      return edge(round - Math.hypot(dx, dy))
    },
    colour: (x, y) => mix(one, other, ((x + y) / side - 0.36) / 1.28),
  }
}

function drawHalves(side: number, random: Random, [one, other]: readonly Rgb[]): Drawing {
  const angle = random() * Math.PI
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return {
    cover: (x, y) => edge(side * 0.36 - Math.hypot(x - side / 2, y - side / 2)),
    colour: (x, y) => mix(one, other, edge((x - side / 2) * cos + (y - side / 2) * sin)),
  }
}

/** A fill that changes by six codes over a dozen pixels. */
function drawWaves(side: number, random: Random, [ink]: readonly Rgb[]): Drawing {
  const waves = Array.from({ length: 3 }, (_, i) => [i + 3, random() * 6, side * 0.04 * random()])
  return {
    cover: (x, y) => edge(insideBlob(side, waves, x, y)),
    colour: (x, y) =>
      ink.map((code) => Math.max(0, Math.min(255, code + 3 * Math.sin(x / 4) * Math.cos(y / 5)))) as never,
  }
}

function drawOutlined(side: number, random: Random, [one, other]: readonly Rgb[]): Drawing {
  const waves = Array.from({ length: 3 }, (_, i) => [i + 2, random() * 6, side * 0.05 * random()])
  return {
    cover: (x, y) => edge(insideBlob(side, waves, x, y)),
    colour: (x, y) => mix(one, other, edge(insideBlob(side, waves, x, y) - 5)),
  }
}

/** Returns about how many pixels a point is inside a blob. */
function insideBlob(side: number, waves: number[][], x: number, y: number): number {
  const angle = Math.atan2(y - side / 2, x - side / 2)
  const radius = waves.reduce(
    (sum, [count, phase, height]) => sum + height * Math.sin(count * angle + phase),
    side * 0.3,
  )
  return radius - Math.hypot(x - side / 2, y - side / 2)
}

/** Returns the share of 16 × 16 points of a pixel that are inside; none or all where the corners and the middle agree. */
function coverBy(x: number, y: number, isInside: (x: number, y: number) => boolean): number {
  const isMiddle = isInside(x, y)
  const corners = [-0.5, 0.5].flatMap((dy) => [-0.5, 0.5].map((dx) => isInside(x + dx, y + dy)))
  if (corners.every((isCorner) => isCorner === isMiddle)) return isMiddle ? 1 : 0
  let count = 0
  for (let i = 0; i < 16; i++)
    for (let k = 0; k < 16; k++) if (isInside(x + (i - 7.5) / 16, y + (k - 7.5) / 16)) count++
  return count / 256
}

function isWithin(points: number[][], x: number, y: number): boolean {
  let isInside = false
  for (let i = 0, last = points.length - 1; i < points.length; last = i++) {
    const [[x0, y0], [x1, y1]] = [points[i], points[last]]
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) isInside = !isInside
  }
  return isInside
}

/** Returns the normal distribution's share below z (Abramowitz and Stegun, 26.2.17, to 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    Math.exp((-z * z) / 2) *
    0.3989422804 *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z > 0 ? 1 - tail : tail
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const held = Math.max(0, Math.min(1, share))
  return [0, 1, 2].map((c) => one[c] + (other[c] - one[c]) * held) as never
}
