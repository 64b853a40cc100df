import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const printDetailsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/prints/$printId",
  component: lazyRouteComponent(
    () => import("../features/prints/print-details-screen.tsx"),
    "PrintDetailsScreen",
  ),
  staticData: { title: "Print" },
})

export const manifestRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/prints/$printId/manifest",
  component: lazyRouteComponent(() => import("../features/prints/manifest-screen.tsx"), "ManifestScreen"),
  staticData: { title: "Manifest" },
})
