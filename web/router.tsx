import { createRouter } from "@tanstack/react-router"
import { StartLoader } from "./components/ui/spinner.tsx"
import { NotFoundScreen } from "./features/landing/not-found-screen.tsx"
import { formatQuery, parseQuery } from "./lib/query-params.ts"
import { dashboardRoute } from "./routes/dashboard.tsx"
import { imagesRoute } from "./routes/images.tsx"
import { integrationRoute, integrationsRoute } from "./routes/integrations.tsx"
import { ordersRoute } from "./routes/orders.tsx"
import { completedPaymentsRoute, paymentDetailsRoute, paymentRoute } from "./routes/payments.tsx"
import { manifestRoute, printDetailsRoute } from "./routes/print-details.tsx"
import { printsRoute } from "./routes/prints.tsx"
import { manualCreateRoute } from "./routes/prints-manual-create.tsx"
import { reviewPrintRoute } from "./routes/prints-review.tsx"
import { profileRoute } from "./routes/profile.tsx"
import { protectedRoute } from "./routes/protected.tsx"
import { accountRoutes, landingRoute } from "./routes/public.tsx"
import { rootRoute } from "./routes/root.tsx"
import { sizesRoute } from "./routes/sizes.tsx"
import { userRoute, usersRoute } from "./routes/users.tsx"

const routeTree = rootRoute.addChildren([
  landingRoute,
  accountRoutes,
  protectedRoute.addChildren([
    dashboardRoute,
    ordersRoute,
    printsRoute,
    manualCreateRoute,
    reviewPrintRoute,
    printDetailsRoute,
    manifestRoute,
    sizesRoute,
    imagesRoute,
    integrationsRoute,
    integrationRoute,
    usersRoute,
    userRoute,
    completedPaymentsRoute,
    profileRoute,
    paymentRoute,
    paymentDetailsRoute,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  // At once: what lies above the place may still change its height, which a glide would not notice.
  defaultHashScrollIntoView: { behavior: "instant" },
  defaultPendingComponent: StartLoader,
  defaultNotFoundComponent: NotFoundScreen,
  parseSearch: parseQuery,
  stringifySearch: formatQuery,
})

// Every new path starts at its top; a change of query (a filter, a modal) stays where it is.
router.subscribe("onResolved", ({ pathChanged, toLocation }) => {
  if (pathChanged && toLocation.hash === "") window.scrollTo({ top: 0, behavior: "instant" })
})

// A modal opens with an entry of its own in the history, and closing it leaves the page there twice: Back and Forward
// take both in one step.
let shownHref = router.history.location.href
router.history.subscribe(({ location, action }) => {
  const isSame = location.href === shownHref
  shownHref = location.href
  if (!isSame) return
  if (action.type === "BACK" && router.history.canGoBack()) router.history.back()
  else if (action.type === "FORWARD") router.history.forward()
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
