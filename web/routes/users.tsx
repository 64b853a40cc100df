import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const usersRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/users",
  component: lazyRouteComponent(() => import("../features/users/users-screen.tsx"), "UsersScreen"),
  staticData: { title: "Users" },
})

export const userRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/users/$userId",
  component: lazyRouteComponent(() => import("./user-page.tsx"), "UserPage"),
  staticData: { title: "User" },
})
