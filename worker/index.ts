import { app } from "./app.ts"
import type { Env } from "./env.ts"
import { consumeQueue } from "./jobs/consume-queue.ts"
import { runScheduled } from "./jobs/run-scheduled.ts"

export { UserHub } from "../durable-objects/user-hub.ts"

export default {
  fetch: app.fetch,
  async queue(batch, env, ctx) {
    await consumeQueue(batch, env, ctx)
  },
  async scheduled(event, env, ctx) {
    await runScheduled(event, env, ctx)
  },
} satisfies ExportedHandler<Env>
