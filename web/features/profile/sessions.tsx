import { useQuery } from "@tanstack/react-query"
import type { User } from "../../../contract/accounts/account.ts"
import { Button } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { formatDate, formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { PasswordConfirmModal } from "./password-confirm-modal.tsx"
import { endOtherSessions, sessionsOptions } from "./profile-calls.ts"

/** The most sessions shown; more would say nothing new. */
const MAX_SHOWN = 5

/** Lists the account's sessions, and ends all but this one. */
export function Sessions({ user }: { user: User }) {
  const ending = useModalParam("signOutElsewhere")
  const { data: sessions = [] } = useQuery(sessionsOptions(user._id))
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const hidden = others.length - MAX_SHOWN
  return (
    <section aria-labelledby="sessions" className="mt-6">
      <h2 id="sessions" className="text-lg font-[620]">
        Where you are signed in
      </h2>
      <Card className="mt-3 p-4 md:p-5">
        <ul className="grid gap-1 text-sm text-ink-2">
          {sessions
            .filter(({ isCurrent }) => isCurrent)
            .map(({ _id, expiresAt }) => (
              <li key={_id}>This browser, until {formatDate(expiresAt)}</li>
            ))}
          {others.slice(0, MAX_SHOWN).map(({ _id, createdAt }) => (
            <li key={_id}>Another browser, signed in {lowerFirst(formatWhen(createdAt))}</li>
          ))}
          {hidden > 0 && <li>And {plural(hidden, "more", "more")}</li>}
        </ul>
        {others.length > 0 && (
          <Button className="mt-4" onClick={() => ending.open()}>
            Log out everywhere else
          </Button>
        )}
      </Card>
      {ending.isOpen && <SignOutElsewhereModal onClose={ending.close} />}
    </section>
  )
}

function SignOutElsewhereModal({ onClose }: { onClose: () => void }) {
  return (
    <PasswordConfirmModal
      title="Log out everywhere else?"
      description="Every other browser has to sign in again. This one stays signed in."
      cancel="Cancel"
      verb="Log out"
      onClose={onClose}
      onConfirm={async (body) => {
        toastSuccess(await endOtherSessions(body))
        onClose()
      }}
    />
  )
}
