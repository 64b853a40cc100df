import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { wasSignedIn } from "../lib/session.ts"
import { rootRoute } from "./root.tsx"

/** A visitor's page sends whoever is signed in to the dashboard, or to `target`. */
function leaveIfSignedIn(target: "/dashboard" | "/auth/signin" = "/dashboard") {
  return () => {
    if (wasSignedIn()) throw redirect({ to: target, replace: true })
  }
}

export const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: leaveIfSignedIn(),
  component: lazyRouteComponent(() => import("../features/landing/landing-screen.tsx"), "LandingScreen"),
  staticData: { title: "Print-ready gang sheets" },
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "account",
  component: lazyRouteComponent(() => import("../features/account/account-frame.tsx"), "AccountFrame"),
})

const signInScreen = lazyRouteComponent(
  () => import("../features/account/sign-in-screen.tsx"),
  "SignInScreen",
)

const signInRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/auth/signin",
  beforeLoad: leaveIfSignedIn(),
  component: signInScreen,
  staticData: { title: "Sign in" },
})

const loginRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/auth/login",
  beforeLoad: leaveIfSignedIn(),
  component: signInScreen,
  staticData: { title: "Sign in" },
})

const signUpRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/auth/signup",
  beforeLoad: leaveIfSignedIn(),
  component: lazyRouteComponent(() => import("../features/account/sign-up-screen.tsx"), "SignUpScreen"),
  staticData: { title: "Sign up" },
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/auth/forgot-password",
  beforeLoad: leaveIfSignedIn("/auth/signin"),
  component: lazyRouteComponent(
    () => import("../features/account/forgot-password-screen.tsx"),
    "ForgotPasswordScreen",
  ),
  staticData: { title: "Forgot password" },
})

const verifyRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/verify",
  component: lazyRouteComponent(() => import("../features/account/verify-screen.tsx"), "VerifyScreen"),
  staticData: { title: "Verify e-mail" },
})

const undoEmailChangeRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/undo-email-change",
  component: lazyRouteComponent(
    () => import("../features/account/undo-email-change-screen.tsx"),
    "UndoEmailChangeScreen",
  ),
  staticData: { title: "Undo an e-mail change" },
})

export const accountRoutes = accountRoute.addChildren([
  signInRoute,
  loginRoute,
  signUpRoute,
  forgotPasswordRoute,
  verifyRoute,
  undoEmailChangeRoute,
])
