import { readdirSync } from "node:fs"
import { join } from "node:path"
import { fileSource, openNodeHost } from "../../cli/node-host.ts"
import { createRandom } from "../../sheet/layout/random.ts"
import type { LayoutItem } from "../../sheet/preflight/print-layout.ts"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"

const folder = join(import.meta.dirname, "../../web/assets/artwork")
const orderCount = 40
/** The orders with one to six pieces, in forty. */
const ordersBySize = [14, 10, 7, 4, 3, 2]
/** The widths in inches that shops print, and how often in twenty: chest, sleeve, youth, adult. */
const widthsIn: [widthIn: number, often: number][] = [
  [3.5, 3],
  [4, 2],
  [5, 1],
  [6, 1],
  [7.5, 2],
  [9, 2],
  [10, 3],
  [11, 4],
  [12, 2],
]
/** The chance that an order's next piece has the same design: families buy one in several sizes. */
const sameDesign = 0.55
const samePiece = 0.25
const firstShipDay = Date.UTC(2026, 8, 7)
const shipDays = 6
const DAY_MS = 86_400_000

type Artwork = Pick<LayoutItem, "image" | "silhouette">

/** Reads the twelve demo artworks as ingest does. */
export async function readArtwork(): Promise<Artwork[]> {
  const host = await openNodeHost()
  const names = readdirSync(folder).filter((name) => name.endsWith(".svg"))
  const artwork: Artwork[] = []
  for (const name of names.sort()) {
    const image = await inspectArtwork(fileSource(join(folder, name)), host, { previewPx: 16 })
    artwork.push({ image, silhouette: image.silhouette })
  }
  return artwork
}

/**
 * Makes forty orders of one to six pieces as an Etsy shop for transfers has them, to be shipped
 * within six days. The same seed gives the same orders.
 */
export function etsyOrders(artwork: readonly Artwork[], seed: number): LayoutItem[] {
  const random = createRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const widths = widthsIn.flatMap(([widthIn, often]) => new Array<number>(often).fill(widthIn))
  const sizes = ordersBySize.flatMap((orders, i) => new Array<number>(orders).fill(i + 1))
  for (let i = sizes.length - 1; i > 0; i--) {
    const j = below(i + 1)
    ;[sizes[i], sizes[j]] = [sizes[j], sizes[i]]
  }
  return sizes.slice(0, orderCount).flatMap((copies, index) => {
    const order = {
      number: String(3_100_000_000 + index * 7_919),
      shipDay: new Date(firstShipDay + below(shipDays) * DAY_MS).toISOString().slice(0, "2026-01-31".length),
    }
    const items: LayoutItem[] = []
    let design = below(artwork.length)
    for (let copy = 0; copy < copies; copy++) {
      const last = items.at(-1)
      if (last && random() < samePiece) last.quantity++
      else {
        if (last && random() >= sameDesign) design = below(artwork.length)
        items.push({ ...artwork[design], widthIn: widths[below(widths.length)], quantity: 1, order })
      }
    }
    return items
  })
}
