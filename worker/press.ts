import { type OpenEnv, unreadySettingsOf } from "./env.ts"
import { consumeQueue } from "./jobs/consume-queue.ts"
import { runScheduled } from "./jobs/run-scheduled.ts"
import { logUnready } from "./log-unready.ts"

/** The pause after which the settings may be right. Meanwhile the sweeps hold on to the same work. */
const UNREADY_RETRY_S = 3600

/**
 * The press: a Worker of its own, so that no request of a person waits for its work. With settings
 * that are missing or samples it touches nothing: messages wait in their queues, rows as they are.
 */
export default {
  async queue(batch, env, ctx) {
    if (logUnready(unreadySettingsOf(env))) return batch.retryAll({ delaySeconds: UNREADY_RETRY_S })
    await consumeQueue(batch, env, ctx)
  },
  async scheduled(event, env, ctx) {
    if (logUnready(unreadySettingsOf(env))) return
    await runScheduled(event, env, ctx)
  },
} satisfies ExportedHandler<OpenEnv>
