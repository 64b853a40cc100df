import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { imageCategoriesOptions, imagesOptions } from "../features/images/image-calls.ts"
import { imageQueryFrom } from "../features/images/image-query.ts"
import { queryClient } from "../lib/query-client.ts"
import { protectedRoute } from "./protected.tsx"

export const imagesRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/images",
  // Begun, not awaited: the page shows its skeleton at once and reads the same queries.
  loaderDeps: ({ search }) => imageQueryFrom(search),
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(imagesOptions(deps))
    void queryClient.prefetchQuery(imageCategoriesOptions())
  },
  component: lazyRouteComponent(() => import("../features/images/images-screen.tsx"), "ImagesScreen"),
  staticData: { title: "Images" },
})
