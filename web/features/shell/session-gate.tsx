import { useQuery } from "@tanstack/react-query"
import { useLocation, useNavigate } from "@tanstack/react-router"
import { Fragment, type ReactNode, useCallback, useEffect, useEffectEvent } from "react"
import type { LengthUnit } from "../../../contract/length.ts"
import { StartLoader } from "../../components/ui/spinner.tsx"
import { ApiFailure } from "../../lib/api.ts"
import { AuthProvider, endSession, leaveProtected } from "../../lib/auth.tsx"
import { showLengthsIn, useLengthUnit } from "../../lib/length.ts"
import { rememberSignIn } from "../../lib/session.ts"
import { startOver } from "../../lib/workplace.ts"
import { profileQuery } from "../account/profile-query.ts"

/**
 * Lets signed-in people through. A 401 on the profile always signs out. Any other failure leads to the
 * landing page before the first answer, and keeps the page after it.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const profile = useQuery(profileQuery)
  const isRefused = profile.error instanceof ApiFailure && profile.error.status === 401
  const isNoMember = profile.error instanceof ApiFailure && profile.error.code === "not-a-member"
  const mustLeave = isRefused || (profile.isError && profile.data === undefined)
  const isSignedIn = profile.data !== undefined
  const unit = useShownUnit(profile.data?.lengthUnit)

  useEffect(() => {
    if (isSignedIn) rememberSignIn()
  }, [isSignedIn])

  useEffect(() => {
    // The server has forgotten the account, too: the page begins in the person's own one.
    if (isNoMember) startOver()
  }, [isNoMember])

  useEffect(() => {
    if (!mustLeave || isNoMember) return
    void leaveProtected(() => navigate({ to: "/", replace: true }))
  }, [mustLeave, isNoMember, navigate])

  const signOut = useCallback(async () => {
    await endSession()
    await leaveProtected(() => navigate({ to: "/" }))
  }, [navigate])

  if (profile.data === undefined || mustLeave) return <StartLoader />
  return (
    <AuthProvider user={profile.data} signOut={signOut}>
      <Fragment key={unit}>{children}</Fragment>
    </AuthProvider>
  )
}

/**
 * Returns the unit in which the pages below are drawn. Another tab's choice waits for the next page, so that
 * nothing that is being typed here is lost or read in another unit.
 */
function useShownUnit(chosen: LengthUnit | undefined): LengthUnit {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const follow = useEffectEvent(() => {
    if (chosen !== undefined) showLengthsIn(chosen)
  })
  useEffect(() => {
    if (path !== "") follow()
  }, [path])
  return useLengthUnit()
}
