import { MINUTE_MS } from "../../contract/duration.ts"
import { idSchema, makeId } from "../../contract/id.ts"
import type { AssistantCaller } from "./api.ts"

/** The time in which a person says yes to what a print would take. */
const CONFIRM_MS = 15 * MINUTE_MS
const AUDIENCE = "print-confirmation"

/** What a confirmation was made for: a print, and a digest of what was shown of it. */
type Confirmed = { id: string; printId: string; proof: string }

/** Makes the confirmation for what was shown of a print, for this account alone. */
export function signConfirmation(
  { userId, key, signToken }: AssistantCaller,
  { printId, proof }: Omit<Confirmed, "id">,
): Promise<string> {
  const nowMs = Date.now()
  const claim = { id: makeId(nowMs), subjectId: userId, form: printId, proof }
  return signToken(AUDIENCE, { ...claim, expiresAtMs: nowMs + CONFIRM_MS }, key)
}

/** Returns what a confirmation was made for; null if it is none of this account, or too old. */
export async function openConfirmation(
  { userId, key, readToken }: AssistantCaller,
  text: string,
): Promise<Confirmed | null> {
  const claim = await readToken(AUDIENCE, text, key, Date.now())
  const printId = idSchema.safeParse(claim?.form)
  if (!claim?.proof || claim.subjectId !== userId || !printId.success) return null
  return { id: claim.id, printId: printId.data, proof: claim.proof }
}
