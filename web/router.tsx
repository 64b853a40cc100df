import { createRouter } from "@tanstack/react-router"
import { StartLoader } from "./components/ui/spinner.tsx"
import { NotFoundScreen } from "./features/landing/not-found-screen.tsx"
import { formatQuery, parseQuery } from "./lib/query-params.ts"
import { routeTree } from "./routes.tsx"

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  // Instant, because content above may still change its height, which a smooth scroll would miss.
  defaultHashScrollIntoView: { behavior: "instant" },
  defaultPendingComponent: StartLoader,
  defaultNotFoundComponent: NotFoundScreen,
  parseSearch: parseQuery,
  stringifySearch: formatQuery,
})

// A new path scrolls to the top; a change of query (filter, modal) keeps the position.
router.subscribe("onResolved", ({ pathChanged, toLocation }) => {
  if (pathChanged && toLocation.hash === "") window.scrollTo({ top: 0, behavior: "instant" })
})

// A modal opens with its own history entry, and closing it leaves the page there twice: Back and
// Forward skip both at once.
let shown = router.history.location
router.history.subscribe(({ location, action }) => {
  // Where a step is held back by a question, the location is the very same.
  const isTwice = location !== shown && location.href === shown.href
  shown = location
  if (!isTwice) return
  if (action.type === "BACK" && router.history.canGoBack()) router.history.back()
  else if (action.type === "FORWARD") router.history.forward()
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
