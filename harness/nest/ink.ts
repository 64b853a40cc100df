import type { PrintedInk } from "../../sheet/layout/nest/printed-ink.ts"
import { openSilhouette, type Silhouette } from "../../sheet/silhouette.ts"
import type { Polygon } from "./polygon.ts"
import { boundsOf } from "./polygon.ts"

/**
 * Returns a picture of a polygon, as ingest would see it: pixels whose middle is inside have full alpha.
 */
export function drawn(
  polygon: Polygon,
  widthPx: number,
): { widthPx: number; heightPx: number; rgba: Uint8Array } {
  const { x1, y1 } = boundsOf(polygon)
  const scale = widthPx / x1
  const heightPx = Math.max(1, Math.round(y1 * scale))
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  for (let y = 0; y < heightPx; y++) {
    const crossings: number[] = []
    polygon.forEach(([xa, ya], i) => {
      const [xb, yb] = polygon[(i + 1) % polygon.length]
      const at = (y + 0.5) / scale
      if (ya > at !== yb > at) crossings.push(xa + ((xb - xa) * (at - ya)) / (yb - ya))
    })
    crossings.sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      for (let x = Math.ceil(crossings[i] * scale - 0.5); x + 0.5 < crossings[i + 1] * scale; x++)
        rgba.set([200, 30, 90, 255], (y * widthPx + x) * 4)
    }
  }
  return { widthPx, heightPx, rgba }
}

export function silhouetteOf(picture: { widthPx: number; heightPx: number; rgba: Uint8Array }): Silhouette {
  const { widthPx, heightPx, rgba } = picture
  const silhouette = openSilhouette(widthPx, heightPx, false)
  for (let y = 0; y < heightPx; y++) silhouette.push(rgba.subarray(y * widthPx * 4, (y + 1) * widthPx * 4), y)
  return silhouette.finish()
}

/** Returns the whole picture printed that wide. */
export function inkOf(silhouette: Silhouette, widthPx: number, mirror = false): PrintedInk {
  const box = { x: 0, y: 0, width: silhouette.widthPx, height: silhouette.heightPx }
  const heightPx = Math.max(1, Math.round((widthPx * box.height) / box.width))
  return { silhouette, box, widthPx, heightPx, mirror }
}
