import { readFileSync } from "node:fs"
import { join } from "node:path"
import { boundsOf, turned } from "../../harness/nest/polygon.ts"
import type { PolygonJob } from "./polygon-nest.ts"

type Item = { qty: number; rotations: number[]; poly: [number, number][] }

/**
 * A published instance: minimise the length of a strip of this width. Density is itemArea over
 * width times length.
 */
export type Instance = {
  name: string
  width: number
  itemArea: number
  bestKnownDensity: number
  items: Item[]
}

export function readInstances(set: string): Instance[] {
  const file = join(import.meta.dirname, "instances", `${set}.json`)
  const content: { instances: Instance[] } = JSON.parse(readFileSync(file, "utf8"))
  return content.instances
}

/** The pixels of the finest bitmap: corners that are no whole numbers are rounded to a sixteenth of that. */
const unitPx = 16
const positionsAcross = 256

/**
 * Returns an instance in pixels, its length along y. If all coordinates are multiples of a number,
 * positions are too, so that pieces made to fit can touch; `across` is the resulting number of
 * positions.
 */
export function jobOf(instance: Instance): PolygonJob & { across: number; pxPerUnit: number } {
  const { width, items } = instance
  const wanted = width / positionsAcross
  const quantum = quantumOf(items)
  const step = quantum > wanted ? quantum / Math.ceil(quantum / wanted - 1e-9) : wanted
  const pxPerUnit = (8 * unitPx) / step
  const widthPx = Math.floor(width * pxPerUnit + 1e-6)
  return {
    widthPx,
    gapPx: 0,
    across: widthPx / (8 * unitPx),
    pxPerUnit,
    pieces: items.map(({ qty, rotations, poly }) => {
      const ring = poly.map(([x, y]) => [Math.round(y * pxPerUnit), Math.round(x * pxPerUnit)] as const)
      const { x0, y0 } = boundsOf(ring)
      if (!rotations.every((degrees) => degrees % 90 === 0)) throw new Error(`${instance.name} turns freely`)
      return {
        polygon: turned(
          ring.map(([x, y]) => [x - x0, y - y0] as const),
          0,
        ),
        turns: rotations.map((degrees) => degrees / 90),
        quantity: qty,
      }
    }),
  }
}

// Returns the greatest number that all coordinates are multiples of, in tenths; 0 if there is none.
function quantumOf(items: readonly Item[]): number {
  let quantum = 0
  for (const { poly } of items) {
    for (const value of poly.flat()) {
      const tenths = Math.round(value * 10)
      if (Math.abs(tenths - value * 10) > 1e-6) return 0
      quantum = greatestDivisor(quantum, Math.abs(tenths))
    }
  }
  return quantum / 10
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
