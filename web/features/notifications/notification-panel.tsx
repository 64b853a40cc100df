import { useMutation } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import {
  CreditCard,
  Image,
  type LucideIcon,
  Ruler,
  ScrollText,
  ShoppingBag,
  UserRound,
  X,
} from "lucide-react"
import { useRef } from "react"
import type { ListReply } from "../../../contract/list.ts"
import type { Notification } from "../../../contract/live.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { useByWords } from "../../lib/by-words.ts"
import { formatCount, formatWhen, truncate } from "../../lib/format.ts"
import { refresh } from "../../lib/query-client.ts"
import { ClearAll } from "./clear-all.tsx"
import { deleteNotification } from "./notification-calls.ts"

const MESSAGE_LENGTH = 50
const icons: Record<Notification["type"], LucideIcon> = {
  print: ScrollText,
  order: ShoppingBag,
  image: Image,
  size: Ruler,
  payment: CreditCard,
  profile: UserRound,
}

/** Lists the newest notifications, to be opened or deleted. */
export function NotificationPanel({ list, onLeave }: { list: ListReply<Notification>; onLeave: () => void }) {
  const rows = list.data
  const total = list.pagination.totalDocuments
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone with its row: the focus moves to the top of the panel.
  const focusHeading = () => heading.current?.focus()
  return (
    <>
      <div className="flex min-h-12 flex-none items-center justify-between gap-3 border-line-soft border-b py-1.5 pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="text-base font-[620] outline-none">
          Notifications
        </h2>
        {rows.length > 0 && <ClearAll count={total} until={rows[0].createdAt} onCleared={focusHeading} />}
      </div>
      {rows.length === 0 ? (
        <p className="px-4 py-10 text-center text-ink-2">{texts.noNotifications}</p>
      ) : (
        <ul className="min-h-0 flex-1 divide-y divide-line-soft overflow-y-auto">
          {rows.map((notification) => (
            <NotificationRow
              key={notification._id}
              notification={notification}
              onLeave={onLeave}
              onDeleted={focusHeading}
            />
          ))}
        </ul>
      )}
      {total > rows.length && rows.length > 0 && (
        <p className="flex-none border-line-soft border-t px-4 py-2 text-center text-xs text-ink-3">
          The newest {formatCount(rows.length)} of {formatCount(total)}
        </p>
      )}
    </>
  )
}

function NotificationRow({
  notification,
  onLeave,
  onDeleted,
}: {
  notification: Notification
  onLeave: () => void
  onDeleted: () => void
}) {
  const router = useRouter()
  const href = notificationHref(notification)
  const by = useByWords()(notification.by)
  const remove = useMutation({
    mutationFn: () => deleteNotification(notification._id),
    onSuccess: async () => {
      await refresh("notifications")
      onDeleted()
    },
  })
  const Icon = icons[notification.type]
  const words = (
    <>
      <span
        className={
          notification.type === "payment"
            ? "grid size-8 flex-none place-items-center rounded-md bg-accent-soft text-accent-ink"
            : "grid size-8 flex-none place-items-center rounded-md bg-sunken text-ink-2"
        }
      >
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-[550] [overflow-wrap:anywhere]">
          {truncate(notification.message, MESSAGE_LENGTH)}
        </span>
        <time dateTime={notification.createdAt} className="text-xs text-ink-3">
          {formatWhen(notification.createdAt)} {by}
        </time>
      </span>
    </>
  )
  return (
    <li className="flex items-start gap-1 pr-2 hover:bg-hover">
      {href === null ? (
        <div className="flex min-w-0 flex-1 gap-3 py-3 pl-4">{words}</div>
      ) : (
        <button
          type="button"
          onClick={() => {
            onLeave()
            router.history.push(href)
          }}
          className="flex min-w-0 flex-1 gap-3 py-3 pl-4 text-left outline-offset-[-2px]"
        >
          {words}
        </button>
      )}
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Delete notification: ${truncate(notification.message, MESSAGE_LENGTH)}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
        className="mt-2 flex-none"
      >
        <X />
      </Button>
    </li>
  )
}

/** Returns a notification's link; null if it has none. */
export function notificationHref({
  type,
  attachmentId,
}: Pick<Notification, "type" | "attachmentId">): string | null {
  if (type === "print") return attachmentId === null ? "/prints" : `/prints/${attachmentId}`
  if (type === "order") return `/orders?search=${encodeURIComponent(attachmentId ?? "")}`
  if (type === "image") return attachmentId === null ? "/images" : `/images?editImage=${attachmentId}`
  if (type === "payment") return "/profile#payments"
  if (type === "profile") return "/profile"
  return null
}
