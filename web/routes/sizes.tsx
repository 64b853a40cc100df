import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { allSizesOptions, sheetTemplatesOptions } from "../features/sizes/size-calls.ts"
import { queryClient } from "../lib/query-client.ts"
import { protectedRoute } from "./protected.tsx"

export const sizesRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/sizes",
  // Begun, not awaited: the page shows its skeleton at once and reads the same queries.
  loader: () => {
    void queryClient.prefetchQuery(allSizesOptions())
    void queryClient.prefetchQuery(sheetTemplatesOptions())
  },
  component: lazyRouteComponent(() => import("../features/sizes/sizes-screen.tsx"), "SizesScreen"),
  staticData: { title: "Sizes" },
})
