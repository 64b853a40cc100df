/** Bytes that may wait for the consumer before the producer is held back. */
const WAITING_BYTES = 1 << 20

export type Producer = (emit: (bytes: Uint8Array) => void, pause: () => Promise<void>) => Promise<void>

/**
 * Turns a producer that emits pieces as it goes into a generator of them. The producer awaits `pause` now and then, which
 * holds it while too much is waiting; when the consumer leaves early, the next `pause` ends the producer.
 */
export async function* pullFrom(produce: Producer): AsyncGenerator<Uint8Array, void> {
  let queue: Uint8Array[] = []
  let waitingBytes = 0
  let isAbandoned = false
  let wakeConsumer = () => {}
  let wakeProducer = () => {}
  let outcome: { error?: unknown } | undefined

  const emit = (bytes: Uint8Array) => {
    queue.push(bytes)
    waitingBytes += bytes.length
    wakeConsumer()
  }
  const pause = async () => {
    while (waitingBytes > WAITING_BYTES && !isAbandoned) {
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
    for (;;) {
      const pieces = queue
      queue = []
      for (const piece of pieces) {
        yield piece
        waitingBytes -= piece.length
        wakeProducer()
      }
      if (queue.length > 0) continue
      if (outcome) break
      await new Promise<void>((resolve) => {
        wakeConsumer = resolve
      })
    }
    if ("error" in outcome) throw outcome.error
  } finally {
    isAbandoned = true
    wakeProducer()
    await work
  }
}
