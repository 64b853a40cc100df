import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const manualCreateRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/prints/manual-create",
  component: lazyRouteComponent(() => import("../features/prints/builder-screen.tsx"), "BuilderScreen"),
  staticData: { title: "Manual Create" },
})
