import { texts } from "../../../contract/text.ts"
import { Avatar } from "../../components/ui/avatar.tsx"
import { Button } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { displayName, useAuth } from "../../lib/auth.tsx"
import { formatCount } from "../../lib/format.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ChangePassword } from "./change-password.tsx"
import { ProfileForm } from "./profile-form.tsx"
import { YourData } from "./your-data.tsx"

/** Credits of the package that is offered first. */
const DEFAULT_PURCHASE = "100"

export function ProfileScreen() {
  const { user } = useAuth()
  const name = displayName(user)
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} className="size-14 text-lg" />
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-xl font-[640]">{name}</h1>
          <p className="truncate text-sm text-ink-2">{user.username}</p>
        </div>
        <dl className="flex gap-8 coarse:w-full coarse:rounded-lg coarse:border coarse:border-line coarse:bg-surface coarse:p-3 md:text-right">
          <div className="coarse:flex-1">
            <dt className="text-xs text-ink-3">Available credits</dt>
            <dd className="text-xl font-[650]">{formatCount(user.credit.availableCredits)}</dd>
          </div>
          <div className="coarse:flex-1">
            <dt className="text-xs text-ink-3">Used credits</dt>
            <dd className="text-xl font-[650]">{formatCount(user.credit.usedCredits)}</dd>
          </div>
        </dl>
      </div>
      <div className="mt-6 grid gap-5 xl:grid-cols-[1fr_22rem]">
        <ProfileForm key={user._id} user={user} />
        <ChangePassword email={user.email} />
      </div>
      <PaymentHistory />
      <YourData userId={user._id} />
    </>
  )
}

function PaymentHistory() {
  const buyCredit = useModalParam("buyCredit")
  return (
    <section id="payments" aria-labelledby="payment-history" className="mt-6 scroll-mt-18">
      <h2 id="payment-history" className="text-lg font-[620]">
        Payment history
      </h2>
      <Card className="mt-3 px-4 py-12 text-center text-ink-2">
        <p>{texts.noPayments}</p>
        <Button variant="primary" className="mt-4" onClick={() => buyCredit.open(DEFAULT_PURCHASE)}>
          Buy Credits
        </Button>
      </Card>
    </section>
  )
}
