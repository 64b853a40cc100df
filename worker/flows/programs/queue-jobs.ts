import type { DeliveryMessage, RunMessage } from "../../../contract/message.ts"
import type { JobLease } from "../../data/programs/job-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

/** Queues a job's next steps; never throws, because the sweep queues what waits too long. */
export async function queueJob(env: Env, lease: JobLease, delaySeconds = 0): Promise<void> {
  const message: RunMessage = { kind: "job", jobId: lease.id, leaseUntilMs: lease.untilMs }
  await queue(env.RUN_QUEUE, message, delaySeconds)
}

/** Queues a job's addresses, which may be silent for long. */
export async function queueFetch(env: Env, lease: JobLease, delaySeconds = 0): Promise<void> {
  const message: DeliveryMessage = { kind: "fetch", jobId: lease.id, leaseUntilMs: lease.untilMs }
  await queue(env.DELIVERY_QUEUE, message, delaySeconds)
}

async function queue(
  target: Queue,
  message: RunMessage | DeliveryMessage,
  delaySeconds: number,
): Promise<void> {
  try {
    await target.send(message, { delaySeconds })
  } catch (error) {
    logWarning("job not queued, left to the sweep", { ...message, error })
  }
}
