import type { SecretsFile } from "./secrets-file.ts"
import type { WorkerConfig } from "./worker-configs.ts"
import { deployWorker } from "./wrangler.ts"

/** The secrets made here. They stay in the file: renewed TOKEN_KEYS hold the old keys behind the new. */
const madeHere: readonly string[] = ["SESSION_KEY", "MAILBOX_KEY", "TOKEN_KEYS", "OPERATOR_KEY"]
/** The secrets that a Worker works without, beside those its configuration requires. */
const ofShopify = ["SHOPIFY_API_KEY", "SHOPIFY_API_SECRET"]
const optionalSecrets = {
  edge: ["MAILBOX_KEY", "OPERATOR_KEY", ...ofShopify],
  press: ["MAILBOX_KEY", ...ofShopify],
}

/** Returns the names of the secrets that a Worker may have. */
export function secretNamesOf({ role, secretNames }: WorkerConfig): string[] {
  return [...secretNames, ...optionalSecrets[role]]
}

/**
 * Deploys a Worker with the secrets that it has not got yet. A second call deploys the same again.
 * `missing` are secrets that the Worker has lost and gets again.
 */
export function sendWorker(
  config: WorkerConfig,
  secrets: SecretsFile,
  missing: readonly string[] = [],
): void {
  const names = secretNamesOf(config)
  const wanted = new Set([...secrets.unsent(config.role, names), ...missing])
  const values = Object.fromEntries(Object.entries(secrets.all()).filter(([name]) => wanted.has(name)))
  deployWorker(config, values)
  secrets.markSent(config.role, values)
}

/** Deletes vendors' secrets from this machine once each Worker that needs them has them. */
export function dropSent(secrets: SecretsFile, configs: readonly WorkerConfig[]): void {
  const waiting = configs.flatMap((config) => secrets.unsent(config.role, secretNamesOf(config)))
  for (const name of Object.keys(secrets.all()))
    if (!madeHere.includes(name) && !waiting.includes(name)) secrets.forget(name)
}
