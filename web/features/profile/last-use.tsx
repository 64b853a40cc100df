import type { AccessToken } from "../../../contract/accounts/access-token.ts"
import { formatWhen } from "../../lib/format.ts"

/** Says when a program last called, and from which address. */
export function LastUse({ of }: { of: Pick<AccessToken, "lastUsedAt" | "lastUsedFrom"> }) {
  if (of.lastUsedAt === null) return <span className="text-ink-3">Never</span>
  return (
    <span className="block">
      {formatWhen(of.lastUsedAt)}
      <span className="block text-xs text-ink-3 md:whitespace-nowrap">from {of.lastUsedFrom}</span>
    </span>
  )
}
