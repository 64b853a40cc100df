import { createRootRoute, Outlet, useLocation, useMatches } from "@tanstack/react-router"
import { lazy, Suspense, useEffect } from "react"
import { productName, texts } from "../../contract/text.ts"
import { NotFoundScreen } from "../features/landing/not-found-screen.tsx"
import { useCurrentPageMeta } from "../lib/page-meta.ts"
import type { QueryParams } from "../lib/query-params.ts"

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page's name: the window's title behind `Sheetsmith | `, and its crumb. */
    title?: string
  }
}

/** The address's query is text everywhere; each list reads its own part with its own schema. */
export const rootRoute = createRootRoute({
  validateSearch: (search: QueryParams): QueryParams => search,
  component: Root,
  notFoundComponent: NotFoundScreen,
  staticData: { title: texts.notFound },
})

/** Messages outlive the frame they were said in; the landing page has none and does without the code. */
const Toaster = lazy(() => import("../components/ui/toast.tsx").then(({ Toaster }) => ({ default: Toaster })))

function Root() {
  const hasToasts = useLocation({ select: (location) => location.pathname !== "/" })
  const routeTitle = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? "" })
  const title = useCurrentPageMeta().title ?? routeTitle
  useEffect(() => {
    document.title = title === "" ? productName : `${productName} | ${title}`
  }, [title])
  return (
    <>
      <Outlet />
      {hasToasts && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  )
}
