import type { Env } from "./env.ts"
import { consumeQueue } from "./jobs/consume-queue.ts"
import { runScheduled } from "./jobs/run-scheduled.ts"

/** The press: a Worker of its own, so that no request of a person waits for its work. */
export default {
  async queue(batch, env, ctx) {
    await consumeQueue(batch, env, ctx)
  },
  async scheduled(event, env, ctx) {
    await runScheduled(event, env, ctx)
  },
} satisfies ExportedHandler<Env>
