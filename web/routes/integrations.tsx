import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

export const integrationsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/integrations",
  component: lazyRouteComponent(
    () => import("../features/integrations/integrations-screen.tsx"),
    "IntegrationsScreen",
  ),
  staticData: { title: "Integrations" },
})

export const integrationRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/integrations/$integrationId",
  component: lazyRouteComponent(
    () => import("../features/integrations/integration-screen.tsx"),
    "IntegrationScreen",
  ),
  staticData: { title: "Integration" },
})
