import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const printsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/prints",
  component: lazyRouteComponent(() => import("../features/prints/prints-screen.tsx"), "PrintsScreen"),
  staticData: { title: "Prints" },
})
