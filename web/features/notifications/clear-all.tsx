import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "../../components/ui/button.tsx"
import { formatCount } from "../../lib/format.ts"
import { refresh } from "../../lib/query-client.ts"
import { clearNotifications } from "./notification-calls.ts"

export type ClearAllProps = {
  count: number
  /** The time of the newest one on screen. */
  until: string
  onCleared: () => void
}

/** Deletes all notifications after a question. */
export function ClearAll({ count, until, onCleared }: ClearAllProps) {
  const [isAsking, setIsAsking] = useState(false)
  const clear = useMutation({
    mutationFn: () => clearNotifications(until),
    onSuccess: async () => {
      await refresh("notifications")
      setIsAsking(false)
      onCleared()
    },
  })
  if (!isAsking) {
    return (
      <Button variant="ghost" size="sm" onClick={() => setIsAsking(true)}>
        Clear all
      </Button>
    )
  }
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">Delete all notifications?</legend>
      <Button variant="ghost" size="sm" onClick={() => setIsAsking(false)}>
        Keep
      </Button>
      <Button variant="danger" size="sm" autoFocus isLoading={clear.isPending} onClick={() => clear.mutate()}>
        Delete all {formatCount(count)}
      </Button>
    </fieldset>
  )
}
