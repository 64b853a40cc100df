import { BuyCreditsPanel } from "../features/credits/buy-credits-panel.tsx"
import { Statement } from "../features/credits/statement.tsx"
import { PaymentHistory } from "../features/payments/payment-history.tsx"
import { ProfileScreen } from "../features/profile/profile-screen.tsx"
import { useAuth } from "../lib/auth.tsx"

/** One's own account with everything about its credits. */
export function ProfilePage() {
  const { user } = useAuth()
  return (
    <ProfileScreen
      credits={
        <>
          <div className="mt-6">
            <BuyCreditsPanel />
          </div>
          <PaymentHistory />
          <Statement owner="me" owedCredits={user.credit.owedCredits ?? 0} />
        </>
      }
    />
  )
}
