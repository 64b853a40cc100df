import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const reviewPrintRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/prints/review-print",
  component: lazyRouteComponent(() => import("../features/prints/review-screen.tsx"), "ReviewScreen"),
  staticData: { title: "Review Print" },
})
