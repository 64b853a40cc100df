import { Hono } from "hono"
import { ApiError } from "../contract/error.ts"
import { texts } from "../contract/text.ts"
import type { OpenAppEnv } from "./app-env.ts"
import { crossOrigin } from "./middleware/cross-origin.ts"
import { drainUnread } from "./middleware/drain-unread.ts"
import { errorReply } from "./middleware/error-reply.ts"
import { jsonLimit } from "./middleware/json-limit.ts"
import { noStore } from "./middleware/no-store.ts"
import { ownHostOnly } from "./middleware/own-host-only.ts"
import { rateHeaders } from "./middleware/rate-headers.ts"
import { readyOnly } from "./middleware/ready-only.ts"
import { requestId } from "./middleware/request-id.ts"
import { sameOrigin } from "./middleware/same-origin.ts"
import { securityHeaders } from "./middleware/security-headers.ts"
import { vendorErrors } from "./middleware/vendor-errors.ts"
import { accountRoutes } from "./routes/account.ts"
import { archiveRoutes } from "./routes/archive.ts"
import { artworkRulesRoutes } from "./routes/artwork-rules.ts"
import { assistantRoutes } from "./routes/assistants.ts"
import { auditRoutes } from "./routes/audit.ts"
import { autopilotsRoutes } from "./routes/autopilots.ts"
import { bulkPrintsRoutes } from "./routes/bulk-prints.ts"
import { configRoutes } from "./routes/config.ts"
import { connectedAssistantsRoutes } from "./routes/connected-assistants.ts"
import { deliveriesRoutes } from "./routes/deliveries.ts"
import { deliveryAddressesRoutes } from "./routes/delivery-addresses.ts"
import { destinationsRoutes } from "./routes/destinations.ts"
import { emailChangeRoutes } from "./routes/email-change.ts"
import { eventEndpointsRoutes } from "./routes/event-endpoints.ts"
import { eventsRoutes } from "./routes/events.ts"
import { filesRoutes } from "./routes/files.ts"
import { fontsRoutes } from "./routes/fonts.ts"
import { healthRoutes } from "./routes/health.ts"
import { imageCategoriesRoutes } from "./routes/image-categories.ts"
import { imagesRoutes } from "./routes/images.ts"
import { integrationsRoutes } from "./routes/integrations.ts"
import { jobsRoutes } from "./routes/jobs.ts"
import { liveRoutes } from "./routes/live.ts"
import { manifestRoutes } from "./routes/manifest.ts"
import { membersRoutes } from "./routes/members.ts"
import { notificationsRoutes } from "./routes/notifications.ts"
import { openApiRoutes } from "./routes/openapi-document.ts"
import { operationsRoutes } from "./routes/operations.ts"
import { operatorRoutes } from "./routes/operator.ts"
import { orderImportsRoutes } from "./routes/order-imports.ts"
import { ordersRoutes } from "./routes/orders.ts"
import { packagesRoutes } from "./routes/packages.ts"
import { servePage } from "./routes/page.ts"
import { passwordRoutes } from "./routes/password.ts"
import { paymentsRoutes } from "./routes/payments.ts"
import { printFilesRoutes } from "./routes/print-files.ts"
import { printItemsRoutes } from "./routes/print-items.ts"
import { printLayoutsRoutes } from "./routes/print-layouts.ts"
import { printsRoutes } from "./routes/prints.ts"
import { profileRoutes } from "./routes/profile.ts"
import { proofsRoutes } from "./routes/proofs.ts"
import { reportsRoutes } from "./routes/reports.ts"
import { sessionRoutes } from "./routes/session.ts"
import { sessionsRoutes } from "./routes/sessions.ts"
import { sharesRoutes } from "./routes/shares.ts"
import { sheetTemplatesRoutes } from "./routes/sheet-templates.ts"
import { signUpRoutes } from "./routes/sign-up.ts"
import { sizesRoutes } from "./routes/sizes.ts"
import { statementRoutes } from "./routes/statement.ts"
import { statisticsRoutes } from "./routes/statistics.ts"
import { todayRoutes } from "./routes/today.ts"
import { tokensRoutes } from "./routes/tokens.ts"
import { undoRoutes } from "./routes/undo.ts"
import { undoEmailChangeRoutes } from "./routes/undo-email-change.ts"
import { usersRoutes } from "./routes/users.ts"
import { verificationRoutes } from "./routes/verification.ts"
import { webhooksRoutes } from "./routes/webhooks.ts"

/** The HTTP app: middleware in order, routes with full paths below `/api`, else the page. */
export const app = new Hono<OpenAppEnv>()
app.onError(errorReply)
app.use(requestId, readyOnly, vendorErrors, securityHeaders, ownHostOnly)
app.use("/api/*", noStore, drainUnread)
// Webhooks come from no page, so they precede the guard that admits only our pages.
app.route("/api", webhooksRoutes)
app.use("/api/*", crossOrigin, sameOrigin, jsonLimit, rateHeaders)

const routes = [
  healthRoutes,
  openApiRoutes,
  configRoutes,
  accountRoutes,
  verificationRoutes,
  signUpRoutes,
  sessionRoutes,
  passwordRoutes,
  profileRoutes,
  emailChangeRoutes,
  undoRoutes,
  undoEmailChangeRoutes,
  sessionsRoutes,
  tokensRoutes,
  connectedAssistantsRoutes,
  membersRoutes,
  archiveRoutes,
  statisticsRoutes,
  sizesRoutes,
  sheetTemplatesRoutes,
  deliveryAddressesRoutes,
  deliveriesRoutes,
  eventEndpointsRoutes,
  eventsRoutes,
  destinationsRoutes,
  fontsRoutes,
  imageCategoriesRoutes,
  imagesRoutes,
  jobsRoutes,
  bulkPrintsRoutes,
  printsRoutes,
  printFilesRoutes,
  printLayoutsRoutes,
  manifestRoutes,
  printItemsRoutes,
  proofsRoutes,
  sharesRoutes,
  integrationsRoutes,
  ordersRoutes,
  artworkRulesRoutes,
  orderImportsRoutes,
  todayRoutes,
  autopilotsRoutes,
  reportsRoutes,
  filesRoutes,
  packagesRoutes,
  paymentsRoutes,
  statementRoutes,
  notificationsRoutes,
  liveRoutes,
  operatorRoutes,
  usersRoutes,
  auditRoutes,
  operationsRoutes,
]
for (const part of routes) app.route("/api", part)

app.route("/", assistantRoutes(app))

app.all("/api/*", () => {
  throw new ApiError("not-found", texts.notFound)
})
app.all("*", servePage)
