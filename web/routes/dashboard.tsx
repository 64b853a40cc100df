import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const dashboardRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/dashboard",
  component: lazyRouteComponent(
    () => import("../features/dashboard/dashboard-screen.tsx"),
    "DashboardScreen",
  ),
  staticData: { title: "Dashboard" },
})
