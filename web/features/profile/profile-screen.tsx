import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import { useAuth } from "../../lib/auth.tsx"
import { AccountHead } from "../account/account-head.tsx"
import { ProfileForm } from "../account/profile-form.tsx"
import { BuyCreditsPanel } from "../credits/buy-credits-panel.tsx"
import { packagesQuery } from "../credits/credit-calls.ts"
import { Statement } from "../credits/statement.tsx"
import { PaymentHistory } from "../payments/payment-history.tsx"
import { ChangePassword } from "./change-password.tsx"
import { InkRule } from "./ink-rule.tsx"
import { InkRules } from "./ink-rules.tsx"
import { LengthUnits } from "./length-units.tsx"
import { Mails } from "./mails.tsx"
import { OwnGarments } from "./own-garments.tsx"
import { PendingEmail } from "./pending-email.tsx"
import { saveProfile } from "./profile-calls.ts"
import { RudeWords } from "./rude-words.tsx"
import { Sessions } from "./sessions.tsx"
import { TimeZone } from "./time-zone.tsx"
import { YourData } from "./your-data.tsx"

const People = lazyRouteComponent(() => import("./people.tsx"), "People")
const NewImageMends = lazyRouteComponent(() => import("./new-image-mends.tsx"), "NewImageMends")
const AccessTokens = lazyRouteComponent(() => import("./access-tokens.tsx"), "AccessTokens")
const ConnectedAssistants = lazyRouteComponent(
  () => import("./connected-assistants.tsx"),
  "ConnectedAssistants",
)
const EventEndpoints = lazyRouteComponent(() => import("./event-endpoints.tsx"), "EventEndpoints")

/** Shows the signed-in person's account: its credits, then the forms. */
export function ProfileScreen() {
  const { user } = useAuth()
  const areOffersSettled = useQuery(packagesQuery).isFetched
  return (
    <>
      <AccountHead user={user} detail={user.username} />
      <div className="mt-6">
        <BuyCreditsPanel />
      </div>
      <PaymentHistory areOffersSettled={areOffersSettled} />
      <Statement owner="me" owedCredits={user.credit.owedCredits ?? 0} />
      <div className="mt-6 grid gap-5 xl:grid-cols-[1fr_22rem]">
        <div className="grid gap-5 self-start">
          {user.pendingEmail !== undefined && (
            <PendingEmail email={user.email} pendingEmail={user.pendingEmail} />
          )}
          <ProfileForm key={user._id} user={user} save={saveProfile} />
          <LengthUnits isSettled={areOffersSettled} />
          <TimeZone user={user} />
          <RudeWords user={user} />
          <InkRule user={user} />
          <InkRules user={user} />
          <Suspense>
            <NewImageMends user={user} />
          </Suspense>
          <OwnGarments user={user} />
          <Mails email={user.email} />
        </div>
        <ChangePassword email={user.email} />
      </div>
      <Sessions user={user} />
      <Suspense>
        <People userId={user._id} />
      </Suspense>
      <Suspense>
        <AccessTokens userId={user._id} />
        <ConnectedAssistants userId={user._id} />
        <EventEndpoints userId={user._id} />
      </Suspense>
      <YourData user={user} />
    </>
  )
}
