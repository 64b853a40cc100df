import { databaseOf } from "../../data/database.ts"
import { listOldEndpointSeals, storeSecrets } from "../../data/events/event-endpoint-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { sealedAnew } from "../../flows/events/endpoint-secrets.ts"
import { queueEndpoint } from "../../flows/events/queue-events.ts"
import { sealMark } from "../../secrets/token-vault.ts"
import { takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

/** The endpoints taken up per minute; the rest come first in the next one. */
const MAX_ENDPOINTS = 500
/** The endpoints whose secrets are sealed again in a night. */
const MAX_SEALS = 500

/** Queues the endpoints that have something due: after a pause, or because their message was lost. */
export async function sweepEvents(env: Env, nowMs: number): Promise<void> {
  const untilMs = nowMs + works.endpoint.leaseMs
  for (const { id, isSlow } of await takeDue(databaseOf(env), works.endpoint, {
    nowMs,
    limit: MAX_ENDPOINTS,
  }))
    await queueEndpoint(env, { id, untilMs }, isSlow)
}

/** Seals endpoints' secrets by the first key, so that the keys behind it can be dropped. */
export async function sweepEndpointSeals(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (const row of await listOldEndpointSeals(db, sealMark(settingsOf(env).TOKEN_KEYS), MAX_SEALS))
    await storeSecrets(db, row, await sealedAnew(env, row, nowMs))
}
