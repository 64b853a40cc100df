import type { Id } from "../../../contract/id.ts"
import type { RunMessage } from "../../../contract/message.ts"
import { wakeRuns } from "../../data/autopilots/autopilot-due.ts"
import type { RunLease } from "../../data/autopilots/autopilot-run-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { works } from "../../work/works.ts"

/** Wakes the runs that wait for a shop's orders, which are as new as can be. */
export async function wakeAutopilot(env: Env, integrationId: Id): Promise<void> {
  const nowMs = Date.now()
  const woken = await wakeRuns(databaseOf(env), integrationId, { nowMs, untilMs: nowMs + works.run.leaseMs })
  for (const lease of woken) await queueRun(env, lease)
}

/** Queues a run's next steps; never throws, because the sweep queues what waits too long. */
export async function queueRun(env: Env, { id: runId, untilMs: leaseUntilMs }: RunLease): Promise<void> {
  await queue(env, { kind: "autopilot", runId, leaseUntilMs })
}

/** Queues a look for film; never throws, because the sweep looks again. */
export async function queueLook(env: Env, autopilotId: Id): Promise<void> {
  await queue(env, { kind: "look", autopilotId })
}

async function queue(env: Env, message: RunMessage): Promise<void> {
  try {
    await env.RUN_QUEUE.send(message)
  } catch (error) {
    logWarning("autopilot not queued, left to the sweep", { ...message, error })
  }
}
