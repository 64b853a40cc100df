import type { Picture, RowSource } from "../../../sheet/raster/artwork.ts"

/** The signed distance in pixels from a point to a shape's outline, in double precision; below 0 within. Pixel (0, 0) has its centre there. */
export type Shape = (x: number, y: number) => number

export const disc =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - radius

/** Returns a box of so many pixels, turned by degrees. */
export const box =
  (cx: number, cy: number, width: number, height: number, degrees = 0): Shape =>
  (x, y) => {
    const way = (degrees * Math.PI) / 180
    const across = Math.abs((x - cx) * Math.cos(way) + (y - cy) * Math.sin(way)) - width / 2
    const along = Math.abs((y - cy) * Math.cos(way) - (x - cx) * Math.sin(way)) - height / 2
    return Math.hypot(Math.max(0, across), Math.max(0, along)) + Math.min(0, Math.max(across, along))
  }

/** Returns the shapes together; outside of them the distance is exact. */
export const either =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    Math.min(...shapes.map((shape) => shape(x, y)))

/** Returns the first shape without the others; within it the distance is exact. */
export const without =
  (shape: Shape, ...holes: Shape[]): Shape =>
  (x, y) =>
    Math.max(shape(x, y), ...holes.map((hole) => -hole(x, y)))

/** Returns alphas by the share of 16 × 16 points of a pixel that are in a shape. */
export function coverageOf(shape: Shape): (x: number, y: number) => number {
  return (x, y) => {
    const distance = shape(x, y)
    if (Math.abs(distance) > 1) return distance < 0 ? 255 : 0
    let inked = 0
    for (let i = 0; i < 256; i++)
      if (shape(x + ((i & 15) + 0.5) / 16 - 0.5, y + ((i >> 4) + 0.5) / 16 - 0.5) < 0) inked++
    return Math.round((inked / 256) * 255)
  }
}

type Colour = readonly [number, number, number]

/** Draws a picture of one colour, or of one by the place. */
export function draw(
  widthPx: number,
  heightPx: number,
  alphaAt: (x: number, y: number) => number,
  colour: Colour | ((x: number, y: number) => Colour) = [40, 90, 160],
): Picture {
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const alpha = alphaAt(x, y)
      if (alpha > 0)
        rgba.set([...(typeof colour === "function" ? colour(x, y) : colour), alpha], (y * widthPx + x) * 4)
    }
  return { widthPx, heightPx, rgba }
}

export function alphaOf({ widthPx, rgba }: Picture, x: number, y: number): number {
  return rgba[(y * widthPx + x) * 4 + 3]
}

/** Returns a picture whose rows are made as they are asked for: `make` fills row y. */
export function madeRows(
  widthPx: number,
  heightPx: number,
  make: (row: Uint8Array, y: number) => void,
): RowSource {
  return {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      const row = new Uint8Array(widthPx * 4)
      for (let y = 0; y < heightPx; y++) {
        make(row, y)
        sink(row, y)
        await pause?.(widthPx)
      }
    },
  }
}
