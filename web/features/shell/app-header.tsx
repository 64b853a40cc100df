import { Link, lazyRouteComponent, useLocation } from "@tanstack/react-router"
import { Menu as MenuIcon, PanelLeft, Search } from "lucide-react"
import { Suspense } from "react"
import { Breadcrumb } from "../../components/ui/breadcrumb.tsx"
import { Button } from "../../components/ui/button.tsx"
import { LogoMark } from "../../components/ui/logo.tsx"
import { useMay } from "../../lib/auth.tsx"
import { keyName } from "../../lib/key-name.ts"
import { useCurrentPageMeta } from "../../lib/page-meta.ts"
import { NotificationBell } from "../notifications/notification-bell.tsx"
import { ConnectionNote } from "./connection-note.tsx"
import { CreditLeft } from "./credit-left.tsx"
import { crumbsOf } from "./crumbs.ts"
import type { Sidebar } from "./use-sidebar.ts"
import { UserMenu } from "./user-menu.tsx"

const MemberHeader = lazyRouteComponent(() => import("./member-header.tsx"), "MemberHeader")

type AppHeaderProps = {
  sidebar: Sidebar
  /** Opens the search for anything; `onFindSoon` announces that this is about to happen. */
  onFind: () => void
  onFindSoon: () => void
  onShowKeys: () => void
}

export function AppHeader({ sidebar, onFind, onFindSoon, onShowKeys }: AppHeaderProps) {
  const isOwner = useMay("owner")
  const find = <FindButton onFind={onFind} onFindSoon={onFindSoon} />
  const path = useLocation({ select: (location) => location.pathname })
  const { crumbs } = useCurrentPageMeta()
  const items = crumbs === undefined ? crumbsOf(path) : [{ label: "Home", href: "/dashboard" }, ...crumbs]
  return (
    <header className="sticky top-0 z-20 flex h-14 flex-none items-center gap-2 border-line border-b bg-canvas/95 px-4 backdrop-blur md:px-8">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Menu"
        aria-expanded={sidebar.isOpen}
        onClick={() => sidebar.setOpen(true)}
        className="-ml-2 md:hidden"
      >
        <MenuIcon className="size-5" />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={sidebar.isExpanded ? "Collapse sidebar" : "Expand sidebar"}
        aria-expanded={sidebar.isExpanded}
        onClick={sidebar.toggle}
        className="-ml-3 hidden md:inline-flex"
      >
        <PanelLeft />
      </Button>
      <Link
        to="/dashboard"
        aria-label="Sheetsmith dashboard"
        className="touch rounded-md max-[24rem]:hidden md:hidden"
      >
        <LogoMark />
      </Link>
      <div className="hidden min-w-0 md:block">
        <Breadcrumb items={items} />
      </div>
      <div className="ml-auto flex items-center gap-1 md:gap-2">
        <ConnectionNote />
        {isOwner ? (
          <>
            {find}
            <Link
              to="/profile"
              hash="payments"
              className="flex h-9 items-center gap-2 rounded-md px-2.5 text-sm hover:bg-hover coarse:h-11"
            >
              <CreditLeft />
            </Link>
            <NotificationBell />
          </>
        ) : (
          <Suspense>
            <MemberHeader>{find}</MemberHeader>
          </Suspense>
        )}
        <UserMenu onShowKeys={onShowKeys} />
      </div>
    </header>
  )
}

function FindButton({ onFind, onFindSoon }: Pick<AppHeaderProps, "onFind" | "onFindSoon">) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onFind}
      onPointerEnter={onFindSoon}
      onFocus={onFindSoon}
      className="flex h-9 items-center justify-center gap-2 rounded-md text-sm text-ink-2 hover:bg-hover hover:text-ink coarse:size-11 md:border md:border-line md:bg-surface md:pr-1.5 md:pl-2.5"
    >
      <Search className="size-4 flex-none coarse:size-5" aria-hidden="true" />
      <span className="max-md:sr-only">
        Find<span className="sr-only"> anything</span>
      </span>
      <span
        aria-hidden="true"
        className="rounded-xs bg-sunken px-1.5 py-0.5 font-sans text-xs text-ink-2 max-md:hidden"
      >
        {keyName("Ctrl")} K
      </span>
    </button>
  )
}
