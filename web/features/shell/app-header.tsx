import { Link, useLocation } from "@tanstack/react-router"
import { Menu as MenuIcon, PanelLeft } from "lucide-react"
import { Breadcrumb } from "../../components/ui/breadcrumb.tsx"
import { Button } from "../../components/ui/button.tsx"
import { FilmIcon } from "../../components/ui/film-icon.tsx"
import { LogoMark } from "../../components/ui/logo.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { formatCount } from "../../lib/format.ts"
import { useCurrentPageMeta } from "../../lib/page-meta.ts"
import { NotificationBell } from "../notifications/notification-bell.tsx"
import { ConnectionNote } from "./connection-note.tsx"
import { crumbsOf } from "./crumbs.ts"
import type { Sidebar } from "./use-sidebar.ts"
import { UserMenu } from "./user-menu.tsx"

export function AppHeader({ sidebar }: { sidebar: Sidebar }) {
  const { user } = useAuth()
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
      <Link to="/dashboard" aria-label="Sheetsmith dashboard" className="touch rounded-md md:hidden">
        <LogoMark />
      </Link>
      <div className="hidden min-w-0 md:block">
        <Breadcrumb items={items} />
      </div>
      <div className="ml-auto flex items-center gap-1 md:gap-2">
        <ConnectionNote />
        <Link
          to="/profile"
          hash="payments"
          className="flex h-9 items-center gap-2 rounded-md px-2.5 text-sm hover:bg-hover coarse:h-11"
        >
          <FilmIcon className="text-accent-ink" />
          <span className="text-ink-2">Credit:</span>
          <b className="font-[650] tabular-nums">{formatCount(user.credit.availableCredits)}</b>
        </Link>
        <NotificationBell />
        <UserMenu />
      </div>
    </header>
  )
}
