import type { Context } from "hono"
import type { z } from "zod"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import {
  type decisionSchema,
  isStandingTrouble,
  type StandingTrouble,
  type TroubleKind,
} from "../../../contract/operations/operations.ts"
import type { AppEnv } from "../../app-env.ts"
import { auditOnce } from "../../data/accounts/audit-rows.ts"
import { findAnyImage } from "../../data/artwork/image-rows.ts"
import { markCancelled } from "../../data/credits/payment-end.ts"
import { findPaymentById } from "../../data/credits/payment-rows.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import { findIntegration, type IntegrationRow } from "../../data/integrations/integration-rows.ts"
import { failSync } from "../../data/integrations/sync-rows.ts"
import { giveUpMail, makeDue } from "../../data/operations/decision-rows.ts"
import { standingOwner } from "../../data/operations/standing-work.ts"
import { findAttempt } from "../../data/prints/attempt-rows.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { auditOf } from "../accounts/delete-account.ts"
import { giveUpImage } from "../artwork/end-image.ts"
import { failAttempt } from "../prints/end-attempt.ts"

/** The next sync of a shop whose running one was ended. */
const SYNC_PAUSE_MS = 15 * MINUTE_MS
const PRINT_ENDED = "The print took too long to render. Please process it again."
const SYNC_ENDED =
  "The sync stood still and was ended. The orders read so far are kept; the next one goes on from there."

const words: Record<TroubleKind, string> = {
  print: "print",
  image: "image",
  "print-mail": "mail about a print",
  "payment-mail": "mail about a payment",
  payment: "payment",
  shop: "sync of a shop",
  shipment: "shipment",
  run: "autopilot's run",
  pieces: "pieces of an image",
}

/**
 * An admin's decision, in words. Retrying makes the thing due for the next sweep; giving up ends it
 * as the sweep would in the end. A repeat, or one about what has moved on, changes nothing.
 */
export async function decideTrouble(
  c: Context<AppEnv>,
  { kind, _id: id, decision }: z.infer<typeof decisionSchema>,
): Promise<string> {
  const db = databaseOf(c.env)
  const userId = await ownerOf(db, kind, id)
  if (userId === null) throw unknown(kind)
  const details = `${words[kind]} ${id}`
  const nowMs = Date.now()
  if (decision === "retry") {
    await makeDue(db, { kind, id, nowMs }, auditOf(c, userId, "Tried again", details))
    return "It is tried again within a minute"
  }
  if (isStandingTrouble(kind)) throw new ApiError("conflict", "This can only be tried again.")
  const audit = auditOf(c, userId, "Gave up", details)
  if (kind === "print-mail" || kind === "payment-mail") {
    await giveUpMail(db, { kind, id }, audit)
  } else {
    const end = await endingOf(c.env, kind, id, nowMs)
    if (end) {
      await auditOnce(db, audit)
      await end()
    }
  }
  return "Given up"
}

/** The account that the thing belongs to; null if the thing is gone. */
async function ownerOf(db: Database, kind: TroubleKind, id: Id): Promise<Id | null> {
  if (isStandingTrouble(kind)) return standingOwner(db, kind, id)
  const row = await {
    print: findAttempt,
    "print-mail": findAttempt,
    image: findAnyImage,
    payment: findPaymentById,
    "payment-mail": findPaymentById,
    shop: (db: Database, id: Id) => findIntegration(db, null, id),
  }[kind](db, id)
  return row?.userId ?? null
}

/** What ends it; null if it has moved on. 409 where it cannot be ended. */
async function endingOf(
  env: Env,
  kind: Exclude<TroubleKind, StandingTrouble | "print-mail" | "payment-mail">,
  id: Id,
  nowMs: number,
): Promise<(() => Promise<unknown>) | null> {
  const db = databaseOf(env)
  switch (kind) {
    case "print": {
      const row = await findAttempt(db, id)
      if (row?.state === "holding" || row?.state === "finishing")
        throw new ApiError("conflict", "This print is at a step that can only be tried again.")
      const isRunning = row?.state === "stamping" || row?.state === "rendering"
      return isRunning ? () => failAttempt(env, row, PRINT_ENDED) : null
    }
    case "image": {
      const row = await findAnyImage(db, id)
      return row?.status === "Ingesting" ? () => giveUpImage(env, id) : null
    }
    case "payment": {
      const row = await findPaymentById(db, id)
      if (row?.paymentMethod !== "PayPal")
        throw new ApiError("conflict", "Only a payment by PayPal can be given up.")
      if (row.status !== "Pending") return null
      return () => markCancelled(db, id, { nowMs, refusal: "UNANSWERED" }, null)
    }
    case "shop": {
      const row = await findIntegration(db, null, id)
      return row?.syncState === "running" ? () => endSync(env, row, nowMs) : null
    }
  }
}

async function endSync(env: Env, row: IntegrationRow, nowMs: number): Promise<void> {
  const { id, userId, syncRunId: runId, syncDone: done, syncTotal: total } = row
  if (runId === null) return
  await failSync(databaseOf(env), { id, runId }, SYNC_ENDED, nowMs + SYNC_PAUSE_MS)
  const data = { integrationId: id, state: "failed" as const, done, total, message: SYNC_ENDED }
  const event = { kind: "sync-progress" as const, data }
  await hubOf(env, userId).publish({ userId, key: `sync:${runId}:failed`, event })
}
