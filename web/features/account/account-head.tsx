import type { ReactNode } from "react"
import type { User } from "../../../contract/accounts/account.ts"
import { Avatar } from "../../components/ui/avatar.tsx"
import { displayName } from "../../lib/auth.tsx"
import { formatCount } from "../../lib/format.ts"

export type AccountHeadProps = {
  user: Pick<User, "firstName" | "lastName" | "email" | "credit">
  /** The text below the name. */
  detail: ReactNode
}

export function AccountHead({ user, detail }: AccountHeadProps) {
  const name = displayName(user)
  const figures = [
    ["Available credits", user.credit.availableCredits],
    ["Used credits", user.credit.usedCredits],
  ] as const
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} className="size-14 text-lg" />
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-xl font-[640]">{name}</h1>
        <div className="truncate text-sm text-ink-2">{detail}</div>
      </div>
      <dl className="flex gap-8 coarse:w-full coarse:rounded-lg coarse:border coarse:border-line coarse:bg-surface coarse:p-3 md:text-right">
        {figures.map(([label, credits]) => (
          <div key={label} className="coarse:flex-1">
            <dt className="text-xs text-ink-3">{label}</dt>
            <dd className="text-xl font-[650]">{formatCount(credits)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
