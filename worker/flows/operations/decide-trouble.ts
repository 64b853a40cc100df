import type { Context } from "hono"
import type { z } from "zod"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import {
  type decisionSchema,
  type EndableTrouble,
  isEndable,
} from "../../../contract/operations/operations.ts"
import type { AppEnv } from "../../app-env.ts"
import {
  auditInsert,
  auditOnce,
  carryAudit,
  justChanged,
  type NewAuditEntry,
} from "../../data/accounts/audit-rows.ts"
import { user } from "../../data/accounts/tables.ts"
import { findAnyImage } from "../../data/artwork/image-rows.ts"
import { markCancelled } from "../../data/credits/payment-end.ts"
import { findPaymentById } from "../../data/credits/payment-rows.ts"
import { databaseOf, directoryOf, envOf } from "../../data/database.ts"
import { findWriting } from "../../data/delivery/writing-rows.ts"
import { findIntegration, type IntegrationRow } from "../../data/integrations/integration-rows.ts"
import { failSync } from "../../data/integrations/sync-rows.ts"
import { findAttempt } from "../../data/prints/attempt-rows.ts"
import { namedBatch } from "../../data/prints/named-batch.ts"
import { FIRST_DATABASE } from "../../database-name.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { findAnywhere } from "../../place.ts"
import { giveUpMailUpdates, makeDueUpdates, ownerOf, workOf } from "../../work/statements.ts"
import { auditOf } from "../accounts/delete-account.ts"
import { giveUpImage } from "../artwork/end-image.ts"
import { giveUpWriting } from "../delivery/end-writing.ts"
import { giveUpAttempt } from "../prints/end-attempt.ts"

/** The pause before the next sync of a shop whose running one was ended. */
const SYNC_PAUSE_MS = 15 * MINUTE_MS
const SYNC_ENDED =
  "The sync got stuck and was stopped. The orders read so far are kept; the next one continues from there."

type Mail = "print-mail" | "payment-mail" | "run-mail"

/**
 * Carries out an admin's decision. Retrying makes the thing due for the next sweep; giving up ends it
 * as the sweep would in the end. A repeat, or a decision that comes too late, changes nothing.
 */
export async function decideTrouble(
  c: Context<AppEnv>,
  { kind, _id: id, decision }: z.infer<typeof decisionSchema>,
): Promise<string> {
  const isOfDirectory = workOf(kind)[0].table === user
  const known = isOfDirectory
    ? {
        env: envOf(c.env, FIRST_DATABASE),
        found: await ownerOf(databaseOf(envOf(c.env, FIRST_DATABASE)), kind, id),
      }
    : await findAnywhere(c.env, (env) => ownerOf(databaseOf(env), kind, id))
  if (!known?.found) throw unknown(kind)
  const {
    env,
    found: { userId },
  } = known
  const db = databaseOf(env)
  const [{ name, shown }] = workOf(kind)
  const details = `${shown?.called ?? name} ${id}`
  const nowMs = Date.now()
  if (decision === "retry") {
    await change(makeDueUpdates(db, kind, id, nowMs), auditOf(c, userId, "Tried again", details))
    return "It will be tried again within a minute"
  }
  if (!isEndable(kind)) throw new ApiError("conflict", "This can only be retried.")
  const audit = auditOf(c, userId, "Gave up", details)
  if (isMail(kind)) {
    await change(giveUpMailUpdates(db, kind, id), audit)
  } else {
    const end = await endings[kind](env, id, nowMs)
    if (end) {
      await auditOnce(directoryOf(env), audit)
      await end()
    }
  }
  return "Given up"

  /** Adds the entry, once, if one of the updates has changed anything. */
  async function change(updates: ReturnType<typeof makeDueUpdates>, entry: NewAuditEntry): Promise<void> {
    const statements = updates.flatMap((update) => [update, auditInsert(db, entry, justChanged)])
    await namedBatch(db, { statements })
    if (env.place !== FIRST_DATABASE) await carryAudit(db, directoryOf(env))
  }
}

function isMail(kind: EndableTrouble): kind is Mail {
  return kind.endsWith("-mail")
}

/** A function that prepares a thing's end; null if it has moved on. Throws a 409 if it cannot be ended. */
type Ending = (env: Env, id: Id, nowMs: number) => Promise<(() => Promise<unknown>) | null>

const endings: Record<Exclude<EndableTrouble, Mail>, Ending> = {
  print: async (env, id) => {
    const row = await findAttempt(databaseOf(env), id)
    if (row?.state === "holding" || row?.state === "finishing")
      throw new ApiError("conflict", "This print is at a step that can only be tried again.")
    const isRunning = row?.state === "stamping" || row?.state === "rendering"
    return isRunning ? () => giveUpAttempt(env, row) : null
  },
  writing: async (env, id) => {
    const row = await findWriting(databaseOf(env), id)
    const isRunning = row?.state === "stamping" || row?.state === "writing"
    return isRunning ? () => giveUpWriting(env, row) : null
  },
  image: async (env, id) => {
    const row = await findAnyImage(databaseOf(env), id)
    return row?.status === "Ingesting" ? () => giveUpImage(env, id) : null
  },
  payment: async (env, id, nowMs) => {
    const db = databaseOf(env)
    const row = await findPaymentById(db, id)
    if (row?.paymentMethod !== "PayPal")
      throw new ApiError("conflict", "Only a payment by PayPal can be given up.")
    if (row.status !== "Pending") return null
    return () => markCancelled(db, id, { nowMs, refusal: "UNANSWERED" }, null)
  },
  shop: async (env, id, nowMs) => {
    const row = await findIntegration(databaseOf(env), null, id)
    return row?.syncState === "running" ? () => endSync(env, row, nowMs) : null
  },
}

async function endSync(env: Env, row: IntegrationRow, nowMs: number): Promise<void> {
  const { id, userId, syncRunId: runId, syncDone: done, syncTotal: total } = row
  if (runId === null) return
  await failSync(databaseOf(env), { id, runId }, SYNC_ENDED, nowMs + SYNC_PAUSE_MS)
  const data = { integrationId: id, state: "failed" as const, done, total, message: SYNC_ENDED }
  const event = { kind: "sync-progress" as const, data }
  await hubOf(env, userId).publish({ userId, key: `sync:${runId}:failed`, event })
}
