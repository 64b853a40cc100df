import type { Env } from "../env.ts"

/** Takes one batch of any of the Worker's queues. */
export async function consumeQueue(batch: MessageBatch, _env: Env, _ctx: ExecutionContext): Promise<void> {
  batch.retryAll()
}
