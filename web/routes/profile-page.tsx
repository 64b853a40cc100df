import { useQuery } from "@tanstack/react-query"
import { BuyCreditsPanel } from "../features/credits/buy-credits-panel.tsx"
import { packagesQuery } from "../features/credits/package-calls.ts"
import { Statement } from "../features/credits/statement.tsx"
import { PaymentHistory } from "../features/payments/payment-history.tsx"
import { ProfileScreen } from "../features/profile/profile-screen.tsx"
import { useAuth } from "../lib/auth.tsx"

/** One's own account with everything about its credits. */
export function ProfilePage() {
  const { user } = useAuth()
  const areOffersSettled = useQuery(packagesQuery).isFetched
  return (
    <ProfileScreen
      credits={
        <>
          <div className="mt-6">
            <BuyCreditsPanel />
          </div>
          <PaymentHistory areOffersSettled={areOffersSettled} />
          <Statement owner="me" owedCredits={user.credit.owedCredits ?? 0} />
        </>
      }
    />
  )
}
