import sharp from "sharp"
import type { Picture } from "../sheet/raster/artwork.ts"

/** A drawing with few pixels, and the same drawing with `times` as many across and down. */
export type EnlargedDrawing = { name: string; small: Picture; large: Picture }

/** Drawings in a square of 100. Those whose edges are hard have few pixels that are wholly in or out. */
const drawings: { name: string; body: string; isHard?: true }[] = [
  {
    name: "letters",
    body: '<g fill="none" stroke="#14141a" stroke-width="9" stroke-linejoin="round"><path d="M8 88 L26 14 L44 88 M14 62 H38"/><path d="M56 88 V14 C92 14 92 48 56 48 C98 48 98 88 56 88"/></g>',
  },
  {
    name: "script",
    body: '<g fill="none" stroke="#a02f66" stroke-width="3"><path d="M6 70 C20 10 34 10 30 60 S48 84 56 40 S76 8 72 56 S90 84 95 30"/><path d="M10 86 C40 78 60 94 92 82" stroke-width="2"/></g>',
  },
  {
    name: "star on a ring",
    body: '<circle cx="50" cy="50" r="40" fill="none" stroke="#1f6f8b" stroke-width="7"/><path d="M50 12 L60.6 37 L88 38.5 L66.8 56 L74 83 L50 68 L26 83 L33.2 56 L12 38.5 L39.4 37 Z" fill="#e0a526"/>',
  },
  {
    name: "sectors",
    body: '<path d="M50 50 L50 6 A44 44 0 0 1 90 32 Z" fill="#c8323c"/><path d="M50 50 L90 32 A44 44 0 0 1 62 92 Z" fill="#3d7a3a"/><path d="M50 50 L62 92 A44 44 0 0 1 8 62 Z" fill="#284b8f"/><path d="M50 50 L8 62 A44 44 0 0 1 50 6 Z" fill="#d9622b"/>',
  },
  {
    name: "outlined blob on white",
    body: '<rect width="100" height="100" fill="#fff"/><path d="M20 30 C30 4 66 8 74 26 S98 62 76 80 S30 98 18 74 S10 50 20 30 Z" fill="#f5a0be" stroke="#14141a" stroke-width="5"/><circle cx="40" cy="42" r="6" fill="#14141a"/><circle cx="62" cy="46" r="6" fill="#14141a"/><path d="M36 64 Q52 78 66 62" fill="none" stroke="#14141a" stroke-width="4"/>',
  },
  {
    name: "rays",
    body: Array.from({ length: 12 }, (_, i) => {
      const [cos, sin] = [Math.cos((i * Math.PI) / 6 + 0.1), Math.sin((i * Math.PI) / 6 + 0.1)]
      return `<path d="M${50 + 16 * cos} ${50 + 16 * sin} L${50 + 46 * cos} ${50 + 46 * sin}" stroke="#5b3f8c" stroke-width="${2 + (i % 3)}"/>`
    }).join(""),
  },
  {
    name: "hard disc and slopes",
    isHard: true,
    body: '<circle cx="34" cy="34" r="26" fill="#c8323c"/><path d="M40 90 L96 60 L90 96 Z" fill="#1f6f8b"/><path d="M6 70 L34 96 L6 96 Z" fill="#14141a"/>',
  },
]

/** Drawings that no rule of the engine was chosen on. */
const others: { name: string; body: string }[] = [
  {
    name: "gear",
    body: `<path d="${polygon(36, (i) => [i % 4 < 2 ? 44 : 33, (i * Math.PI) / 18 + 0.13])} Z" fill="#43505c"/><circle cx="50" cy="50" r="14" fill="#f0c040"/>`,
  },
  {
    name: "spiral",
    body: `<path d="${polygon(160, (i) => [4 + i * 0.26, i * 0.15])}" fill="none" stroke="#0a5a3c" stroke-width="3.4"/>`,
  },
  {
    name: "leaf",
    body: '<path d="M10 90 C10 30 50 8 92 10 C90 60 60 92 10 90 Z" fill="#5a9e3a"/><path d="M10 90 C40 60 60 40 92 10" stroke="#24511a" stroke-width="2.5" fill="none"/><path d="M34 68 L34 44 M48 54 L48 30 M34 68 L58 70 M48 54 L72 56" stroke="#24511a" stroke-width="1.6"/>',
  },
  {
    name: "hatch",
    body: Array.from(
      { length: 22 },
      (_, i) => `<path d="M${i * 7 - 40} 100 L${i * 7 + 20} 0" stroke="#222244" stroke-width="2.2"/>`,
    ).join(""),
  },
  {
    name: "heart",
    body: '<rect width="100" height="100" fill="#fff4e0"/><path d="M50 88 C8 58 4 34 16 20 S46 16 50 34 C54 16 74 8 86 20 S92 58 50 88 Z" fill="#d0203a" stroke="#440000" stroke-width="3"/><path d="M24 30 Q28 22 36 24" stroke="#fff" stroke-width="4" fill="none" stroke-linecap="round"/>',
  },
  {
    name: "triangles",
    body: Array.from({ length: 9 }, (_, i) => {
      const [x, y] = [5 + (i % 3) * 32, 5 + Math.floor(i / 3) * 32]
      return `<path d="M${x} ${y + 28} L${x + 6 + 3 * i} ${y} L${x + 28} ${y + 20 + i} Z" fill="hsl(${i * 40},70%,45%)"/>`
    }).join(""),
  },
]

/** Draws each of them, `side` pixels wide and high; the same each time. */
export function drawEnlarged(side: number, times: number): Promise<EnlargedDrawing[]> {
  return Promise.all(
    drawings.map(({ name, body, isHard }) => drawTwice(name, body, side, times, isHard === true)),
  )
}

/** Draws those that no rule was chosen on, with smoothing and without. */
export function drawOthers(side: number, times: number): Promise<EnlargedDrawing[]> {
  return Promise.all(
    others.flatMap(({ name, body }) => [
      drawTwice(name, body, side, times, false),
      drawTwice(`hard ${name}`, body, side, times, true),
    ]),
  )
}

async function drawTwice(
  name: string,
  body: string,
  side: number,
  times: number,
  isHard: boolean,
): Promise<EnlargedDrawing> {
  return { name, small: await render(body, side, isHard), large: await render(body, side * times, false) }
}

/** Returns the path through places that lie so far, in such a direction, from the middle. */
function polygon(count: number, placeOf: (i: number) => [radius: number, angle: number]): string {
  return Array.from({ length: count }, (_, i) => {
    const [radius, angle] = placeOf(i)
    return `${i === 0 ? "M" : "L"}${50 + radius * Math.cos(angle)} ${50 + radius * Math.sin(angle)}`
  }).join(" ")
}

async function render(body: string, side: number, isHard: boolean): Promise<Picture> {
  const hard = isHard ? ' shape-rendering="crispEdges"' : ""
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100"${hard}>${body}</svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { widthPx: info.width, heightPx: info.height, rgba: new Uint8Array(data) }
}
