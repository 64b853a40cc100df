import { openWhiteRows } from "../formats/white-rows.ts"
import { ArtworkError, type Picture } from "../raster/artwork.ts"
import { drawWhole, layOver } from "../raster/draw-over.ts"
import type { RasterHost } from "../raster/host.ts"
import { DRAWN_MAX_PIXELS } from "../raster/limits.ts"
import { openKernel } from "../raster/raster-kernel.ts"
import type { InkPlace, InkSeverity } from "./finding.ts"
import { softProof, UNUSABLE_PRESS } from "./soft-proof.ts"

/** A way to see an artwork beside its ink alone. */
export type InkLayer =
  | ({ kind: "white" } & WhiteBeneath)
  /**
   * Ink on its white, on a shirt of that colour (`#rrggbb`), or on film where it is null, as a press of this profile
   * mixes it; in the colours of the file where no profile is known. What it cannot mix is striped if it is to be marked.
   */
  | ({
      kind: "proof"
      garment: string | null
      press: Uint8Array | null
      marksOutside?: boolean
    } & WhiteBeneath)
  | { kind: "findings"; marks: readonly InkFrame[] }

/** The white beneath an artwork that prints `printedWidthPx` wide, all of it, margins included. */
type WhiteBeneath = { printedWidthPx: number; chokePx: number }

/** A place of a finding, to be framed. */
type InkFrame = { severity: InkSeverity; place: InkPlace }

/** White ink as a screen shows it: on film and shirts it is never as bright as the screen itself. */
const WHITE_INK = [244, 244, 240] as const
/** The frame of what will show, and of what may. */
const FRAMES: Record<InkSeverity, readonly [number, number, number]> = {
  bad: [198, 40, 40],
  warn: [224, 123, 0],
  note: [224, 123, 0],
}
const FRAME_PX = 3
const RIM = [255, 255, 255] as const
/** The width of the stripes over what a press cannot mix, which no colour is mistaken for, as a share of the picture's. */
const STRIPE_SHARE = 0.01
/** The rows of white that are made at a time. */
const ROWS_AT_ONCE = 32

/**
 * Draws a layer of an artwork, `widthPx` wide. `draw` draws the artwork itself at a width. White is made in the
 * pixels of the print, as sheets have it, or where the print has more than can be held whole, in the finest that can,
 * with the choke rounded to these.
 */
export async function drawLayer(
  draw: (widthPx: number) => Promise<Picture>,
  layer: InkLayer,
  { widthPx, heightPx, shownWidthPx }: { widthPx: number; heightPx: number; shownWidthPx: number },
  host: RasterHost,
): Promise<Picture> {
  if (layer.kind === "findings") {
    const picture = await draw(shownWidthPx)
    for (const { severity, place } of layer.marks.toReversed()) frame(picture, place, FRAMES[severity])
    return picture
  }
  const { printedWidthPx, chokePx } = layer
  const most = Math.floor(Math.sqrt((DRAWN_MAX_PIXELS * widthPx) / (heightPx + 1)))
  const finest = Math.max(1, Math.min(printedWidthPx, most))
  const choke = Math.round((chokePx * finest) / printedWidthPx)
  const white = await shrunk(whiteOf(await draw(finest), choke, host), shownWidthPx, host)
  if (layer.kind === "white") return white
  const ink = await draw(shownWidthPx)
  const { press, marksOutside = false } = layer
  const mark = (x: number, y: number) => {
    const at = (y * ink.widthPx + x) * 4
    const stripe = Math.floor((x + y) / Math.max(1, STRIPE_SHARE * ink.widthPx))
    ink.rgba.fill(stripe % 2 === 0 ? 0 : 255, at, at + 3)
  }
  if (press && softProof(ink, press, host, marksOutside ? mark : undefined) === null)
    throw new ArtworkError("damaged", UNUSABLE_PRESS)
  return proofOf(ink, white, layer.garment)
}

/** Returns the white beneath a picture, choked by so many of its pixels: opaque where all of it is laid. */
function whiteOf({ widthPx, heightPx, rgba }: Picture, chokePx: number, host: RasterHost): Picture {
  const white = new Uint8Array(widthPx * heightPx * 4)
  const kernel = openKernel(host, "measure")
  try {
    const rows = openWhiteRows(kernel, widthPx, ROWS_AT_ONCE, chokePx)
    const pixels = kernel.allocate(widthPx * 4 * ROWS_AT_ONCE)
    const ready = kernel.allocate(widthPx * Math.max(ROWS_AT_ONCE, chokePx))
    let at = 0
    const take = (count: number) => {
      rows.take(ready, count)
      const alphas = kernel.view(ready, count * widthPx)
      for (let i = 0; i < alphas.length; i++, at += 4) {
        white[at] = WHITE_INK[0]
        white[at + 1] = WHITE_INK[1]
        white[at + 2] = WHITE_INK[2]
        white[at + 3] = alphas[i]
      }
    }
    rows.begin(widthPx)
    for (let y = 0; y < heightPx; y += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, heightPx - y)
      const from = y * widthPx * 4
      kernel.view(pixels, count * widthPx * 4).set(rgba.subarray(from, from + count * widthPx * 4))
      take(rows.feed(pixels, count))
    }
    take(rows.flush())
  } finally {
    kernel.close()
  }
  return { widthPx, heightPx, rgba: white }
}

function shrunk(picture: Picture, widthPx: number, host: RasterHost): Promise<Picture> {
  const rowBytes = picture.widthPx * 4
  const rows = {
    ...picture,
    async decode(sink: (row: Uint8Array, y: number) => void) {
      for (let y = 0; y < picture.heightPx; y++)
        sink(picture.rgba.subarray(y * rowBytes, (y + 1) * rowBytes), y)
    },
  }
  return drawWhole(rows, widthPx, host)
}

/** Lays ink over its white, and both over a shirt. */
function proofOf(ink: Picture, white: Picture, garment: string | null): Picture {
  if (ink.rgba.length !== white.rgba.length) throw new Error("ink and white are of different sizes")
  layOver(white.rgba, ink.rgba)
  if (garment === null) return white
  const shirt = new Uint8Array(white.rgba.length)
  const colour = Number.parseInt(garment.slice(1), 16)
  const pixel = [colour >> 16, (colour >> 8) & 255, colour & 255, 255]
  for (let at = 0; at < shirt.length; at++) shirt[at] = pixel[at & 3]
  layOver(shirt, white.rgba)
  return { ...white, rgba: shirt }
}

/** Frames a place in a colour with a white rim around it, within the picture. */
function frame(picture: Picture, place: InkPlace, colour: readonly [number, number, number]): void {
  const { widthPx, heightPx, rgba } = picture
  const left = Math.max(0, Math.floor((place.x / 1000) * widthPx) - FRAME_PX)
  const top = Math.max(0, Math.floor((place.y / 1000) * heightPx) - FRAME_PX)
  const right = Math.min(widthPx, Math.ceil(((place.x + place.width) / 1000) * widthPx) + FRAME_PX)
  const bottom = Math.min(heightPx, Math.ceil(((place.y + place.height) / 1000) * heightPx) + FRAME_PX)
  for (let y = top; y < bottom; y++) {
    const fromEnds = Math.min(y - top, bottom - 1 - y)
    for (let x = left; x < right; x++) {
      const ring = Math.min(fromEnds, x - left, right - 1 - x)
      if (ring > FRAME_PX) continue
      rgba.set(ring === 0 ? RIM : colour, (y * widthPx + x) * 4)
      rgba[(y * widthPx + x) * 4 + 3] = 255
    }
  }
}
