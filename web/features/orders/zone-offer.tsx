import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { browserZone } from "../../lib/local-time.ts"
import { read, write } from "../../lib/session.ts"
import { saveTimeZone, zoneWords } from "../account/time-zone.ts"

/** The key that is set once the seller has answered. */
const ANSWERED = "zone-offer"

/** Offers the browser's zone for the seller's days, once, while none is set. */
export function ZoneOffer() {
  const { user } = useAuth()
  const [isAnswered, setAnswered] = useState(() => read(ANSWERED) !== null)
  const zone = browserZone()
  const save = useMutation({ mutationFn: () => saveTimeZone(zone), onSuccess: answer })
  if (isAnswered || user.timeZone !== "UTC" || zone === "UTC") return null

  function answer() {
    write(ANSWERED, "yes")
    setAnswered(true)
  }
  return (
    <Notice
      tone="busy"
      className="mt-4 items-center coarse:flex-wrap"
      action={
        <span className="flex gap-2">
          <Button size="sm" isLoading={save.isPending} onClick={() => save.mutate()}>
            Use {zoneWords(zone)}
          </Button>
          <Button size="sm" variant="ghost" onClick={answer}>
            Keep UTC
          </Button>
        </span>
      }
    >
      “Today” and “late” are based on UTC, but your browser is in another time zone.
    </Notice>
  )
}
