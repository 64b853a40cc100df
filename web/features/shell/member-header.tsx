import type { ReactNode } from "react"
import { useAuth, useMay } from "../../lib/auth.tsx"
import { NotificationBell } from "../notifications/notification-bell.tsx"
import { CreditLeft } from "./credit-left.tsx"

/** Shows, in the header, whose account a member works in, and what a maker needs there. */
export function MemberHeader({ children }: { children: ReactNode }) {
  const { company } = useAuth().user
  const isMaker = useMay("maker")
  return (
    <>
      <span className="max-w-40 truncate text-sm text-ink-2 max-lg:hidden">
        <span className="sr-only">You work in the account of </span>
        {company}
      </span>
      {isMaker && (
        <>
          {children}
          <span className="flex h-9 items-center gap-2 rounded-md px-2.5 text-sm coarse:h-11">
            <CreditLeft />
          </span>
          <NotificationBell />
        </>
      )}
    </>
  )
}
