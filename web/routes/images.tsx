import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const imagesRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/images",
  component: lazyRouteComponent(() => import("../features/images/images-screen.tsx"), "ImagesScreen"),
  staticData: { title: "Images" },
})
