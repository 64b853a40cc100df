import { areaOf, boundsOf, type Polygon } from "./polygon.ts"

/** A made-up order in inches: outlines with their box at 0, 0, and how many copies of each. */
export type GangSheet = {
  name: string
  widthIn: number
  gapIn: number
  items: { kind: string; polygon: Polygon; quantity: number }[]
}

type Corner = [number, number]
type Source = () => number

/** The share of its box that an outline fills; artwork outside of these bounds is rare. */
const leastFill = 0.45
const mostFill = 0.9
const highestIn = 20

/**
 * Makes seeded gang sheets of artwork silhouettes: 5 to 20 designs, 2 to 12 in wide, up to 60 copies, on
 * a 22 in roll with a gap of a quarter inch. Blobs, stars, letters, rings, crests, word blocks,
 * bolts, hearts and animal-like outlines.
 */
export function gangSheet(seed: number): GangSheet {
  const random = mulberry(seed)
  const designs = 5 + Math.floor(random() * 16)
  const copies = Math.max(designs, 10 + Math.floor(random() * 51))
  const kinds = Object.keys(drawings)
  const items: GangSheet["items"] = []
  while (items.length < designs) {
    const kind = kinds[Math.floor(random() * kinds.length)]
    const angle = between(random, -0.35, 0.35)
    const isTilted = random() < 0.3
    let ring = drawings[kind](random)
    if (isTilted) ring = ring.map((corner) => tilted(corner, angle))
    const wide = 2 + 10 * random() ** 1.7
    const aspect =
      kind === "word" ? between(random, 0.4, 0.6) : Math.exp(between(random, Math.log(0.6), Math.log(1.7)))
    const high = wide * Math.max(0.4, Math.min(2.5, aspect))
    if (high > highestIn) continue
    const polygon = fitted(ring, wide, high)
    const fill = areaOf(polygon) / (wide * high)
    if (fill < leastFill || fill > mostFill) continue
    items.push({ kind, quantity: 1, polygon })
  }
  for (let copy = designs; copy < copies; copy++) items[Math.floor(random() * designs)].quantity++
  return { name: `sheet${seed}`, widthIn: 22, gapIn: 0.25, items }
}

function mulberry(seed: number): Source {
  let state = (seed * 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function between(random: Source, from: number, to: number): number {
  return from + random() * (to - from)
}

function tilted([x, y]: Corner, angle: number): Corner {
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

function fitted(ring: readonly Corner[], wide: number, high: number): Polygon {
  const { x0, y0, x1, y1 } = boundsOf(ring)
  const round = (value: number) => Math.round(value * 1e4) / 1e4
  return ring.map(([x, y]) => [round(((x - x0) / (x1 - x0)) * wide), round(((y - y0) / (y1 - y0)) * high)])
}

function polar(radius: (angle: number) => number, corners = 72): Corner[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI
    return [radius(angle) * Math.cos(angle), radius(angle) * Math.sin(angle)]
  })
}

const letters: Corner[][] = [
  [
    [0, 0],
    [1, 0],
    [1, 0.3],
    [0.35, 0.3],
    [0.35, 1],
    [0, 1],
  ],
  [
    [0.33, 0],
    [0.67, 0],
    [0.67, 0.7],
    [1, 0.7],
    [1, 1],
    [0, 1],
    [0, 0.7],
    [0.33, 0.7],
  ],
  [
    [0, 0],
    [1, 0],
    [1, 0.22],
    [0.35, 0.22],
    [0.35, 0.39],
    [0.85, 0.39],
    [0.85, 0.61],
    [0.35, 0.61],
    [0.35, 0.78],
    [1, 0.78],
    [1, 1],
    [0, 1],
  ],
  [
    [0, 0],
    [0.33, 0],
    [0.33, 0.38],
    [0.67, 0.38],
    [0.67, 0],
    [1, 0],
    [1, 1],
    [0.67, 1],
    [0.67, 0.62],
    [0.33, 0.62],
    [0.33, 1],
    [0, 1],
  ],
  [
    [0.38, 0],
    [0.62, 0],
    [1, 1],
    [0.68, 1],
    [0.5, 0.42],
    [0.32, 1],
    [0, 1],
  ],
  [
    [0, 0],
    [0.35, 0],
    [0.35, 0.38],
    [0.8, 0.38],
    [0.8, 0.62],
    [0.35, 0.62],
    [0.35, 0.75],
    [1, 0.75],
    [1, 1],
    [0, 1],
  ],
  [
    [0, 0.2],
    [0.2, 0],
    [0.8, 0],
    [1, 0.2],
    [1, 1],
    [0.67, 1],
    [0.67, 0.32],
    [0.33, 0.32],
    [0.33, 1],
    [0, 1],
  ],
  [
    [0, 0],
    [1, 0],
    [1, 0.28],
    [0.45, 0.28],
    [1, 0.72],
    [1, 1],
    [0, 1],
    [0, 0.72],
    [0.55, 0.72],
    [0, 0.28],
  ],
  [
    [0, 0],
    [0.3, 0],
    [0.37, 0.22],
    [0.63, 0.22],
    [0.7, 0],
    [1, 0],
    [0.66, 1],
    [0.34, 1],
  ],
]

const drawings: Record<string, (random: Source) => Corner[]> = {
  blob(random) {
    const waves = Array.from({ length: 5 }, (_, k) => [(random() * 0.28) / (k + 1), random() * 7])
    return polar(
      (a) => 1 + waves.reduce((sum, [size, phase], k) => sum + size * Math.cos((k + 2) * a + phase), 0),
    )
  },
  star(random) {
    const points = 5 + Math.floor(random() * 4)
    const inner = 0.45 + random() * 0.25
    const turn = random() * 7
    return Array.from({ length: 2 * points }, (_, i) => {
      const angle = turn + (i * Math.PI) / points
      const radius = i % 2 ? inner : 1
      return [radius * Math.cos(angle), radius * Math.sin(angle)]
    })
  },
  letter: (random) => letters[Math.floor(random() * letters.length)],
  // Outer circle, a slit, the hole.
  ring(random) {
    const inner = 0.35 + random() * 0.25
    const circle = (radius: number) =>
      Array.from({ length: 49 }, (_, i): Corner => {
        const angle = (i / 48) * 2 * Math.PI
        return [radius * Math.cos(angle), radius * Math.sin(angle)]
      })
    return [...circle(1), ...circle(inner).reverse()]
  },
  badge(random) {
    const waist = 0.8 - (0.1 + random() * 0.5) * 0.2
    const half: Corner[] = [
      [0.5, 1.08],
      [1, 1],
      [0.95, 0.2],
      [waist, -0.4],
      [0.4, -0.85],
    ]
    const mirrored = half.map(([x, y]): Corner => [-x, y]).reverse()
    return [[0, 1], ...half, [0, -1.1], ...mirrored]
  },
  // Letters of different height on one line, their outline joined.
  word(random) {
    const count = 4 + Math.floor(random() * 5)
    const top: Corner[] = []
    const low: Corner[] = []
    for (let i = 0; i < count; i++) {
      const ascent = random() < 0.35 ? 1 : 0.7
      const descent = random() < 0.2 ? -0.28 : 0
      const width = 0.8
      top.push([i * width, ascent], [i * width + width, ascent])
      low.push([i * width, descent], [i * width + width, descent])
    }
    return [...low, ...top.reverse()]
  },
  bolt: () => [
    [0.3, 1],
    [0.75, 1],
    [0.55, 0.6],
    [0.9, 0.6],
    [0.2, -0.2],
    [0.42, 0.38],
    [0.1, 0.38],
  ],
  heart: () =>
    polar((a) => 1.1 - Math.sin(a) + (Math.sin(a) * Math.sqrt(Math.abs(Math.cos(a)))) / (Math.sin(a) + 1.6)),
  animal(random) {
    const body: Ellipse = [0, 0, 0.8 + random() * 0.4, 0.4 + random() * 0.2, 0]
    const side = random() < 0.5 ? -1 : 1
    const parts = [body, [side * (0.85 + random() * 0.2), 0.35 + random() * 0.3, 0.32, 0.28, 0] as Ellipse]
    const legs = 2 + Math.floor(random() * 3)
    for (let i = 0; i < legs; i++)
      parts.push([-0.65 + (1.3 * i) / (legs - 1), -0.5 - random() * 0.2, 0.13, 0.45, (random() - 0.5) * 0.5])
    parts.push([-side * 0.95, 0.2 + random() * 0.4, 0.1 + random() * 0.06, 0.5, side * (0.4 + random())])
    parts.push([side * (0.9 + random() * 0.2), 0.8, 0.08, 0.25, random() - 0.5])
    return traced(parts)
  },
}

/** Centre, half axes, angle. */
type Ellipse = [number, number, number, number, number]

// The outline of the first part met, walked on the corners of a grid with the inside on the left.
function traced(parts: readonly Ellipse[]): Corner[] {
  const cells = 160
  const reach = 2.2
  const cell = (2 * reach) / cells
  const isInside = (i: number, j: number) => {
    if (i < 0 || j < 0 || i >= cells || j >= cells) return false
    const x = -reach + (i + 0.5) * cell
    const y = -reach + (j + 0.5) * cell
    return parts.some(([centreX, centreY, a, b, angle]) => {
      const [u, v] = tilted([x - centreX, y - centreY], -angle)
      return (u / a) ** 2 + (v / b) ** 2 <= 1
    })
  }
  let [i, j] = [0, 0]
  while (!isInside(i, j)) [i, j] = i === cells - 1 ? [0, j + 1] : [i + 1, j]
  const [startI, startJ] = [i, j]
  const steps = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]
  const corners: Corner[] = []
  let direction = 0
  do {
    corners.push([i * cell, j * cell])
    i += steps[direction][0]
    j += steps[direction][1]
    const around = [isInside(i, j), isInside(i - 1, j), isInside(i - 1, j - 1), isInside(i, j - 1)]
    if (around[(direction + 3) % 4]) direction = (direction + 3) % 4
    else if (!around[direction]) direction = (direction + 1) % 4
  } while (i !== startI || j !== startJ)
  return simplified(corners, cell * 0.75)
}

// Douglas and Peucker's simplification of a ring.
function simplified(ring: readonly Corner[], tolerance: number): Corner[] {
  const half = ring.length >> 1
  const kept = new Set([0, half])
  const split = (from: number, to: number) => {
    const [x0, y0] = ring[from]
    const [x1, y1] = ring[to % ring.length]
    const length = Math.hypot(x1 - x0, y1 - y0) || 1
    let far = -1
    let best = tolerance
    for (let k = from + 1; k < to; k++) {
      const distance = Math.abs((x1 - x0) * (ring[k][1] - y0) - (y1 - y0) * (ring[k][0] - x0)) / length
      if (distance > best) {
        best = distance
        far = k
      }
    }
    if (far < 0) return
    kept.add(far)
    split(from, far)
    split(far, to)
  }
  split(0, half)
  split(half, ring.length)
  return [...kept].sort((a, b) => a - b).map((k) => ring[k])
}
