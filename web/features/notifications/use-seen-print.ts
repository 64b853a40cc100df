import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { forgetPrintNews, notificationsQuery } from "./notification-calls.ts"

/** Deletes the notifications of a finished print while it is open; null if none is. */
export function useSeenPrint(printId: string | null): void {
  const list = useQuery({ ...notificationsQuery, enabled: printId !== null }).data?.data
  // More may arrive while the first is being deleted.
  const ids = (list ?? [])
    .filter(({ type, attachmentId }) => type === "print" && attachmentId === printId)
    .map(({ _id }) => _id)
    .join(" ")
  useEffect(() => {
    if (printId === null || ids === "") return
    const forget = () => {
      // A failure leaves it in the bell, where it does no harm.
      if (!document.hidden) forgetPrintNews(printId).catch(() => undefined)
    }
    forget()
    document.addEventListener("visibilitychange", forget)
    return () => document.removeEventListener("visibilitychange", forget)
  }, [printId, ids])
}
