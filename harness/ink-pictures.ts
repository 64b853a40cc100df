import sharp from "sharp"
import { defaultInkLimits, type InkCode, type InkLimits } from "../sheet/ink/finding.ts"
import type { ArtworkKind } from "../sheet/raster/artwork.ts"
import { randomFrom } from "./seeded-random.ts"

/** A drawn picture, and the faults that it was drawn with. */
export type InkPicture = {
  name: string
  faults: InkCode[]
  kind: ArtworkKind
  bytes: Uint8Array
  widthMm: number
  heightMm: number
  dpi: number
  limits: InkLimits
  hasWhite: boolean
  /** The drawing, in mm, from which the truth can be measured anew; null for pictures made of pixels alone. */
  drawing: string | null
}

type Random = () => number
/** A drawing of 50 × 50 mm or more, with an empty rim of 7 mm and solid ink in a box of 6 mm in its middle. */
type Motif = { body: string; sizeMm: number }

const inks = ["#c8323c", "#1f6f8b", "#e0a526", "#3d7a3a", "#5b3f8c", "#d9622b", "#284b8f", "#a02f66"]
const RIM_MM = 7
const FAULTY = 80
const CLEAN = 40

/** Draws the pictures with a fault of the code among those that drawInkPictures draws. */
export async function drawFaultyPictures(seed: number, code: InkCode, share = 1): Promise<InkPicture[]> {
  const pictures: InkPicture[] = []
  for (let i = faultDrawers.findIndex(([own]) => own === code); i < FAULTY * share; i += faultDrawers.length)
    pictures.push(await drawFault(i, randomFrom(seed * 1000 + i)))
  return pictures
}

/** Draws 80 pictures with known faults, some of each code in turn, and 40 clean ones; the same for each seed. */
export async function drawInkPictures(seed: number, share = 1): Promise<InkPicture[]> {
  const pictures: InkPicture[] = []
  for (let i = 0; i < FAULTY * share; i++) pictures.push(await drawFault(i, randomFrom(seed * 1000 + i)))
  for (let i = 0; i < CLEAN * share; i++) pictures.push(await drawClean(i, randomFrom(seed * 1000 + 500 + i)))
  return pictures
}

const faultDrawers: [InkCode, (random: Random, i: number) => Promise<InkPicture>][] = [
  ["white-box", drawWhiteBox],
  ["soft-alpha", drawSoft],
  ["halo", drawHalo],
  ["thin-stroke", drawThinStrokes],
  ["thin-gap", drawThinGaps],
  ["speck", drawSpecks],
  ["pinhole", drawPinholes],
  ["low-dpi", drawLowDpi],
  ["upscaled", drawUpscaled],
  ["cut-edge", drawCut],
  ["heavy-ink", drawHeavy],
  ["font-replaced", drawFont],
  ["profile-dropped", drawProfile],
]

function drawFault(i: number, random: Random): Promise<InkPicture> {
  const [, draw] = faultDrawers[i % faultDrawers.length]
  return draw(random, Math.floor(i / faultDrawers.length))
}

async function drawWhiteBox(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random)
  const colour = ["#ffffff", "#fdfcf8", "#ffffff", "#000000", "#f3ead8", "#fefefe"][i % 6]
  // On the whole picture, or with clear film around it, with margins of its own on each side.
  const margin = i % 2 === 0 ? 0 : 2
  const box = `<rect x="${margin}" y="${margin}" width="${sizeMm - 2 * margin}" height="${sizeMm - 2 * margin - (i % 3)}" fill="${colour}"/>`
  const isJpeg = margin === 0 && i % 3 !== 1
  return finish(random, {
    name: `white-box ${i}`,
    faults: ["white-box"],
    body: box + body,
    sizeMm,
    quality: isJpeg ? 70 + (i % 3) * 10 : null,
  })
}

async function drawSoft(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random)
  const middle = sizeMm / 2
  const colour = pick(random, ["#000000", "#ffffff", "#ffd75e"])
  const soft = [
    `<filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="2.5"/></filter><ellipse cx="${middle + 3}" cy="${middle + 4}" rx="${middle - 9}" ry="${middle - 11}" fill="${colour}" fill-opacity=".7" filter="url(#f)"/>`,
    `<rect x="8" y="8" width="${sizeMm - 16}" height="14" fill="${colour}" fill-opacity="${0.25 + random() * 0.4}"/>`,
    `<linearGradient id="g" x2="0" y2="1"><stop stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></linearGradient><rect x="9" y="9" width="${sizeMm - 18}" height="${sizeMm - 18}" fill="url(#g)"/>`,
    `<radialGradient id="g"><stop offset=".3" stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient><circle cx="${middle}" cy="${middle}" r="${middle - 1}" fill="url(#g)"/>`,
  ][i % 4]
  return finish(random, { name: `soft-alpha ${i}`, faults: ["soft-alpha"], body: soft + body, sizeMm })
}

/** Flattens a drawing on a background and cuts it out again by a mask that takes some of the background along. */
async function drawHalo(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random)
  const background = [255, 255, 255, 0, 255, 255][i % 6]
  const dpi = pick(random, [300, 360, 450])
  const drawn = await render(body, sizeMm, dpi)
  const { rgba, width, height } = drawn
  const spread = 1 + (i % 2)
  const cut = new Uint8Array(rgba.length)
  const blurred = await blur(drawn, 1 + (i % 3) * 0.4, background)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let most = 0
      for (let dy = -spread; dy <= spread; dy++)
        for (let dx = -spread; dx <= spread; dx++) {
          const at =
            (Math.min(height - 1, Math.max(0, y + dy)) * width + Math.min(width - 1, Math.max(0, x + dx))) * 4
          most = Math.max(most, rgba[at + 3])
        }
      const at = (y * width + x) * 4
      if (most === 0) continue
      cut.set(blurred.subarray(at, at + 3), at)
      cut[at + 3] = most > 127 ? 255 : most
    }
  return {
    ...(await pixels(`halo ${i}`, ["halo"], { rgba: cut, width, height }, sizeMm, dpi)),
    drawing: svgOf(body, sizeMm, 1),
  }
}

async function drawThinStrokes(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random)
  const width = 0.1 + random() * 0.12
  const colour = pick(random, inks)
  const lines = Array.from({ length: 2 + (i % 3) }, (_, k) => {
    const y = 2 + k * 1.6
    return k % 2 === 0
      ? `<path d="M${3 + k} ${y} L${sizeMm - 4} ${y + random() * 1.5}"/>`
      : `<path d="M${2 + k * 0.6} 9 Q${4 + k * 0.5} ${sizeMm / 2} ${2 + k * 0.6} ${sizeMm - 8}"/>`
  })
  const strokes = `<g fill="none" stroke="${colour}" stroke-width="${width}">${lines.join("")}</g>`
  return finish(random, { name: `thin-stroke ${i}`, faults: ["thin-stroke"], body: body + strokes, sizeMm })
}

async function drawThinGaps(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random, solidMotifs)
  const middle = sizeMm / 2
  const width = 0.07 + random() * 0.06
  const angle = random() * 180
  const second =
    i % 2 === 0
      ? `<path d="M${middle - 5} ${middle + 2} h10" transform="rotate(${angle + 70} ${middle} ${middle})"/>`
      : ""
  const gap = `<g stroke="#000" stroke-width="${width}"><path d="M${middle - 6} ${middle} h12" transform="rotate(${angle} ${middle} ${middle})"/>${second}</g>`
  return finish(random, {
    name: `thin-gap ${i}`,
    faults: ["thin-gap"],
    body: without(gap, body, sizeMm),
    sizeMm,
    finest: true,
  })
}

async function drawSpecks(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random)
  const colour = pick(random, inks)
  const dots = Array.from({ length: 1 + i * 3 }, (_, k) =>
    disc(2 + ((k * 2.7) % (sizeMm - 4)), 1.5 + random() * 3, 0.15 + random() * 0.25),
  )
  return finish(random, {
    name: `speck ${i}`,
    faults: ["speck"],
    body: `${body}<g fill="${colour}">${dots.join("")}</g>`,
    sizeMm,
  })
}

async function drawPinholes(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random, solidMotifs)
  const first = sizeMm / 2 - 3
  const dots = Array.from({ length: 1 + i }, (_, k) =>
    disc(
      first + (k % 3) * 2.2 + random() * 0.8,
      first + Math.floor(k / 3) * 2 + random() * 0.7,
      0.18 + random() * 0.2,
    ),
  )
  return finish(random, {
    name: `pinhole ${i}`,
    faults: ["pinhole"],
    body: without(dots.join(""), body, sizeMm),
    sizeMm,
  })
}

async function drawLowDpi(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random)
  return finish(random, {
    name: `low-dpi ${i}`,
    faults: ["low-dpi"],
    body,
    sizeMm,
    dpi: 100 + Math.floor(random() * 95),
  })
}

async function drawUpscaled(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random)
  const [from, to] = (
    [
      [100, 300],
      [120, 360],
      [75, 300],
      [100, 250],
      [110, 330],
      [90, 300],
    ] as const
  )[i % 6]
  const isPhoto = i % 2 === 1
  const small = isPhoto ? await photo(random, sizeMm, from) : await render(body, sizeMm, from)
  const width = Math.round((small.width * to) / from)
  const kernel = (["cubic", "lanczos3", "linear", "mitchell", "nearest", "cubic"] as const)[i % 6]
  const { data, info } = await sharp(small.rgba, raw(small))
    .resize(width, width, { kernel })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const large = { rgba: new Uint8Array(data), width: info.width, height: info.height }
  return pixels(`upscaled ${i} ${kernel}`, ["upscaled"], large, sizeMm, (large.width / sizeMm) * 25.4)
}

async function drawCut(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random, solidMotifs)
  const off = RIM_MM + 5 + random() * 6
  const [dx, dy] = [
    [off, 0],
    [-off, 0],
    [0, off],
    [0, -off],
    [off, off],
  ][i % 5]
  return finish(random, {
    name: `cut-edge ${i}`,
    faults: ["cut-edge"],
    body: `<g transform="translate(${dx} ${dy})">${body}</g>`,
    sizeMm,
  })
}

async function drawHeavy(random: Random, i: number): Promise<InkPicture> {
  const limits = { ...defaultInkLimits, maxInkPercent: i % 2 === 0 ? 150 : 80 }
  const sizeMm = 50
  if (i % 3 === 0) {
    const picture = await photo(random, sizeMm, 300)
    return {
      ...(await pixels(`heavy-ink ${i}`, ["heavy-ink"], picture, sizeMm, 300)),
      limits,
      hasWhite: i % 2 === 0,
    }
  }
  const body = `<rect x="5" y="5" width="40" height="40" rx="4" fill="${pick(random, inks)}"/><circle cx="25" cy="25" r="6" fill="#fff"/>`
  return {
    ...(await finish(random, { name: `heavy-ink ${i}`, faults: ["heavy-ink"], body, sizeMm })),
    limits,
    hasWhite: i % 2 === 0,
  }
}

async function drawFont(random: Random, i: number): Promise<InkPicture> {
  const { body, sizeMm } = motif(random)
  const text = `<text x="6" y="5.5" font-size="6" font-weight="700" font-family="Nobody Sans ${i}" fill="#a02f66">GO ${i}</text>`
  const svg = svgOf(body + text, sizeMm, 1)
  return {
    ...picture(`font-replaced ${i}`, ["font-replaced"], "svg", new TextEncoder().encode(svg), sizeMm, 300),
    drawing: null,
  }
}

async function drawProfile(random: Random, i: number): Promise<InkPicture> {
  const sizeMm = 50
  const drawn = await photo(random, sizeMm, 300)
  const bytes = await sharp(drawn.rgba, raw(drawn))
    .flatten({ background: "#fff" })
    .toColourspace("cmyk")
    .jpeg({ quality: 90 })
    .toBuffer()
  return picture(`profile-dropped ${i}`, ["profile-dropped"], "jpeg", new Uint8Array(bytes), sizeMm, 300)
}

/** Draws the clean pictures, among them those that look like faults. */
async function drawClean(i: number, random: Random): Promise<InkPicture> {
  const { body, sizeMm } = motif(random)
  const colour = pick(random, inks)
  const middle = sizeMm / 2
  const name = `clean ${i}`
  const drawn = (drawing: string, more: object = {}) =>
    finish(random, { name, faults: [], body: drawing, sizeMm, ...more })
  switch (i % 13) {
    case 0:
      return pixels(`${name} photograph`, [], await photo(random, sizeMm, 300), sizeMm, 300)
    case 1: {
      const shot = await photo(random, sizeMm, 300)
      const bytes = await sharp(shot.rgba, raw(shot)).flatten().jpeg({ quality: 85 }).toBuffer()
      return picture(`${name} photograph`, [], "jpeg", new Uint8Array(bytes), sizeMm, 300)
    }
    case 2:
      return drawn(
        `<rect x="3" y="3" width="${sizeMm - 6}" height="${sizeMm - 6}" fill="${colour}"/><rect x="6" y="6" width="${sizeMm - 12}" height="${sizeMm - 12}" fill="#f4e7c8"/>${body}`,
      )
    case 3:
      return drawn(
        `<circle cx="${middle}" cy="${middle}" r="${middle}" fill="${colour}"/><circle cx="${middle}" cy="${middle}" r="${middle - 8}" fill="#fff"/>`,
      )
    case 4:
      return drawn(`<g stroke="#fff" stroke-width="3" stroke-linejoin="round">${body}</g>${body}`)
    case 5:
      return drawn(`<g stroke="#111" stroke-width="2.4" stroke-linejoin="round">${body}</g>${body}`)
    case 6:
      return drawn(
        `${body}<g fill="none" stroke="${colour}" stroke-width=".45"><path d="M4 3 L${sizeMm - 4} 4.5 M3 9 Q5 ${middle} 3 ${sizeMm - 9}"/></g>`,
      )
    case 7:
      return drawn(
        body +
          [0, 1, 2, 3]
            .map((k) => `<g fill="${colour}">${disc(6 + k * 5, 3 + random(), 0.75 + random() * 0.4)}</g>`)
            .join(""),
      )
    case 8:
      return drawn(
        `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${colour}"/><stop offset="1" stop-color="#f6d365"/></linearGradient><rect width="${sizeMm}" height="${sizeMm}" fill="url(#g)"/>${body}`,
      )
    case 9:
      return drawn(
        `<rect x="4" y="4" width="${sizeMm - 8}" height="${sizeMm - 8}" rx="5" fill="${colour}"/>${inner(body, sizeMm)}`,
      )
    case 10:
      return drawn(
        without(
          `<path d="M${middle - 6} ${middle} h12" stroke="#000" stroke-width=".35" transform="rotate(${random() * 180} ${middle} ${middle})"/>`,
          motif(random, solidMotifs).body,
          sizeMm,
        ),
        { finest: true },
      )
    case 11:
      return drawn(
        Array.from(
          { length: 5 },
          (_, k) =>
            `<rect y="${(k * sizeMm) / 5}" width="${sizeMm}" height="${sizeMm / 5}" fill="${inks[(i + k) % inks.length]}"/>`,
        ).join(""),
      )
    default:
      return drawn(body)
  }
}

const solidMotifs = [badge, blob, star]
const motifs = [...solidMotifs, waves, flower, letters]

function motif(random: Random, among = motifs): Motif {
  const sizeMm = 46 + Math.floor(random() * 12)
  return { body: pick(random, among)(random, sizeMm), sizeMm }
}

function badge(random: Random, size: number): string {
  const side = size - 2 * RIM_MM
  return `<rect x="${RIM_MM}" y="${RIM_MM}" width="${side}" height="${side}" rx="${3 + random() * 4}" fill="${pick(random, inks)}"/><rect x="${RIM_MM + 4}" y="${RIM_MM + 4}" width="${side - 8}" height="2" fill="#fff3d6"/>`
}

function blob(random: Random, size: number): string {
  const middle = size / 2
  const count = 3 + Math.floor(random() * 4)
  const phase = random() * 6
  const points = Array.from({ length: 120 }, (_, k) => {
    const way = (k / 120) * 2 * Math.PI
    const radius = (middle - RIM_MM) * (0.88 + 0.1 * Math.sin(count * way + phase))
    return `${(middle + radius * Math.cos(way)).toFixed(3)} ${(middle + radius * Math.sin(way)).toFixed(3)}`
  })
  return `<path d="M${points.join("L")}Z" fill="${pick(random, inks)}"/>`
}

function star(random: Random, size: number): string {
  const middle = size / 2
  const tips = 5 + Math.floor(random() * 4)
  const points = Array.from({ length: tips * 2 }, (_, k) => {
    const radius = (middle - RIM_MM) * (k % 2 === 0 ? 1 : 0.6)
    const way = (k / tips) * Math.PI + random() * 0.02
    return `${(middle + radius * Math.cos(way)).toFixed(3)} ${(middle + radius * Math.sin(way)).toFixed(3)}`
  })
  return `<path d="M${points.join("L")}Z" fill="${pick(random, inks)}"/>`
}

function waves(random: Random, size: number): string {
  const colour = pick(random, inks)
  const width = 1.5 + random() * 2
  return Array.from({ length: 5 }, (_, k) => {
    const y = RIM_MM + 5 + (k * (size - 2 * RIM_MM - 10)) / 4
    const step = (size - 2 * RIM_MM) / 4
    return `<path d="M${RIM_MM} ${y} q${step / 2} -4 ${step} 0 t${step} 0 t${step} 0 t${step} 0" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`
  }).join("")
}

function flower(random: Random, size: number): string {
  const middle = size / 2
  const petals = 5 + Math.floor(random() * 3)
  const reach = middle - RIM_MM - 7
  const leaf = pick(random, inks)
  return `${Array.from({ length: petals }, (_, k) => {
    const way = (k / petals) * 2 * Math.PI
    return `<circle cx="${middle + reach * Math.cos(way)}" cy="${middle + reach * Math.sin(way)}" r="7" fill="${leaf}"/>`
  }).join("")}<circle cx="${middle}" cy="${middle}" r="${reach - 2}" fill="${pick(random, inks)}"/>`
}

function letters(random: Random, size: number): string {
  const third = (size - 2 * RIM_MM) / 3
  const shapes = [
    "M0 0V1M0 .5H.6M.6 0V1",
    "M0 1V0L.6 1V0",
    "M0 0H.6M.3 0V1",
    "M.6 0H0V1H.6M0 .5H.5",
    "M0 1L.3 0L.6 1",
  ]
  return [0, 1, 2]
    .map((k) => {
      const path = scaled(
        pick(random, shapes),
        RIM_MM + 2 + k * third,
        RIM_MM + 8,
        third * 0.95,
        size - 2 * RIM_MM - 16,
      )
      return `<path d="${path}" fill="none" stroke="${inks[(k + 2) % inks.length]}" stroke-width="2.2" stroke-linejoin="round"/>`
    })
    .join("")
}

/** Returns a path of M, L, H and V with its points moved and scaled. */
function scaled(path: string, x: number, y: number, across: number, down: number): string {
  return [...path.matchAll(/([MLHV])([^MLHV]*)/g)]
    .map(([, name, rest]) => {
      const [a, b] = rest.trim().split(" ").map(Number)
      if (name === "H") return `H${x + a * across}`
      if (name === "V") return `V${y + a * down}`
      return `${name}${x + a * across} ${y + b * down}`
    })
    .join("")
}

function disc(x: number, y: number, diameter: number): string {
  return `<circle cx="${x.toFixed(3)}" cy="${y.toFixed(3)}" r="${(diameter / 2).toFixed(3)}"/>`
}

function without(holes: string, body: string, sizeMm: number): string {
  return `<mask id="m" maskUnits="userSpaceOnUse" width="${sizeMm}" height="${sizeMm}"><rect width="${sizeMm}" height="${sizeMm}" fill="#fff"/>${holes}</mask><g mask="url(#m)">${body}</g>`
}

function inner(body: string, sizeMm: number): string {
  return `<g transform="translate(${sizeMm * 0.15} ${sizeMm * 0.15}) scale(.7)">${body}</g>`
}

type Finishing = {
  name: string
  faults: InkCode[]
  body: string
  sizeMm: number
  dpi?: number
  quality?: number | null
  /** True for what needs 300 DPI to be drawn at all. */
  finest?: boolean
}

async function finish(
  random: Random,
  { name, faults, body, sizeMm, dpi, quality = null, finest }: Finishing,
): Promise<InkPicture> {
  const printed = dpi ?? pick(random, finest ? [300, 360, 450, 720] : [240, 300, 300, 360, 450, 720])
  const drawn = await render(body, sizeMm, printed)
  const drawing = svgOf(body, sizeMm, 1)
  if (quality === null) return { ...(await pixels(name, faults, drawn, sizeMm, printed)), drawing }
  const bytes = await sharp(drawn.rgba, raw(drawn))
    .flatten({ background: "#fff" })
    .jpeg({ quality })
    .toBuffer()
  return { ...picture(name, faults, "jpeg", new Uint8Array(bytes), sizeMm, printed), drawing }
}

type Pixels = { rgba: Uint8Array; width: number; height: number }

async function pixels(
  name: string,
  faults: InkCode[],
  drawn: Pixels,
  sizeMm: number,
  dpi: number,
): Promise<InkPicture> {
  const bytes = await sharp(drawn.rgba, raw(drawn)).png().toBuffer()
  return picture(name, faults, "png", new Uint8Array(bytes), sizeMm, dpi)
}

function picture(
  name: string,
  faults: InkCode[],
  kind: ArtworkKind,
  bytes: Uint8Array,
  sizeMm: number,
  dpi: number,
): InkPicture {
  return {
    name,
    faults,
    kind,
    bytes,
    widthMm: sizeMm,
    heightMm: sizeMm,
    dpi,
    limits: defaultInkLimits,
    hasWhite: false,
    drawing: null,
  }
}

function svgOf(body: string, sizeMm: number, pxPerMm: number): string {
  const px = Math.round(sizeMm * pxPerMm)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px}" height="${px}" viewBox="0 0 ${sizeMm} ${sizeMm}">${body}</svg>`
}

/** Draws a body in mm at a resolution, by librsvg. */
async function render(body: string, sizeMm: number, dpi: number): Promise<Pixels> {
  const svg = svgOf(body, sizeMm, dpi / 25.4)
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { rgba: new Uint8Array(data), width: info.width, height: info.height }
}

function raw({ width, height }: Pixels) {
  return { raw: { width, height, channels: 4 as const } }
}

async function blur(drawn: Pixels, sigma: number, background: number): Promise<Uint8Array> {
  const grey = { r: background, g: background, b: background }
  const flat = await sharp(drawn.rgba, raw(drawn))
    .flatten({ background: grey })
    .blur(sigma)
    .ensureAlpha()
    .raw()
    .toBuffer()
  return new Uint8Array(flat)
}

/** Paints something like a photograph: soft light, shapes with sharp and soft edges, and grain; opaque to its borders. */
async function photo(random: Random, sizeMm: number, dpi: number): Promise<Pixels> {
  const width = Math.round((sizeMm / 25.4) * dpi)
  const rgba = new Uint8Array(width * width * 4)
  const lights = Array.from({ length: 6 }, () => [
    random() * 5 + 1,
    random() * 5 + 1,
    random() * 6,
    random() * 40 + 10,
  ])
  const shapes = Array.from({ length: 14 }, () => [
    random(),
    random(),
    random() * 0.12 + 0.04,
    random() * 160 - 80,
    random() * 100 - 50,
  ])
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / width]
      let light = 120
      for (const [across, down, phase, height] of lights)
        light += height * Math.sin(across * u * 6 + down * v * 6 + phase)
      let warm = 20 * Math.sin(3 * u + 2 * v)
      for (const [cx, cy, radius, lift, tint] of shapes)
        if (Math.hypot(u - cx, v - cy) < radius) {
          light += lift
          warm += tint
        }
      const grain = (random() - 0.5) * 10
      const at = (y * width + x) * 4
      rgba[at] = clamped(light + warm + grain)
      rgba[at + 1] = clamped(light + grain)
      rgba[at + 2] = clamped(light - warm + grain)
      rgba[at + 3] = 255
    }
  return { rgba, width, height: width }
}

function clamped(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}

function pick<T>(random: Random, among: readonly T[]): T {
  return among[Math.floor(random() * among.length)]
}
