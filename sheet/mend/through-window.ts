import type { RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { openKernel, type RasterKernel } from "../raster/raster-kernel.ts"
import { heldBy, holding } from "./held-bytes.ts"

/** The rows that are held, by their number; those outside the picture are transparent. A row may be changed. */
export type HeldRow = (y: number) => Uint8Array

/** What a step holds: rows before and after the one that is made, and bytes besides. */
type WindowSize = { behind: number; ahead: number; ownBytes?: number }

/** A window in a kernel's memory, and the pointers to the rows of the picture that are held. */
export type KernelWindow = { kernel: RasterKernel; held: HeldRow; pointerTo: (y: number) => number }

type Step = {
  /** Looks at row y, which has just come. */
  take?(y: number): void
  /** Looks at the rows that are held once the last one has come. */
  takeEnd?(): void
  /** Returns the number of rows that can be made by now; by itself, those that lie `ahead` before the one that came. */
  ready?(): number
  /** Returns row y of the result; all rows from y − behind to y + ahead are held. Rows come in their order. */
  make(y: number): Uint8Array
  close?(): void
}

/** The bytes that a few allocations of a kernel take besides. */
const KERNEL_SLACK_BYTES = 1024

/**
 * Returns a picture of the same size that is made from a window of the source's rows: `behind` before and `ahead` after
 * the one that is made. `ownBytes` are what the step holds besides. Throws an ArtworkError if a chain of such steps
 * would hold more than MEND_MAX_BYTES.
 *
 *   ─── y − behind       ring of rows: each is copied once, and forgotten when it is out of sight
 *   ─── y                made
 *   ─── y + ahead        taken
 */
export function throughWindow(source: RowSource, size: WindowSize, open: (held: HeldRow) => Step): RowSource {
  return windowed(source, size, (held, ringBytes) => ({ step: open(held), ring: new Uint8Array(ringBytes) }))
}

/** Does the same with a window in a kernel's memory, of which the step takes `kernelBytes`. */
export function throughKernelWindow(
  source: RowSource,
  { kernelBytes, ownBytes = 0, ...size }: WindowSize & { kernelBytes: number },
  host: RasterHost,
  open: (window: KernelWindow) => Step,
): RowSource {
  const rowBytes = source.widthPx * 4
  return windowed(source, { ...size, ownBytes: ownBytes + kernelBytes }, (held, ringBytes) => {
    const kernel = openKernel(host, "mend")
    kernel.reserve(ringBytes + kernelBytes + KERNEL_SLACK_BYTES)
    const ring = kernel.allocate(ringBytes)
    const count = ringBytes / rowBytes
    const step = open({ kernel, held, pointerTo: (y) => ring + (y % count) * rowBytes })
    return { step: { ...step, close: kernel.close }, ring: kernel.view(ring, ringBytes) }
  })
}

/** Returns what a step makes, which is opened with its ring of rows. */
function windowed(
  source: RowSource,
  { behind, ahead, ownBytes = 0 }: WindowSize,
  open: (held: HeldRow, ringBytes: number) => { step: Step; ring: Uint8Array },
): RowSource {
  const { widthPx, heightPx } = source
  const rowBytes = widthPx * 4
  const count = behind + ahead + 1
  const heldBytes = heldBy(source) + (count + 1) * rowBytes + ownBytes
  const rows: RowSource = {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      const none = new Uint8Array(rowBytes)
      const held: Uint8Array[] = []
      const { step, ring } = open((y) => (y < 0 || y >= heightPx ? none : held[y % count]), count * rowBytes)
      for (let i = 0; i < count; i++) held.push(ring.subarray(i * rowBytes, (i + 1) * rowBytes))
      let made = 0
      try {
        await source.decode((row, y) => {
          held[y % count].set(row)
          step.take?.(y)
          const ready = step.ready?.() ?? y + 1 - ahead
          for (; made < ready; made++) sink(step.make(made), made)
        }, pause)
        step.takeEnd?.()
        for (; made < heightPx; made++) sink(step.make(made), made)
      } finally {
        step.close?.()
      }
    },
  }
  return holding(rows, heldBytes)
}
