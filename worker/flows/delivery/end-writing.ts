import type { Id } from "../../../contract/id.ts"
import type { NewNotification } from "../../data/accounts/notification-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { failWriting, filmOfWriting, findWriting, type WritingRow } from "../../data/delivery/writing-rows.ts"
import { type AttemptRow, findAttempt } from "../../data/prints/attempt-rows.ts"
import type { Film } from "../../data/prints/sheet-rows.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { endNotice } from "../prints/announce-attempt.ts"
import { deliverAutomatically } from "./start-deliveries.ts"

type Writing = Pick<WritingRow, "id" | "userId" | "name">
type Printed = Pick<AttemptRow, "printId" | "userId">

/** Returns the notification for a writing that becomes complete. */
export async function readyNotice(env: Env, attempt: Printed, writing: Writing): Promise<NewNotification> {
  const film = await filmOfWriting(databaseOf(env), writing.id)
  return { ...endNotice(attempt, readyText(writing, film)), causeKey: `writing:${writing.id}:written` }
}

/** Ends a running writing without its files, and tells the seller why. A second call changes nothing. */
export async function endWriting(
  env: Env,
  attempt: Printed,
  writing: Writing,
  reason: string,
): Promise<void> {
  const message = `The files for "${writing.name}" could not be written. ${reason}`
  const hasEnded = await failWriting(databaseOf(env), writing.id, message, endNotice(attempt, message))
  if (hasEnded) await announceWriting(env, attempt, writing.id)
}

/** Ends a running writing that cannot be helped. A second call changes nothing. */
export async function giveUpWriting(
  env: Env,
  writing: Writing & Pick<WritingRow, "attemptId">,
): Promise<void> {
  const attempt = await findAttempt(databaseOf(env), writing.attemptId)
  if (attempt) await endWriting(env, attempt, writing, "It took too long. Please write the files again.")
}

/**
 * Tells the seller's pages that a writing is complete, and sends its files if that is automatic. A
 * second call does nothing new.
 */
export async function finishWriting(env: Env, attempt: Printed & { id: Id }, id: Id): Promise<void> {
  const { id: attemptId, printId, userId } = attempt
  await announceWriting(env, attempt, id)
  await deliverAutomatically(env, { printId, attemptId, userId }, Date.now())
}

/** Tells the seller's pages how a writing ended, if it has. A second call tells nothing new. */
async function announceWriting(env: Env, { printId, userId }: Printed, id: Id): Promise<void> {
  const db = databaseOf(env)
  const writing = await findWriting(db, id)
  if (writing?.state === "written") {
    const message = readyText(writing, await filmOfWriting(db, id))
    await hubOf(env, userId).publish({
      userId,
      key: `writing:${id}:written`,
      event: { kind: "print", data: { message, attachmentId: printId } },
    })
  }
  if (writing?.state === "failed") {
    await hubOf(env, userId).publish({
      userId,
      key: `writing:${id}:failed`,
      event: {
        kind: "print-update",
        data: { printId, status: "Error", message: writing.failureMessage ?? "" },
      },
    })
  }
}

function readyText({ name }: Pick<WritingRow, "name">, { sheets }: Film): string {
  return `The files for "${name}" are ready: ${sheets === 1 ? "1 sheet" : `${sheets} sheets`}.`
}
