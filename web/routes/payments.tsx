import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { protectedRoute } from "./protected.tsx"

const paymentScreen = lazyRouteComponent(
  () => import("../features/payments/payment-screen.tsx"),
  "PaymentScreen",
)

export const paymentRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/payment",
  component: paymentScreen,
  staticData: { title: "Payment" },
})

export const paymentDetailsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/payment/$paymentId",
  component: paymentScreen,
  staticData: { title: "Payment" },
})

export const completedPaymentsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/completed-payments",
  component: lazyRouteComponent(
    () => import("../features/payments/completed-payments-screen.tsx"),
    "CompletedPaymentsScreen",
  ),
  staticData: { title: "Completed Payments" },
})
