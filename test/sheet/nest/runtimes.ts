import type { PieceType } from "../../../sheet/layout/layout.ts"
import { layOutShapes } from "../../../sheet/layout/nest/lay-out-shapes.ts"
import type { PrintedInk } from "../../../sheet/layout/nest/printed-ink.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { openSilhouette } from "../../../sheet/silhouette.ts"

/**
 * A generated order of rings and blobs, nested, as JSON. Bundled for every runtime that sheets are
 * laid out in, so it imports the engine alone.
 */
export function nestedOrder(seed: number, layoutKernel: WebAssembly.Module): string {
  const random = createRandom(seed)
  const pieces: PieceType[] = []
  const inks: PrintedInk[] = []
  for (let i = 0; i < 5; i++) {
    const side = 60 + Math.floor(random() * 80)
    const hole = random() * 0.7
    const lean = random() - 0.5
    const silhouette = openSilhouette(side, side, false)
    const row = new Uint8Array(side * 4)
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const [u, v] = [(2 * x) / side - 1, (2 * y) / side - 1]
        const reach = u * u + v * v + lean * u * v
        row[x * 4 + 3] = reach < 0.9 && reach > hole * hole ? 255 : 0
      }
      silhouette.push(row, y)
    }
    const widthPx = 150 + Math.floor(random() * 400)
    const box = { x: 0, y: 0, width: side, height: side }
    inks.push({ silhouette: silhouette.finish(), box, widthPx, heightPx: widthPx, mirror: seed % 2 === 0 })
    pieces.push({ widthPx, heightPx: widthPx, count: 1 + Math.floor(random() * 4) })
  }
  const bounds = {
    widthPx: 2200,
    maxLengthPx: seed % 3 === 0 ? 1500 : 9000,
    edgePx: 25,
    gapPx: 20,
    rotate: true,
  }
  const effort = seed % 5 === 0 ? "balanced" : "quick"
  return JSON.stringify(layOutShapes(pieces, inks, bounds, { layoutKernel }, { effort, seed }))
}
