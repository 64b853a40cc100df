import { useMutation, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { SignUp } from "../../../contract/accounts/account.ts"
import { enterAfterSignUp, sessionOptions, signUpOptions } from "./sign-up-calls.ts"

/** The time between looks at a sign-up that waits: its link may be opened on a phone. */
const LOOK_MS = 4000

type OwnSignUp = {
  /** The sign-up of this browser, while there is one. */
  signUp: SignUp | null
  /** The address of the account that waits; null if nobody signed up here while the page was open. */
  address: string | null
  /** The address of the account that this browser is signed in to; null if none. */
  signedInAs: string | null
}

/**
 * Follows the sign-up of this browser, and signs in once its link was opened, in whatever browser. A session of
 * another account, begun in another tab, is told by its address and stays.
 */
export function useSignUp(): OwnSignUp {
  const { data: signUp = null } = useQuery({
    ...signUpOptions,
    refetchInterval: ({ state }) => (state.data?.isVerified === false ? LOOK_MS : false),
  })
  const [address, setAddress] = useState<string | null>(null)
  if (signUp !== null && signUp.email !== address) setAddress(signUp.email)
  const { data: signedInAs = null, refetch } = useQuery({
    ...sessionOptions,
    refetchInterval: ({ state }) => (address !== null && state.data !== address ? LOOK_MS : false),
  })
  const { mutate: enter } = useMutation({
    mutationFn: enterAfterSignUp,
    onSettled: () => refetch(),
    meta: { silent: true },
  })
  const isVerified = signUp?.isVerified === true
  useEffect(() => {
    if (isVerified) enter()
  }, [isVerified, enter])
  return { signUp, address, signedInAs }
}
