import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { StartLoader } from "../components/ui/spinner.tsx"
import { rootRoute } from "./root.tsx"

/** The frame of every page behind the sign-in: profile, shell, live connection. Parent of all protected routes. */
export const protectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "protected",
  component: lazyRouteComponent(() => import("./protected-frame.tsx"), "ProtectedFrame"),
  pendingComponent: StartLoader,
})
