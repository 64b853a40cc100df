import { useAuth } from "../../lib/auth.tsx"
import { useLiveConnection, useLiveEvent, useLiveReset } from "../../lib/live.ts"
import { printProgress, syncProgress, takeAwaited } from "../../lib/live-progress.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"
import { toastSyncError } from "../integrations/shop-state.tsx"

/** Sockets say what changed and the pages fetch it again; some news is worth a toast. */
export function useLiveNews(): void {
  const { user } = useAuth()
  useLiveConnection(user._id)
  useLiveReset(() => void queryClient.invalidateQueries())

  useLiveEvent("print", ({ data: { message, attachmentId } }) => {
    printProgress.forget(attachmentId)
    toastSuccess(message, { href: `/prints/${attachmentId}`, label: "Click to view the print." })
    void refresh("prints", "orders", "notifications", "profile", "statement", "statistics")
  })
  useLiveEvent("size", () => void refresh("sizes", "notifications", "statistics"))
  useLiveEvent("print-update", ({ data: { printId, status, message } }) => {
    if (status !== "Processing") printProgress.forget(printId)
    if (status === "Error") toastError(message)
    void refresh("prints", "orders", "profile", "statement", "statistics", "notifications")
  })
  useLiveEvent("payment", ({ data: { message } }) => {
    toastSuccess(message, { href: "/profile#payments", label: "Click to view the payment history." })
    void refresh("profile", "notifications", "payments", "statement", "packages", "statistics")
  })
  useLiveEvent("image", () => void refresh("images", "image-categories", "notifications", "statistics"))
  useLiveEvent("sync-progress", ({ data }) => {
    const isStart = syncProgress.set(data.integrationId, data)
    if (data.state === "running") {
      if (isStart) void refresh("integrations")
      return
    }
    syncProgress.forget(data.integrationId)
    if (takeAwaited(data.integrationId)) {
      if (data.state === "failed") toastSyncError(data.message)
      else toastSuccess("Orders synced")
    }
    void refresh("orders", "integrations", "statistics")
  })
  useLiveEvent("print-progress", ({ data: { printId, ...progress } }) => printProgress.set(printId, progress))
}
