/** The messages of one batch: half of what a queue takes. */
const MAX_BATCH = 50

/** Sends messages to a queue, as many at once as it surely takes. */
export async function sendBatches(queue: Queue, bodies: readonly unknown[]): Promise<void> {
  for (let from = 0; from < bodies.length; from += MAX_BATCH)
    await queue.sendBatch(bodies.slice(from, from + MAX_BATCH).map((body) => ({ body })))
}
