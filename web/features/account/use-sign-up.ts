import { useMutation, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { SignUp } from "../../../contract/accounts/account.ts"
import { wasSignedIn } from "../../lib/session.ts"
import { enterAfterSignUp, signUpOptions } from "./sign-up-calls.ts"

/** The time between looks at a sign-up that waits: its link may be opened on a phone. */
const LOOK_MS = 4000

type OwnSignUp = {
  /** The sign-up of this browser, while there is one. */
  signUp: SignUp | null
  /** True once it has led to a session here. */
  isIn: boolean
}

/** Follows the sign-up of this browser, and signs in once its link was opened, in whatever browser. */
export function useSignUp(): OwnSignUp {
  const { data: signUp = null } = useQuery({
    ...signUpOptions,
    refetchInterval: ({ state }) => (state.data?.isVerified === false ? LOOK_MS : false),
  })
  const { mutate: enter, data: hasEntered = false } = useMutation({
    mutationFn: enterAfterSignUp,
    meta: { silent: true },
  })
  const [hadOne, setHadOne] = useState(false)
  if (signUp !== null && !hadOne) setHadOne(true)
  const isVerified = signUp?.isVerified === true
  useEffect(() => {
    if (isVerified) enter()
  }, [isVerified, enter])
  // Another tab may have entered in the meantime.
  return { signUp, isIn: hasEntered || (hadOne && signUp === null && wasSignedIn()) }
}
