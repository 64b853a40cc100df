import { databaseOf } from "../../data/database.ts"
import { listOldSeals, storeSeal } from "../../data/delivery/delivery-address-rows.ts"
import { claimDueDeliveries } from "../../data/delivery/delivery-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { sealAnew } from "../../flows/delivery/delivery-target.ts"
import { queueDelivery } from "../../flows/delivery/start-deliveries.ts"
import { sealMark } from "../../secrets/token-vault.ts"
import { works } from "../../work/works.ts"

/** The secrets sealed again in a night. */
const MAX_SEALS = 500
/** The deliveries per run; the rest come first in the next run. */
const MAX_DELIVERIES = 50

/** Queues the deliveries whose next try is due, whose message was lost, or whose Worker stopped. */
export async function sweepDeliveries(env: Env, nowMs: number): Promise<void> {
  const again = { nowMs, againMs: nowMs + works.delivery.leaseMs, limit: MAX_DELIVERIES }
  for (const id of await claimDueDeliveries(databaseOf(env), again)) await queueDelivery(env, id)
}

/** Seals addresses' secrets by the first key, so that the keys behind it can be dropped. */
export async function sweepSeals(env: Env): Promise<void> {
  const db = databaseOf(env)
  for (const { id, sealedSecret } of await listOldSeals(db, sealMark(settingsOf(env).TOKEN_KEYS), MAX_SEALS))
    await storeSeal(db, { id, before: sealedSecret, after: await sealAnew(env, id, sealedSecret) })
}
