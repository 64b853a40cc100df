import type { RasterHost } from "./host.ts"
import { type Pause, restingPause } from "./pause.ts"
import { openKernel } from "./raster-kernel.ts"

/** The bytes that may wait for the consumer before the producer is paused; about a piece's size. */
export const WAITING_BYTES = 512 * 1024

type Producer = (emit: (bytes: Uint8Array) => void, pause: Pause) => Promise<void>

/**
 * Turns a producer that emits bytes as it goes into a generator of them. Emitted bytes are copied at
 * once. A yielded piece is valid until the next request: two buffers take turns. They live in a
 * kernel's separate memory, which is reused, while array buffers would wait for the garbage collector.
 *
 * The producer awaits `pause` now and then, which holds it while too much is waiting (at most
 * `largestEmit` more than WAITING_BYTES). Bytes beyond that, emitted without a pause, wait in separate
 * memory. When the consumer leaves early, the next `pause` ends the producer.
 */
export async function* pullFrom(
  host: RasterHost,
  largestEmit: number,
  produce: Producer,
): AsyncGenerator<Uint8Array, void> {
  const kernel = openKernel(host, "queue")
  const bufferBytes = WAITING_BYTES + largestEmit
  const buffers = kernel.allocate(2 * bufferBytes)
  let filling = kernel.view(buffers, bufferBytes)
  let draining = kernel.view(buffers + bufferBytes, bufferBytes)
  let overflow: Uint8Array[] = []
  let waiting = 0
  let isAbandoned = false
  let wakeConsumer = () => {}
  let wakeProducer = () => {}
  let outcome: { error?: unknown } | undefined

  const emit = (bytes: Uint8Array) => {
    if (overflow.length > 0 || waiting + bytes.length > bufferBytes) overflow.push(bytes.slice())
    else {
      filling.set(bytes, waiting)
      waiting += bytes.length
    }
    if (waiting >= WAITING_BYTES) wakeConsumer()
  }
  const rest = restingPause(host)
  const pause = async (pixels: number) => {
    await rest(pixels)
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
      const late = overflow
      overflow = []
      waiting = 0
      wakeProducer()
      yield piece
      for (let next = late.shift(); next; next = late.shift()) yield next
    }
    if ("error" in outcome) throw outcome.error
  } finally {
    isAbandoned = true
    wakeProducer()
    await work
    kernel.close()
  }
}
