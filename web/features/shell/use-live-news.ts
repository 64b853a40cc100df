import { useAuth } from "../../lib/auth.tsx"
import { useLiveConnection, useLiveEvent, useLiveReset } from "../../lib/live.ts"
import {
  printProgress,
  starting,
  syncProgress,
  takeAwaited,
  writingProgress,
} from "../../lib/live-progress.ts"
import { refresh, refreshWhere } from "../../lib/query-client.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"
import { toastSyncError } from "../integrations/shop-state.tsx"
import { forgetPrintNews } from "../notifications/notification-calls.ts"

/** Handles events: sockets say what changed and the pages load it again; some events show a toast. */
export function useLiveNews(): void {
  const { user } = useAuth()
  useLiveConnection(user._id)
  useLiveReset(() => void refreshWhere({}))

  useLiveEvent("print", ({ data: { message, attachmentId } }) => {
    printProgress.forget(attachmentId)
    refreshPrints()
    toastSuccess(message, { href: `/prints/${attachmentId}`, label: "Click to view the print." })
    // It stays in the owner's bell if the page is hidden, after a failure, and if somebody else has seen it.
    if (!document.hidden && user.worksAs === "owner") forgetPrintNews(attachmentId).catch(() => undefined)
  })
  useLiveEvent("size", () => void refresh("sizes", "notifications", "statistics"))
  useLiveEvent("print-update", ({ data: { printId, status, message } }) => {
    if (status !== "Processing") printProgress.forget(printId)
    if (status === "Error") toastError(message)
    if (status !== "Processing" || !starting.has(printId)) refreshPrints()
  })
  useLiveEvent("order-change", ({ data: { message } }) => {
    toastError(message)
    void refresh("prints", "orders", "notifications")
  })
  useLiveEvent("shop-printed", ({ data: { printId, message } }) => {
    void refresh("prints", "orders", "notifications")
    if (!document.hidden) toastSuccess(message, { href: `/prints/${printId}`, label: "View the print." })
  })
  useLiveEvent("proof", ({ data: { orderNumber, message } }) => {
    void refresh("orders", "notifications")
    const href = `/orders?search=${encodeURIComponent(orderNumber)}`
    if (!document.hidden) toastSuccess(message, { href, label: "View the order." })
  })
  useLiveEvent("autopilot", ({ data: { printId, integrationId, message } }) => {
    void refresh("autopilots", "prints", "orders", "notifications", "statistics")
    if (document.hidden) return
    const href = printId ? `/prints/${printId}` : `/integrations/${integrationId}/autopilot`
    toastSuccess(message, { href, label: printId ? "View the print." : "View the autopilot." })
  })
  useLiveEvent("payment", ({ data: { message } }) => {
    toastSuccess(message, { href: "/profile#payments", label: "Click to view the payment history." })
    void refresh("profile", "notifications", "payments", "statement", "packages", "statistics")
  })
  useLiveEvent("image", ({ data: { imageId } }) => {
    // What this tab has sent is counted already, and what it has mended lies otherwise on its prints.
    void refresh("images", ...(takeAwaited(imageId) ? ["prints"] : ["image-categories", "statistics"]))
  })
  useLiveEvent("sync-progress", ({ data }) => {
    const isStart = syncProgress.set(data.integrationId, data) === undefined
    if (data.state === "running") {
      if (isStart) void refresh("integrations")
      return
    }
    syncProgress.forget(data.integrationId)
    if (takeAwaited(data.integrationId)) {
      if (data.state === "failed") toastSyncError(data.message)
      else toastSuccess("Orders synced")
    }
    void refresh("orders", "integrations", "statistics", "autopilots", "notifications")
  })
  useLiveEvent("shipment", () => void refresh("orders", "notifications"))
  useLiveEvent("delivery", ({ data: { state, message } }) => {
    if (state === "failed") toastError(message)
    void refresh("deliveries", "notifications")
  })
  useLiveEvent("print-progress", ({ data: { printId, writingId, ...progress } }) => {
    if (writingId) writingProgress.set(writingId, progress)
    else if (printProgress.set(printId, progress)?.stage === "layout" && progress.stage === "render")
      // Its sheet is chosen: its length belongs to the print.
      void refresh("prints")
  })
}

/** Loads all that the start or the end of a print changes. */
function refreshPrints() {
  void refresh("prints", "orders", "notifications", "profile", "statement", "statistics", "autopilots")
}
