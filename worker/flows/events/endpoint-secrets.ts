import { HOUR_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { OLD_SECRET_HOURS } from "../../../contract/limit.ts"
import type { EventEndpointRow } from "../../data/events/event-endpoint-rows.ts"
import type { StoredSecret } from "../../data/events/tables.ts"
import { type Env, settingsOf } from "../../env.ts"
import { openSecret, sealSecret } from "../../secrets/token-vault.ts"

/** Returns a secret as it is stored. */
export async function storedSecret(env: Env, id: Id, secret: string): Promise<StoredSecret> {
  return { sealed: await sealSecret(settingsOf(env).TOKEN_KEYS, ownerOf(id), secret), endsAt: null }
}

/** Returns the stored secrets that sign now: the newest, and for a day those before it. */
export function livingSecrets({ secrets }: Pick<EventEndpointRow, "secrets">, nowMs: number): StoredSecret[] {
  return secrets.filter(({ endsAt }) => endsAt === null || endsAt > nowMs)
}

/** Returns the secrets with a new one before them; the others sign for a day. */
export function rotated(
  secrets: readonly StoredSecret[],
  added: StoredSecret,
  nowMs: number,
): StoredSecret[] {
  const endsAt = nowMs + OLD_SECRET_HOURS * HOUR_MS
  return [added, ...secrets.map((secret) => ({ ...secret, endsAt: secret.endsAt ?? endsAt }))]
}

/** Opens the secrets that sign now, the newest first. Those that no key opens are left out. */
export async function openSecrets(
  env: Env,
  row: Pick<EventEndpointRow, "id" | "secrets">,
  nowMs: number,
): Promise<string[]> {
  const keys = settingsOf(env).TOKEN_KEYS
  const opened = await Promise.all(
    livingSecrets(row, nowMs).map(({ sealed }) => openSecret(keys, ownerOf(row.id), sealed)),
  )
  return opened.filter((secret) => secret !== null)
}

/** Returns the secrets sealed by the first of the keys, without those that are over or that no key opens. */
export async function sealedAnew(
  env: Env,
  row: Pick<EventEndpointRow, "id" | "secrets">,
  nowMs: number,
): Promise<StoredSecret[]> {
  const keys = settingsOf(env).TOKEN_KEYS
  const anew = livingSecrets(row, nowMs).map(async ({ sealed, endsAt }) => {
    const secret = await openSecret(keys, ownerOf(row.id), sealed)
    return secret === null ? [] : [{ ...(await storedSecret(env, row.id, secret)), endsAt }]
  })
  return (await Promise.all(anew)).flat()
}

function ownerOf(id: Id): string {
  return `event-endpoint:${id}`
}
