import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Bell } from "lucide-react"
import { Suspense, useState } from "react"
import { Button } from "../../components/ui/button.tsx"
import { Popover } from "../../components/ui/popover.tsx"
import { Spinner } from "../../components/ui/spinner.tsx"
import { notificationsQuery } from "./notification-calls.ts"

const NotificationPanel = lazyRouteComponent(() => import("./notification-panel.tsx"), "NotificationPanel")

const loading = (
  <div role="status" className="grid place-items-center py-10 text-ink-3">
    <Spinner />
    <span className="sr-only">Loading</span>
  </div>
)

/** Shows the bell with its count, and the notifications behind it. */
export function NotificationBell() {
  const [isOpen, setIsOpen] = useState(false)
  const list = useQuery(notificationsQuery)
  const count = list.data?.pagination.totalDocuments ?? 0
  return (
    <Popover
      label="Notifications"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="flex max-h-[min(36rem,80dvh)] w-[23.5rem] flex-col overflow-hidden"
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={count === 0 ? "Notifications" : `Notifications, ${count}`}
          className="relative data-[state=open]:bg-hover"
        >
          <Bell className="size-4.5" />
          {count > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-0.5 right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-bad-fill px-1 text-[10px] leading-none font-[650] text-on-bad ring-2 ring-canvas coarse:top-1.5 coarse:right-1.5"
            >
              {count > 99 ? "99+" : count}
            </span>
          )}
        </Button>
      }
    >
      {list.data === undefined ? (
        loading
      ) : (
        <Suspense fallback={loading}>
          <NotificationPanel list={list.data} onLeave={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Popover>
  )
}
