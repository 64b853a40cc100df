import { Statement } from "../features/credits/statement.tsx"
import { UserScreen } from "../features/users/user-screen.tsx"

/** One account as an admin looks after it, its credit statement below. */
export function UserPage() {
  return (
    <UserScreen
      renderStatement={(user) => (
        <Statement owner={{ userId: user._id }} owedCredits={user.credit.owedCredits ?? 0} />
      )}
    />
  )
}
