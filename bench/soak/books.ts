import type { D1Database } from "@cloudflare/workers-types"
import type { UserHubApi } from "../../contract/credits/hub.ts"

const STATEMENT_ROWS = 100

/** Returns one person's discrepancies, in words; empty if the books balance. */
export async function auditPerson(d1: D1Database, hub: UserHubApi, userId: string): Promise<string[]> {
  const wrong: string[] = []
  const check = (what: string, got: number, expected: number) => {
    if (got !== expected) wrong.push(`${what}: ${got}, expected ${expected}`)
  }
  const sums = { grant: 0, hold: 0, capture: 0, release: 0, refund: 0 }
  let paypal = 0
  for (let afterSeq = 0; ; ) {
    const entries = await hub.statement({ afterSeq, limit: STATEMENT_ROWS })
    for (const entry of entries) {
      sums[entry.kind] += entry.credits
      if (entry.kind === "grant" && entry.id.startsWith("paypal:")) paypal += entry.credits
    }
    const last = entries.at(-1)
    if (!last) break
    afterSeq = last.seq
  }
  const balance = await hub.balance()
  check("credits still held", balance.held, 0)
  check("holds ended", sums.capture + sums.release, sums.hold)
  check("balance", balance.available, sums.grant - sums.refund - sums.capture)
  const row = await d1
    .prepare(
      `SELECT (SELECT coalesce(sum(credits), 0) FROM attempt WHERE user_id = ?1 AND state = 'completed') AS delivered,
        (SELECT count(*) FROM print WHERE user_id = ?1 AND status = 'Processing') AS processing,
        (SELECT coalesce(sum(credits), 0) FROM payment WHERE user_id = ?1 AND status = 'Completed') AS paid,
        (SELECT available_credits FROM user WHERE id = ?1) AS mirrored,
        (SELECT count(*) FROM image WHERE user_id = ?1 AND status = 'Ingesting') AS unread`,
    )
    .bind(userId)
    .first<{ delivered: number; processing: number; paid: number; mirrored: number; unread: number }>()
  if (!row) return ["the person is not in the database"]
  check("prints still in Processing", row.processing, 0)
  check("images still being read", row.unread, 0)
  // A print deleted for good takes its attempts with it, but not their charge.
  if (sums.capture < row.delivered) wrong.push(`captured ${sums.capture} for ${row.delivered} delivered`)
  check("credits granted for payments", paypal, row.paid)
  check("the mirror in D1", row.mirrored, balance.available)
  return wrong
}
