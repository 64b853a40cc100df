import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const ordersRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/orders",
  component: lazyRouteComponent(() => import("./orders-page.tsx"), "OrdersPage"),
  staticData: { title: "Integration Orders" },
})
