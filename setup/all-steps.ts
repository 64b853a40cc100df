import type { Step } from "./step.ts"
import { access, account } from "./steps/access.ts"
import { admin } from "./steps/admin.ts"
import { domain } from "./steps/domain.ts"
import { etsyKeys } from "./steps/etsy.ts"
import { keys } from "./steps/keys.ts"
import { bots, health, liveApp, vendors } from "./steps/live-app.ts"
import { mail } from "./steps/mail.ts"
import { paypalKeys, paypalWebhook } from "./steps/paypal.ts"
import { bank, contact } from "./steps/shop-settings.ts"
import { shopifyKeys } from "./steps/shopify.ts"
import { bucket, database, queues } from "./steps/storage.ts"
import { tables } from "./steps/tables.ts"
import { turnstile } from "./steps/turnstile.ts"
import { address, background, edge, press } from "./steps/workers.ts"

/** The steps from an account to a live shop, each after the steps that it needs. */
export const allSteps: readonly Step[] = [
  ...[access, account, domain, database, bucket, queues],
  ...[mail, contact, bank, turnstile, paypalKeys, paypalWebhook, etsyKeys, shopifyKeys, keys],
  ...[tables, edge, press, address, background, admin, bots, liveApp, health, vendors],
]
