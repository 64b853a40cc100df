import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { integration } from "./tables.ts"

type Version = { id: Id; tokenVersion: number }

/**
 * Lets one caller refresh a shop's tokens: a refresh token works once, so two concurrent refreshes
 * would lose the connection. The lease expires by itself in case its holder stops. Returns false while
 * another caller has it, or if one has already refreshed.
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

/** Returns true while a caller refreshes tokens of one of the account's shops. */
export async function areTokensLeased(db: Database, userId: Id, nowMs: number): Promise<boolean> {
  const rows = await db
    .select({ id: integration.id })
    .from(integration)
    .where(and(eq(integration.userId, userId), gt(integration.tokenLeaseUntil, nowMs)))
    .limit(1)
  return rows.length > 0
}

/** Stores new tokens and ends the lease; false if the connection has changed meanwhile. */
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

/** Releases the lease after a failed refresh. */
export async function releaseTokens(db: Database, { id, tokenVersion }: Version): Promise<void> {
  await db
    .update(integration)
    .set({ tokenLeaseUntil: null })
    .where(and(eq(integration.id, id), eq(integration.tokenVersion, tokenVersion)))
}

/** Deletes tokens that no longer work; the seller has to connect again. */
export async function dropTokens(db: Database, { id, tokenVersion }: Version): Promise<void> {
  await db
    .update(integration)
    .set({ tokensEncrypted: null, tokenVersion: sql`${integration.tokenVersion} + 1`, tokenLeaseUntil: null })
    .where(and(eq(integration.id, id), eq(integration.tokenVersion, tokenVersion)))
}
