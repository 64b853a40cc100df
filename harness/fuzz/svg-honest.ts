/**
 * Large drawings as sellers' tools write them: the heaviest of their kind that must still be taken.
 * All are as random as their `random`, and as large as the largest files of their kind in practice.
 */
export type HonestDrawing = { name: string; make: (random: Random) => string }

type Random = () => number

const OPEN =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1000 1000">'

const list = (count: number, item: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join("")
const below = (random: Random, limit: number) => Math.round(random() * limit * 10) / 10
const colour = (random: Random) =>
  `#${Math.floor(random() * 0xffffff)
    .toString(16)
    .padStart(6, "0")}`

type Place = { x: number; y: number }

const anywhere = (random: Random): Place => ({ x: below(random, 900), y: below(random, 900) })

/** Returns a closed outline of curves around a place, as tracing programs write them. */
function blob(random: Random, { x, y }: Place, curves: number, size: number): string {
  const start = `M${x} ${y}`
  const point = () => `${below(random, size)} ${below(random, size)}`
  const back = () => `-${below(random, size)} -${below(random, size)}`
  return `${start}${list(curves, (i) => (i % 2 === 0 ? `c${point()} ${point()} ${point()}` : `c${back()} ${back()} ${back()}`))}z`
}

export const honestDrawings: readonly HonestDrawing[] = [
  {
    name: "an illustration of 5,000 paths, 300 classes and 20 layers",
    make: (random) => {
      const rules = list(300, (i) => `.cls-${i}{fill:${colour(random)};stroke:#231f20;stroke-width:.5px;}`)
      const path = () =>
        `<path class="cls-${Math.floor(random() * 300)}" d="${blob(random, anywhere(random), 4, 30)}"/>`
      return `${OPEN}<defs><style>${rules}</style></defs>${list(20, (i) => `<g id="Layer_${i}">${list(250, path)}</g>`)}</svg>`
    },
  },
  {
    name: "a traced picture of 20,000 paths",
    make: (random) =>
      `${OPEN}${list(20_000, () => `<path fill="${colour(random)}" d="${blob(random, anywhere(random), 2, 12)}"/>`)}</svg>`,
  },
  {
    name: "a halftone of 10,000 circles",
    make: (random) =>
      `${OPEN}<g fill="#111">${list(10_000, (i) => `<circle cx="${(i % 100) * 10}" cy="${Math.floor(i / 100) * 10}" r="${below(random, 5)}"/>`)}</g></svg>`,
  },
  {
    name: "a worn texture of one path with 40,000 curves",
    make: (random) => `${OPEN}<path d="${list(5000, () => blob(random, anywhere(random), 8, 5))}"/></svg>`,
  },
  {
    name: "a drawing of 10,000 strokes with round ends",
    make: (random) => {
      const hatch = () => {
        const [x, y] = [below(random, 1000), below(random, 1000)]
        return `M${x} ${y}l${below(random, 20)} ${below(random, 20)}`
      }
      return `${OPEN}<path fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="${list(10_000, hatch)}"/></svg>`
    },
  },
  {
    name: "300 gradients, 240 clips and 60 masks",
    make: (random) => {
      const gradient = (i: number) =>
        `<linearGradient id="g${i}"><stop stop-color="${colour(random)}"/><stop offset=".5" stop-color="${colour(random)}"/><stop offset="1" stop-color="${colour(random)}" stop-opacity="0"/></linearGradient>`
      const places = Array.from({ length: 300 }, () => anywhere(random))
      const shape = (i: number) => blob(random, places[i], 10, 30)
      const clip = (i: number) => `<clipPath id="c${i}"><path d="${shape(i)}"/></clipPath>`
      const mask = (i: number) => `<mask id="m${i}"><path fill="#fff" d="${shape(i)}"/></mask>`
      const part = (i: number) => {
        const outer = i % 5 === 0 ? ` mask="url(#m${i})"` : ` clip-path="url(#c${i})"`
        return `<g${outer}>${list(4, () => `<path fill="url(#g${i})" d="${shape(i)}"/>`)}</g>`
      }
      return `${OPEN}<defs>${list(300, gradient)}${list(300, clip)}${list(300, mask)}</defs>${list(300, part)}</svg>`
    },
  },
  {
    name: "400 see-through layers, some in each other",
    make: (random) => {
      const shapes = (place: Place) =>
        list(3, () => `<path fill="${colour(random)}" d="${blob(random, place, 10, 30)}"/>`)
      const layer = (inner: (place: Place) => string) => {
        const place = anywhere(random)
        return `<g opacity=".6">${shapes(place)}${inner(place)}</g>`
      }
      const nested = (place: Place) => `<g opacity=".5">${shapes(place)}</g>`
      return `${OPEN}${list(380, () => layer(() => ""))}${list(20, () => layer(nested))}</svg>`
    },
  },
  {
    name: "a badge of 2,000 letters along paths",
    make: (random) => {
      const line = (i: number) =>
        `<path id="p${i}" fill="none" d="${blob(random, { x: 50, y: i * 45 }, 1, 900)}"/><text font-size="14"><textPath href="#p${i}">${"SHEET ".repeat(17)}</textPath></text>`
      return `${OPEN}${list(20, line)}</svg>`
    },
  },
  {
    name: "a repeat of 1,000 copies of a motif",
    make: (random) => {
      const motif = list(
        12,
        () => `<path fill="${colour(random)}" d="${blob(random, { x: 0, y: 0 }, 6, 200)}"/>`,
      )
      return `${OPEN}<defs><g id="motif"><g transform="scale(.1)">${motif}</g></g></defs>${list(1000, () => `<use xlink:href="#motif" transform="translate(${below(random, 1000)} ${below(random, 1000)})"/>`)}</svg>`
    },
  },
  {
    name: "six clipped layers over the whole picture",
    make: (random) => {
      const clip = (i: number) => `<clipPath id="c${i}"><path d="M0 0h1000v${900 + i}H0z"/></clipPath>`
      const shapes = () =>
        list(60, () => `<path fill="${colour(random)}" d="${blob(random, anywhere(random), 8, 100)}"/>`)
      return `${OPEN}${list(6, clip)}${list(6, (i) => `<g clip-path="url(#c${i})">${shapes()}</g>`)}</svg>`
    },
  },
  {
    name: "one shadow under everything",
    make: (random) => {
      const shapes = list(
        100,
        () => `<path fill="${colour(random)}" d="${blob(random, anywhere(random), 8, 60)}"/>`,
      )
      return `${OPEN}<filter id="f"><feDropShadow dx="4" dy="4" stdDeviation="5"/></filter><g filter="url(#f)">${shapes}</g></svg>`
    },
  },
  {
    name: "shadows and glows",
    make: (random) => {
      const filters = `<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="6"/><feOffset dx="4" dy="4"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>`
      return `${OPEN}<defs>${filters}</defs>${list(6, (i) => `<g filter="url(#f)"><path fill="${colour(random)}" d="${blob(random, { x: i * 120, y: 300 }, 10, 200)}"/></g>`)}</svg>`
    },
  },
]
