import type { Id } from "../../../contract/id.ts"
import type { EventMessage } from "../../../contract/message.ts"
import { databaseOf } from "../../data/database.ts"
import {
  claimDueEndpoints,
  claimIdleEndpoint,
  type EndpointLease,
  type EventEndpointRow,
} from "../../data/events/event-endpoint-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { works } from "../../work/works.ts"

/**
 * Has those told who listen to what has just happened in an account. It never throws: what is not queued, the sweep
 * queues within a minute.
 */
export async function tellListeners(env: Env, userId: Id): Promise<void> {
  const nowMs = Date.now()
  const untilMs = nowMs + works.endpoint.leaseMs
  try {
    for (const { id, isSlow } of await claimDueEndpoints(databaseOf(env), userId, { nowMs, untilMs }))
      await queueEndpoint(env, { id, untilMs }, isSlow)
  } catch (error) {
    logWarning("events left to the sweep", { userId, error })
  }
}

/** Has what is due for one endpoint sent now, even if it rests. */
export async function tellNow(env: Env, endpointId: Id): Promise<void> {
  const nowMs = Date.now()
  const untilMs = nowMs + works.endpoint.leaseMs
  const row = await claimIdleEndpoint(databaseOf(env), endpointId, { nowMs, untilMs })
  if (row) await queueEndpoint(env, { id: row.id, untilMs }, row.isSlow)
}

/** Queues a leased endpoint, slow ones where they hold up no others; never throws, because the sweep queues what waits too long. */
export async function queueEndpoint(
  env: Env,
  lease: EndpointLease,
  isSlow: EventEndpointRow["isSlow"],
  delaySeconds = 0,
): Promise<void> {
  const message: EventMessage = { endpointId: lease.id, leaseUntilMs: lease.untilMs }
  try {
    await (isSlow ? env.EVENT_SLOW_QUEUE : env.EVENT_QUEUE).send(message, { delaySeconds })
  } catch (error) {
    logWarning("events not queued, left to the sweep", { ...message, error })
  }
}
