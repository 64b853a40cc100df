import { heldBy, holding } from "../../../sheet/mend/held-bytes.ts"
import type { LayTexts } from "../../../sheet/mend/mend.ts"
import { layOver } from "../../../sheet/raster/draw-over.ts"
import type { TextShape } from "../../../sheet/text/draw-layers.ts"
import { openLayerDrawer } from "../artwork-text/layer-drawer.ts"
import type { TaskLayer } from "../artwork-text/text-task.ts"

/**
 * Returns a function that draws texts into a picture where the press draws them, with the browser's own pen. It refuses none: on
 * the few pixels of a quick look a text may seem to reach into a border that it leaves alone.
 */
export async function layDrawnTexts(texts: readonly TaskLayer[]): Promise<LayTexts> {
  const drawOne = await openLayerDrawer(texts)
  return async (source, borderPx) => {
    const { widthPx, heightPx, decode } = source
    const canvas = { width: widthPx + 2 * borderPx, height: heightPx + 2 * borderPx }
    const context = new OffscreenCanvas(widthPx, heightPx).getContext("2d")
    if (!context) throw new Error(`the browser has no canvas of ${widthPx} × ${heightPx} pixels`)
    context.lineJoin = "round"
    context.translate(-borderPx, -borderPx)
    for (const one of texts) for (const shape of drawOne(one, canvas).shapes) drawShape(context, shape)
    const above = new Uint8Array(context.getImageData(0, 0, widthPx, heightPx).data.buffer)
    const rows: typeof source = {
      widthPx,
      heightPx,
      decode: (sink, pause) =>
        decode((row, y) => {
          layOver(row, above.subarray(y * row.length, (y + 1) * row.length))
          sink(row, y)
        }, pause),
    }
    return holding(rows, heldBy(source) + above.length)
  }
}

function drawShape(context: OffscreenCanvasRenderingContext2D, { path, fill, line, by }: TextShape): void {
  const shape = new Path2D(path)
  context.save()
  if (by) context.translate(by.x, by.y)
  context.fillStyle = fill
  context.fill(shape)
  if (line) {
    context.strokeStyle = line.color
    context.lineWidth = line.width
    context.stroke(shape)
  }
  context.restore()
}
