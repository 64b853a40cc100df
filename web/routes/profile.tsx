import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const profileRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/profile",
  component: lazyRouteComponent(() => import("../features/profile/profile-screen.tsx"), "ProfileScreen"),
  staticData: { title: "Profile" },
})
