import { ArtworkError, type RowSink } from "../artwork.ts"
import type { Pause } from "../pause.ts"
import type { BoundRenderer } from "./bound-renderer.ts"
import { NAMESPACES } from "./clean-svg.ts"
import { invert, type Matrix } from "./matrix.ts"
import { layCovered, layStraight, type PixelLayer, straighten } from "./pixel-layer.ts"
import type { RootBox } from "./root-box.ts"
import { SVG_WHOLE_PIXELS } from "./svg-limit.ts"
import { refusedSvg, uploadPng } from "./svg-refusal.ts"
import { type Scene, type SceneNode, touches, writeRows } from "./svg-scene.ts"

/** A drawing, the part of user space that it shows, and its size. */
export type Drawing = {
  scene: Scene
  box: RootBox
  widthPx: number
  heightPx: number
  /** The pixels drawn at once, unless the whole must be, and those of a drawing with layers. */
  stripPixels: number
  layeredPixels: number
}

/** The number of parts of the height that trySixteenth chooses from. */
const TRY_SHARES = 16

/** The factor by which more of a layer than of other things is drawn for a low strip. */
const LAYER_SHARE = 2

/** The work per pixel of laying a layer over another. */
const LAYER_WORK = 100

/** The work of testing whether a part of the drawing touches a strip. */
const PART_WORK = 50

/** The rows passed on before the consumer is asked again whether it can take more. */
const PAUSE_ROWS = 32

/**
 * Draws from top to bottom, a strip at a time, and passes the rows on. A strip is drawn in one go.
 * Its rows wait in the memory that it was drawn in while the consumer is busy. The next strip does
 * not begin before.
 */
export async function drawRows(
  renderer: BoundRenderer,
  drawing: Drawing,
  sink: RowSink,
  pause?: Pause,
): Promise<void> {
  const { widthPx, heightPx, scene } = drawing
  const rowBytes = widthPx * 4
  const usual = scene.needsWhole ? heightPx : usualRows(drawing)
  for (let top = 0; top < heightPx; ) {
    const rgba = drawStrip(renderer, drawing, top, Math.min(usual, heightPx - top))
    for (let at = 0; at < rgba.length; at += rowBytes) {
      sink(rgba.subarray(at, at + rowBytes), top++)
      if (pause && top % PAUSE_ROWS === 0) await pause(PAUSE_ROWS * widthPx)
    }
    if (pause) await pause(rgba.length >> 2)
  }
}

/**
 * Returns the rows of a strip. The renderer computes layers up to two strips above and below; a quarter
 * of a strip limits those to one strip.
 */
function usualRows({ scene, widthPx, heightPx, stripPixels, layeredPixels }: Drawing): number {
  if (scene.root.layers === 0) return Math.max(1, Math.floor(stripPixels / widthPx))
  const isDeep = widthPx * heightPx > layeredPixels
  return Math.max(1, Math.floor(layeredPixels / (isDeep ? 4 : 1) / widthPx))
}

/**
 * Draws a sixteenth of the pixels beforehand and throws if even that takes more than `maxWork`.
 * Work that multiplies does so nearly everywhere, so it is refused here in a fraction of the time.
 * The sixteenth is the rows with most of the drawing's text behind them, or everything at a quarter
 * of the size if it must be drawn whole.
 */
export function trySixteenth(renderer: BoundRenderer, drawing: Drawing, maxWork: number): void {
  const { scene, box, widthPx, heightPx } = drawing
  if (Math.min(widthPx, heightPx) < TRY_SHARES) return
  const share = heaviestShare(scene.root, box)
  const top = Math.floor((heightPx * share) / TRY_SHARES)
  const rows = Math.floor((heightPx * (share + 1)) / TRY_SHARES) - top
  const smaller = { ...drawing, widthPx: widthPx >> 2, heightPx: heightPx >> 2 }
  const painter = scene.needsWhole
    ? new StripPainter(renderer, smaller, 0, smaller.heightPx)
    : new StripPainter(renderer, drawing, top, rows)
  // Layers reach beyond the rows.
  const most = scene.root.layers > 0 && !scene.needsWhole ? maxWork * LAYER_SHARE : maxWork
  renderer.within(most, () => {
    try {
      painter.draw()
    } catch (error) {
      if (error instanceof ArtworkError) throw error
      // The renderer may fail on so low a strip for other reasons. Its drawing of the real strips
      // decides.
    }
  })
}

/** Returns the index of the share of the height, out of TRY_SHARES, that most text draws in. */
function heaviestShare(root: SceneNode, box: RootBox): number {
  /** The amount by which more text touches a share than the share before it. */
  const steps = new Float64Array(TRY_SHARES + 1)
  const shareOf = (y: number) =>
    Math.max(0, Math.min(TRY_SHARES - 1, Math.floor(((y - box.y) / box.height) * TRY_SHARES)))
  const add = (node: SceneNode) => {
    if (node.bottom >= box.y && node.top <= box.y + box.height) {
      steps[shareOf(node.top)] += node.open.length
      steps[shareOf(node.bottom) + 1] -= node.open.length
    }
    for (const child of node.children) add(child)
  }
  add(root)
  let [heaviest, most, text] = [0, 0, 0]
  for (let share = 0; share < TRY_SHARES; share++) {
    text += steps[share]
    if (text > most) [heaviest, most] = [share, text]
  }
  return heaviest
}

/**
 * Draws `rows` rows from `top` on. The renderer traps on layers that lie more than two strips away,
 * so parts that miss the strip are left out. If it still traps, higher strips are tried.
 */
function drawStrip(renderer: BoundRenderer, drawing: Drawing, top: number, rows: number): Uint8Array {
  const { heightPx, widthPx, scene } = drawing
  for (let tried = rows; ; tried = Math.min(heightPx - top, tried * 2)) {
    renderer.spend(PART_WORK * scene.parts)
    const strip = new StripPainter(renderer, drawing, top, tried)
    try {
      return strip.draw()
    } catch (error) {
      if (error instanceof ArtworkError) throw error
      const isLast = tried === heightPx - top || tried * 2 * widthPx > SVG_WHOLE_PIXELS
      if (isLast)
        throw refusedSvg("unsupported", "uses something that cannot be drawn at this size", uploadPng)
    }
  }
}

class StripPainter {
  readonly #renderer: BoundRenderer
  readonly #scene: Scene
  readonly #widthPx: number
  readonly #rows: number
  /** The strip in user space, and the size of a pixel there. */
  readonly #frame: { x: number; y: number; width: number; height: number; pixel: number }

  constructor(
    renderer: BoundRenderer,
    { scene, box, widthPx, heightPx }: Drawing,
    top: number,
    rows: number,
  ) {
    this.#renderer = renderer
    this.#scene = scene
    this.#widthPx = widthPx
    this.#rows = rows
    const pixel = box.height / heightPx
    this.#frame = { x: box.x, y: box.y + pixel * top, width: box.width, height: pixel * rows, pixel }
  }

  draw(): Uint8Array {
    const { root, needsWhole } = this.#scene
    if (needsWhole) return this.#render(writeRows(root, -Infinity, Infinity))
    return root.layers <= 1 || this.#isNear(root) ? this.#render(this.#write(root)) : this.#drawInLayers()
  }

  /** Returns whether a part is so near the strip that the renderer cuts off none of its layers. */
  #isNear({ top, bottom }: SceneNode): boolean {
    const { y, height } = this.#frame
    return top >= y - height && bottom <= y + 2 * height
  }

  /**
   * Draws one level at a time, because the renderer cuts off layers inside layers that begin or end
   * more than a strip away. A layer with layers of its own is drawn separately, then laid over the
   * rest through its clip, mask and opacity.
   */
  #drawInLayers(): Uint8Array {
    const layer = new Uint8Array(this.#widthPx * this.#rows * 4)
    this.#paint(this.#scene.root, "", "", layer)
    return straighten(layer)
  }

  /** Paints the children of `parent`. `before` and `after` are the tags around them. */
  #paint(parent: SceneNode, before: string, after: string, layer: PixelLayer): void {
    let waiting = ""
    const flush = () => {
      if (waiting !== "") layStraight(layer, this.#render(before + waiting + after))
      waiting = ""
    }
    for (const node of parent.children) {
      if (!this.#touches(node)) continue
      if (node.layers <= 1) {
        waiting += this.#write(node)
        continue
      }
      flush()
      const innerBefore = before + node.bareOpen
      const innerAfter = `</g>${after}`
      if (!node.isLayer) this.#paint(node, innerBefore, innerAfter, layer)
      else {
        const inner = new Uint8Array(layer.length)
        this.#paint(node, innerBefore, innerAfter, inner)
        const coverage = this.#render(before + node.open + this.#filled(node.matrix) + node.close + after)
        layCovered(layer, inner, coverage)
        this.#renderer.spend(LAYER_WORK * this.#rows * this.#widthPx)
      }
    }
    flush()
  }

  /** Returns a path over the whole strip in the coordinates of `matrix`, with a few pixels to spare. */
  #filled(matrix: Matrix): string {
    const inverse = invert(matrix)
    if (inverse === null) return ""
    const [a, b, c, d, e, f] = inverse
    const { x, y, width, height, pixel } = this.#frame
    const spare = pixel * 8
    const corners = [
      [x - spare, y - spare],
      [x + width + spare, y - spare],
      [x + width + spare, y + height + spare],
      [x - spare, y + height + spare],
    ]
    const points = corners.map(([px, py]) => `${a * px + c * py + e} ${b * px + d * py + f}`)
    return `<path d="M${points.join("L")}Z"/>`
  }

  /** Returns whether a part touches the strip or two rows on either side, where smoothing spills. */
  #touches(node: SceneNode): boolean {
    const { y, height, pixel } = this.#frame
    return touches(node, y - 2 * pixel, y + height + 2 * pixel)
  }

  #write(node: SceneNode): string {
    const { y, height, pixel } = this.#frame
    return writeRows(node, y - 2 * pixel, y + height + 2 * pixel)
  }

  #render(content: string): Uint8Array {
    const { x, y, width, height } = this.#frame
    const size = `width="${this.#widthPx}" height="${this.#rows}" viewBox="${x} ${y} ${width} ${height}"`
    const text = `<svg ${NAMESPACES} ${size} preserveAspectRatio="none">${this.#scene.definitions}${content}</svg>`
    const { widthPx, heightPx, rgba } = this.#renderer.render(text, this.#widthPx)
    if (widthPx === this.#widthPx && heightPx === this.#rows) return rgba
    throw new Error(`the SVG renderer drew ${widthPx} × ${heightPx} pixels`)
  }
}
