import { Link, lazyRouteComponent, Outlet, useLocation } from "@tanstack/react-router"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { Logo, LogoMark } from "../../components/ui/logo.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { knowHints } from "../../lib/hints.ts"
import type { Overlay } from "../../lib/key-commands.ts"
import { CreditModals } from "../credits/credit-modals.tsx"
import { AppHeader } from "./app-header.tsx"
import { PhoneMenu } from "./phone-menu.tsx"
import { SidebarMenu } from "./sidebar-menu.tsx"
import { useAppKeys } from "./use-app-keys.ts"
import { useLiveNews } from "./use-live-news.ts"
import { useRedirectError } from "./use-redirect-error.ts"
import { useSidebar } from "./use-sidebar.ts"
import { useUnsentTicks } from "./use-unsent-ticks.ts"

const UploadBar = lazyRouteComponent(() => import("../images/upload-bar.tsx"), "UploadBar")

const MemberPages = lazyRouteComponent(() => import("./member-pages.tsx"), "MemberPages")
const TabsAlike = lazyRouteComponent(() => import("./workplaces.tsx"), "TabsAlike")

const loadOverlay = () => import("./shell-overlay.tsx")
const ShellOverlay = lazy(() => loadOverlay().then(({ ShellOverlay }) => ({ default: ShellOverlay })))

/** Lays out sidebar, header and the page between them, and the modals that any page can open. */
export function AppShell() {
  const { user } = useAuth()
  const isOwner = user.worksAs === "owner"
  const sidebar = useSidebar()
  const main = useRef<HTMLElement>(null)
  const path = useLocation({ select: (location) => location.pathname })
  const lastPath = useRef(path)
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const keys = useAppKeys(setOverlay)
  useLiveNews()
  useRedirectError()
  useUnsentTicks()
  useEffect(() => knowHints(user), [user])

  // A new page is announced by moving focus to it, as a full load would.
  useEffect(() => {
    if (lastPath.current === path) return
    lastPath.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])

  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="fixed top-2 left-2 pointer-events-none z-50 rounded-md bg-raised px-4 py-2 text-sm font-[550] opacity-0 shadow-float focus-visible:pointer-events-auto focus-visible:opacity-100"
      >
        Skip to content
      </a>
      <aside
        className={classNames(
          "sticky top-0 hidden h-dvh flex-none flex-col overflow-y-auto border-line border-r px-3 pb-3 md:flex",
          sidebar.isExpanded ? "w-58" : "w-15.25",
        )}
      >
        <Link
          to="/dashboard"
          aria-label="Sheetsmith dashboard"
          className="flex h-14 flex-none items-center rounded-md px-1.5"
        >
          {sidebar.isExpanded ? <Logo /> : <LogoMark className="-ml-0.5" />}
        </Link>
        <SidebarMenu isSlim={!sidebar.isExpanded} />
      </aside>
      <PhoneMenu isOpen={sidebar.isOpen} onOpenChange={sidebar.setOpen} />
      <div className="flex min-w-0 flex-1 flex-col">
        <AppHeader
          sidebar={sidebar}
          onFind={() => setOverlay("palette")}
          onFindSoon={() => void loadOverlay()}
          onShowKeys={() => setOverlay("keys")}
        />
        <Suspense>
          <UploadBar />
        </Suspense>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="flex-1 px-4 pt-5 pb-10 outline-none has-[[aria-label=Selection]]:pb-32 md:px-8"
        >
          {isOwner ? (
            <Outlet />
          ) : (
            <Suspense>
              <MemberPages />
            </Suspense>
          )}
        </main>
      </div>
      {isOwner && <CreditModals />}
      <Suspense>{user.workplaces.length > 0 && <TabsAlike />}</Suspense>
      <Suspense>
        {overlay !== null && <ShellOverlay shown={overlay} onShow={setOverlay} keys={keys} />}
      </Suspense>
    </div>
  )
}
