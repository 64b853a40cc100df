import type { Notification } from "../../../contract/live.ts"

/** Where a notification leads; null where it leads nowhere. */
export function notificationHref({
  type,
  attachmentId,
}: Pick<Notification, "type" | "attachmentId">): string | null {
  if (type === "print") return attachmentId === null ? "/prints" : `/prints/${attachmentId}`
  if (type === "image") return attachmentId === null ? "/images" : `/images?editImage=${attachmentId}`
  if (type === "payment") return "/profile#payments"
  if (type === "profile") return "/profile"
  return null
}
