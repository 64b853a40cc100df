import { setTimeout } from "node:timers/promises"
import type { Operator } from "./account-archive.ts"
import { Client } from "./client.ts"

/** The pause while prints are being processed or a deletion can be undone, and the most pauses: half an hour. */
const WAIT_MS = 5_000
const MOST_WAITS = 360

/**
 * Moves an account to another database and returns what to say about it, or takes a move back. A command that was
 * stopped goes on when it is started again; the app goes on by itself, too.
 */
export async function moveAccount(
  { origin, operatorKey }: Operator,
  request: { email: string; to: string; isBack: boolean },
): Promise<string> {
  const client = new Client(origin, { headers: { authorization: `Bearer ${operatorKey}` } })
  for (let waits = 0; waits <= MOST_WAITS; ) {
    const { state } = await client.expect<{ state: string }>("POST", "/api/operator/moves", request)
    if (state === "moved")
      return `${request.email} lives in ${request.to} now. Its old rows go within a quarter of an hour.`
    if (state === "taken-back") return `${request.email} stays where it was.`
    if (state === "waiting") {
      waits += 1
      await setTimeout(WAIT_MS)
    }
  }
  throw new Error(
    "Its prints are still being processed, or what it deleted can still be undone. Nothing was moved: try again later.",
  )
}
