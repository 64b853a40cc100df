import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  useLocation,
  useMatches,
} from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense, useEffect } from "react"
import { productName, texts } from "../contract/text.ts"
import { PendingScreen } from "./components/ui/pending-screen.tsx"
import { StartLoader } from "./components/ui/spinner.tsx"
import { NotFoundScreen } from "./features/landing/not-found-screen.tsx"
import type { Address } from "./lib/fetch-ahead.ts"
import { useCurrentPageMeta } from "./lib/page-meta.ts"
import type { QueryParams } from "./lib/query-params.ts"
import { wasSignedIn } from "./lib/session.ts"

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page's name: the window's title behind `Sheetsmith | `, and its crumb. */
    title?: string
  }
}

// Every route of the app. Screens are loaded when they are first shown; scripts/script-groups.ts cuts the files.

/** The time within which a script shows nothing in its place while it is loaded. */
const PENDING_MS = 50

/** The query stays text here; each screen parses its part with its schema (`useSearch`). */
const rootRoute = createRootRoute({
  validateSearch: (search: QueryParams): QueryParams => search,
  component: Root,
  notFoundComponent: NotFoundScreen,
  staticData: { title: texts.notFound },
})

/** A page's component, and the function that loads its data before it is shown. */
type Screen = (() => ReactNode) & { fetchAhead?: (address: Address) => void }

/**
 * Makes a screen of the frame. Its script and its data are loaded as soon as a link to it is pointed at,
 * focused or touched. Neither holds up the other, and a placeholder shows for what takes more than a moment.
 */
function framed<Name extends string>(load: () => Promise<Record<Name, Screen>>, name: Name) {
  return {
    component: lazyRouteComponent(load, name),
    pendingComponent: PendingScreen,
    pendingMs: PENDING_MS,
    loader: ({ location, params }: { location: { search: QueryParams }; params: Address["params"] }) => {
      if (!wasSignedIn()) return
      // The component reports a script that does not load.
      const isLoaded = load().catch(() => undefined)
      void isLoaded.then((module) => module?.[name].fetchAhead?.({ search: location.search, params }))
    },
  }
}

/** Redirects signed-in people from a visitor's page to `target`. */
function leaveIfSignedIn(target: "/dashboard" | "/auth/signin" = "/dashboard") {
  return () => {
    if (wasSignedIn()) throw redirect({ to: target, replace: true })
  }
}

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: leaveIfSignedIn(),
  component: lazyRouteComponent(() => import("./features/landing/landing-screen.tsx"), "LandingScreen"),
  staticData: { title: "Print-ready gang sheets" },
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "account",
  component: lazyRouteComponent(() => import("./features/account/account-frame.tsx"), "AccountFrame"),
})

const signInScreen = lazyRouteComponent(() => import("./features/account/sign-in-screen.tsx"), "SignInScreen")

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
  component: lazyRouteComponent(() => import("./features/account/sign-up-screen.tsx"), "SignUpScreen"),
  staticData: { title: "Sign up" },
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/auth/forgot-password",
  beforeLoad: leaveIfSignedIn("/auth/signin"),
  component: lazyRouteComponent(
    () => import("./features/account/forgot-password-screen.tsx"),
    "ForgotPasswordScreen",
  ),
  staticData: { title: "Forgot password" },
})

const verifyRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/verify",
  component: lazyRouteComponent(() => import("./features/account/verify-screen.tsx"), "VerifyScreen"),
  staticData: { title: "Verify e-mail" },
})

const undoEmailChangeRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/undo-email-change",
  component: lazyRouteComponent(
    () => import("./features/account/undo-email-change-screen.tsx"),
    "UndoEmailChangeScreen",
  ),
  staticData: { title: "Undo an e-mail change" },
})

const invitationRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/invitation",
  component: lazyRouteComponent(() => import("./features/account/invitation-screen.tsx"), "InvitationScreen"),
  staticData: { title: "Invitation" },
})

const connectRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/connect",
  component: lazyRouteComponent(() => import("./features/account/connect-screen.tsx"), "ConnectScreen"),
  staticData: { title: "Connect an assistant" },
})

const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/share/$token",
  component: lazyRouteComponent(() => import("./features/share/share-screen.tsx"), "ShareScreen"),
  staticData: { title: "Files to print" },
})

const proofRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/proof/$token",
  component: lazyRouteComponent(() => import("./features/proof/proof-screen.tsx"), "ProofScreen"),
})

const developersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/developers",
  component: lazyRouteComponent(
    () => import("./features/developers/developers-screen.tsx"),
    "DevelopersScreen",
  ),
  staticData: { title: "Developers" },
})

/** The frame of every page behind the sign-in: profile, shell, live connection. */
const protectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "protected",
  component: lazyRouteComponent(() => import("./features/shell/protected-frame.tsx"), "ProtectedFrame"),
  pendingComponent: StartLoader,
})

const dashboardRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/dashboard",
  ...framed(() => import("./features/dashboard/dashboard-screen.tsx"), "DashboardScreen"),
  staticData: { title: "Dashboard" },
})

const ordersRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/orders",
  ...framed(() => import("./features/orders/orders-screen.tsx"), "OrdersScreen"),
  staticData: { title: "Integration Orders" },
})

const printsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/prints",
  ...framed(() => import("./features/prints/prints-screen.tsx"), "PrintsScreen"),
  staticData: { title: "Prints" },
})

const manualCreateRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/prints/manual-create",
  ...framed(() => import("./features/prints/builder-screen.tsx"), "BuilderScreen"),
  staticData: { title: "Manual Create" },
})

const reviewPrintRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/prints/review-print",
  ...framed(() => import("./features/prints/review-screen.tsx"), "ReviewScreen"),
  staticData: { title: "Review Print" },
})

const printDetailsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/prints/$printId",
  ...framed(() => import("./features/prints/print-details-screen.tsx"), "PrintDetailsScreen"),
  staticData: { title: "Print" },
})

const manifestRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/prints/$printId/manifest",
  ...framed(() => import("./features/prints/manifest-screen.tsx"), "ManifestScreen"),
  staticData: { title: "Manifest" },
})

const labelCodeRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/c/$code",
  component: lazyRouteComponent(() => import("./features/prints/label-code-screen.tsx"), "LabelCodeScreen"),
  staticData: { title: "Label" },
})

const sizesRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/sizes",
  ...framed(() => import("./features/sizes/sizes-screen.tsx"), "SizesScreen"),
  staticData: { title: "Sizes" },
})

const printShopRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/print-shop",
  ...framed(() => import("./features/print-shop/print-shop-screen.tsx"), "PrintShopScreen"),
  staticData: { title: "Print shop" },
})

const imagesRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/images",
  ...framed(() => import("./features/images/images-screen.tsx"), "ImagesScreen"),
  staticData: { title: "Images" },
})

const artworkTextRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/images/$imageId/text",
  ...framed(() => import("./features/artwork-text/artwork-text-screen.tsx"), "ArtworkTextScreen"),
  staticData: { title: "Text" },
})

const inkRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/images/$imageId/ink",
  ...framed(() => import("./features/mends/image-screens.tsx"), "InkScreen"),
  staticData: { title: "Ink" },
})

const mendRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/images/$imageId/mend",
  ...framed(() => import("./features/mends/image-screens.tsx"), "MendScreen"),
  staticData: { title: "Mends" },
})

const fontsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/fonts",
  ...framed(() => import("./features/images/fonts-screen.tsx"), "FontsScreen"),
  staticData: { title: "Fonts" },
})

const integrationsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/integrations",
  ...framed(() => import("./features/integrations/integrations-screen.tsx"), "IntegrationsScreen"),
  staticData: { title: "Integrations" },
})

const integrationRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/integrations/$integrationId",
  ...framed(() => import("./features/integrations/integration-screen.tsx"), "IntegrationScreen"),
  staticData: { title: "Integration" },
})

const autopilotRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/integrations/$integrationId/autopilot",
  ...framed(() => import("./features/autopilots/autopilot-screen.tsx"), "AutopilotScreen"),
  staticData: { title: "Autopilot" },
})

const reportsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/reports",
  ...framed(() => import("./features/reports/reports-screen.tsx"), "ReportsScreen"),
  staticData: { title: "Reports" },
})

const usersRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/users",
  ...framed(() => import("./features/users/users-screen.tsx"), "UsersScreen"),
  staticData: { title: "Users" },
})

const userRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/users/$userId",
  ...framed(() => import("./features/users/user-screen.tsx"), "UserScreen"),
  staticData: { title: "User" },
})

const completedPaymentsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/completed-payments",
  ...framed(() => import("./features/payments/completed-payments-screen.tsx"), "CompletedPaymentsScreen"),
  staticData: { title: "Completed Payments" },
})

const operationsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/operations",
  ...framed(() => import("./features/operations/operations-screen.tsx"), "OperationsScreen"),
  staticData: { title: "Operations" },
})

const profileRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/profile",
  ...framed(() => import("./features/profile/profile-screen.tsx"), "ProfileScreen"),
  staticData: { title: "Profile" },
})

const paymentScreen = framed(() => import("./features/payments/payment-screen.tsx"), "PaymentScreen")

const paymentRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/payment",
  ...paymentScreen,
  staticData: { title: "Payment" },
})

const paymentDetailsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/payment/$paymentId",
  ...paymentScreen,
  staticData: { title: "Payment" },
})

export const routeTree = rootRoute.addChildren([
  landingRoute,
  accountRoute.addChildren([
    signInRoute,
    loginRoute,
    signUpRoute,
    forgotPasswordRoute,
    verifyRoute,
    undoEmailChangeRoute,
    invitationRoute,
    connectRoute,
  ]),
  shareRoute,
  proofRoute,
  developersRoute,
  protectedRoute.addChildren([
    dashboardRoute,
    ordersRoute,
    printsRoute,
    manualCreateRoute,
    reviewPrintRoute,
    printDetailsRoute,
    manifestRoute,
    labelCodeRoute,
    sizesRoute,
    printShopRoute,
    imagesRoute,
    artworkTextRoute,
    inkRoute,
    mendRoute,
    fontsRoute,
    integrationsRoute,
    integrationRoute,
    autopilotRoute,
    reportsRoute,
    usersRoute,
    userRoute,
    completedPaymentsRoute,
    operationsRoute,
    profileRoute,
    paymentRoute,
    paymentDetailsRoute,
  ]),
])

/** Messages outlive their page; the landing page has none and does not load the code. */
const Toaster = lazy(() => import("./components/ui/toast.tsx").then(({ Toaster }) => ({ default: Toaster })))

/** Draws the page's title and its messages, around every screen. */
function Root() {
  const hasToasts = useLocation({ select: (location) => location.pathname !== "/" })
  const routeTitle = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? "" })
  const title = useCurrentPageMeta().title ?? routeTitle
  useEffect(() => {
    document.title = title === "" ? productName : `${productName} | ${title}`
  }, [title])
  return (
    <>
      <Outlet />
      {hasToasts && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  )
}
