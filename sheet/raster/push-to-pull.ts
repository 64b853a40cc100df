import { openKernel } from "./raster-kernel.ts"
import type { RasterHost } from "./types.ts"

/** Bytes that may wait for the consumer before the producer is held back; pieces come in about this size. */
const WAITING_BYTES = 512 * 1024

export type Producer = (emit: (bytes: Uint8Array) => void, pause: () => Promise<void>) => Promise<void>

/**
 * Turns a producer that emits bytes as it goes into a generator of them. What is emitted is copied at once; what is
 * yielded is valid until the next piece is asked for: two buffers take turns, and live in a kernel's memory of their own,
 * because those are used again and again where array buffers would wait for the garbage collector. `largestEmit` sizes
 * them; a producer that overruns them gets larger ones. The producer awaits `pause` now and then, which holds it while too much is waiting; when the consumer leaves early, the
 * next `pause` ends the producer.
 */
export async function* pullFrom(
  host: RasterHost,
  largestEmit: number,
  produce: Producer,
): AsyncGenerator<Uint8Array, void> {
  const kernel = openKernel(host)
  const bufferBytes = WAITING_BYTES + largestEmit
  const buffers = kernel.allocate(2 * bufferBytes)
  let filling = kernel.view(buffers, bufferBytes)
  let draining = kernel.view(buffers + bufferBytes, bufferBytes)
  let waiting = 0
  let isAbandoned = false
  let wakeConsumer = () => {}
  let wakeProducer = () => {}
  let outcome: { error?: unknown } | undefined

  const emit = (bytes: Uint8Array) => {
    if (waiting + bytes.length > filling.length) {
      const larger = new Uint8Array(2 * (waiting + bytes.length))
      larger.set(filling.subarray(0, waiting))
      filling = larger
    }
    filling.set(bytes, waiting)
    waiting += bytes.length
    if (waiting >= WAITING_BYTES) wakeConsumer()
  }
  const pause = async () => {
    while (waiting >= WAITING_BYTES && !isAbandoned) {
      await new Promise<void>((resolve) => {
        wakeProducer = resolve
      })
    }
    if (isAbandoned) throw new Error("nobody reads this any more")
  }
  const work = produce(emit, pause)
    .then(
      () => {
        outcome = {}
      },
      (error) => {
        outcome = { error }
      },
    )
    .finally(() => wakeConsumer())

  try {
    while (!outcome || waiting > 0) {
      if (!outcome && waiting < WAITING_BYTES) {
        await new Promise<void>((resolve) => {
          wakeConsumer = resolve
        })
        continue
      }
      const piece = filling.subarray(0, waiting)
      const filled = filling
      filling = draining
      draining = filled
      waiting = 0
      wakeProducer()
      yield piece
    }
    if ("error" in outcome) throw outcome.error
  } finally {
    isAbandoned = true
    wakeProducer()
    await work
    kernel.close()
  }
}
