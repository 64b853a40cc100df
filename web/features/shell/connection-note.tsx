import { Wifi, WifiOff } from "lucide-react"
import { useEffect, useState } from "react"
import { useLiveState } from "../../lib/live.ts"

/** The time for which a lost connection shows no note. */
const QUIET_MS = 1_500
/** The time for which the good news stays. */
const BACK_MS = 4_000

type Note = "none" | "down" | "back"

/** Warns while live events cannot arrive, and says when they can again. */
export function ConnectionNote() {
  const state = useLiveState()
  const note = useConnectionNote(state === "offline")
  return (
    <span role="status" data-live={state}>
      {note === "down" && (
        <span className="flex items-center gap-1.5 rounded-full bg-warn-soft px-2 py-1 text-xs font-[550] text-warn-ink">
          <WifiOff className="size-3.5" aria-hidden="true" />
          <span className="max-lg:sr-only coarse:sr-only">Reconnecting</span>
        </span>
      )}
      {note === "back" && (
        <span className="flex items-center gap-1.5 rounded-full bg-good-soft px-2 py-1 text-xs font-[550] text-good-ink">
          <Wifi className="size-3.5" aria-hidden="true" />
          <span className="max-lg:sr-only coarse:sr-only">Live again</span>
        </span>
      )}
    </span>
  )
}

function useConnectionNote(isOffline: boolean): Note {
  const [note, setNote] = useState<Note>("none")
  useEffect(() => {
    if (isOffline) {
      const timer = setTimeout(() => setNote("down"), QUIET_MS)
      return () => clearTimeout(timer)
    }
    setNote((shown) => (shown === "down" ? "back" : shown))
    const timer = setTimeout(() => setNote("none"), BACK_MS)
    return () => clearTimeout(timer)
  }, [isOffline])
  return note
}
