import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { forgetPrintNews, notificationsQuery } from "./notification-calls.ts"

/** Takes the news of a finished print from the bell while it is looked at; null: it is not. */
export function useSeenPrint(printId: string | null): void {
  const list = useQuery({ ...notificationsQuery, enabled: printId !== null }).data?.data
  // More news may come while the first is being taken away.
  const told = (list ?? [])
    .filter(({ type, attachmentId }) => type === "print" && attachmentId === printId)
    .map(({ _id }) => _id)
    .join(" ")
  useEffect(() => {
    if (printId === null || told === "") return
    const forget = () => {
      // A failure leaves it in the bell, where it does no harm.
      if (!document.hidden) forgetPrintNews(printId).catch(() => undefined)
    }
    forget()
    document.addEventListener("visibilitychange", forget)
    return () => document.removeEventListener("visibilitychange", forget)
  }, [printId, told])
}
