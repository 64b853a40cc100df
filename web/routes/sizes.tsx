import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const sizesRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/sizes",
  component: lazyRouteComponent(() => import("../features/sizes/sizes-screen.tsx"), "SizesScreen"),
  staticData: { title: "Sizes" },
})
