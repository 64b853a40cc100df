import { useEffect } from "react"
import { useAuth } from "../../lib/auth.tsx"
import { read } from "../../lib/session.ts"
import { ticksKey } from "../prints/ticks-key.ts"

/** Sends ticks from before the app was loaded again, whichever page is open. */
export function useUnsentTicks(): void {
  const { _id: userId } = useAuth().user
  useEffect(() => {
    if (read(ticksKey(userId)) === null) return
    // If it cannot be loaded, the manifest's own page sends them.
    import("../prints/use-ticks.ts").then(({ sendKeptTicks }) => sendKeptTicks(userId)).catch(() => undefined)
  }, [userId])
}
