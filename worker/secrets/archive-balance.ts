import { timingSafeEqual } from "node:crypto"
import type { ArchiveBalance } from "../../contract/accounts/archive.ts"
import { hashSecret } from "./mailed-secret.ts"

/** Signs the balance in an archive: the archive lies with its owner, and grants credits. */
export async function signBalance(
  key: string,
  balance: Omit<ArchiveBalance, "signature">,
): Promise<ArchiveBalance> {
  return { ...balance, signature: await signatureOf(key, balance) }
}

/** Returns true if this deployment signed it, with the key that it has now. */
export async function isSignedBalance(
  key: string,
  { signature, ...balance }: ArchiveBalance,
): Promise<boolean> {
  const [given, right] = [Buffer.from(signature), Buffer.from(await signatureOf(key, balance))]
  return given.length === right.length && timingSafeEqual(given, right)
}

function signatureOf(
  key: string,
  { userId, credits, exportedAt }: Omit<ArchiveBalance, "signature">,
): Promise<string> {
  return hashSecret(key, "archive-balance", JSON.stringify([userId, credits, exportedAt]))
}
