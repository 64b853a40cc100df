import { and, eq, isNull, lt, or, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { Database } from "./database.ts"
import { integration } from "./schema.ts"

type Version = { id: Id; tokenVersion: number }

/**
 * Lets one caller refresh the tokens of a shop: a refresh token is good once, so two at the same time would lose the
 * connection. The lease ends by itself, in case its holder does. False while another one has it, or has refreshed already.
 */
export async function leaseTokens(
  db: Database,
  { id, tokenVersion }: Version,
  nowMs: number,
  leaseMs: number,
): Promise<boolean> {
  const rows = await db
    .update(integration)
    .set({ tokenLeaseUntil: nowMs + leaseMs })
    .where(
      and(
        eq(integration.id, id),
        eq(integration.tokenVersion, tokenVersion),
        or(isNull(integration.tokenLeaseUntil), lt(integration.tokenLeaseUntil, nowMs)),
      ),
    )
    .returning({ id: integration.id })
  return rows.length === 1
}

/** Stores the next tokens and ends the lease; false when the shop was connected anew or disconnected meanwhile. */
export async function storeTokens(
  db: Database,
  { id, tokenVersion }: Version,
  tokensEncrypted: string,
): Promise<boolean> {
  const rows = await db
    .update(integration)
    .set({ tokensEncrypted, tokenVersion: sql`${integration.tokenVersion} + 1`, tokenLeaseUntil: null })
    .where(and(eq(integration.id, id), eq(integration.tokenVersion, tokenVersion)))
    .returning({ id: integration.id })
  return rows.length === 1
}

/** Gives the lease back where nothing came of it. */
export async function releaseTokens(db: Database, { id, tokenVersion }: Version): Promise<void> {
  await db
    .update(integration)
    .set({ tokenLeaseUntil: null })
    .where(and(eq(integration.id, id), eq(integration.tokenVersion, tokenVersion)))
}

/** Forgets tokens that are good for nothing any more: the seller has to connect again. */
export async function dropTokens(db: Database, { id, tokenVersion }: Version): Promise<void> {
  await db
    .update(integration)
    .set({ tokensEncrypted: null, tokenVersion: sql`${integration.tokenVersion} + 1`, tokenLeaseUntil: null })
    .where(and(eq(integration.id, id), eq(integration.tokenVersion, tokenVersion)))
}
