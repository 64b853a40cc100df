// Every screen and modal of the product, on accounts filled through the app's own calls: for the
// pictures and for the journey that measures them. A new page or modal comes into these lists.
import type { Page, Route } from "playwright-core"
import type { z } from "zod"
import type { AccessToken } from "../contract/accounts/access-token.ts"
import type { AskedAccess } from "../contract/accounts/asked-access.ts"
import type { Member } from "../contract/accounts/member.ts"
import { type Role, seenBy } from "../contract/accounts/role.ts"
import { scopeNames, scopes } from "../contract/accounts/scope.ts"
import { defaultSheetTemplate, type SheetTemplate } from "../contract/artwork/size.ts"
import type { autopilotOfferSchema } from "../contract/autopilots/autopilot-offer.ts"
import { usualDestination } from "../contract/delivery/destination.ts"
import type { Share } from "../contract/delivery/share.ts"
import { type SheetFormatName, sheetFormats } from "../contract/delivery/sheet-format.ts"
import { DAY_MS } from "../contract/duration.ts"
import { eventTypes } from "../contract/events/event.ts"
import type { EventDelivery } from "../contract/events/event-delivery.ts"
import type { EventEndpoint } from "../contract/events/event-endpoint.ts"
import { makeId } from "../contract/id.ts"
import type { AskedProof } from "../contract/orders/asked-proof.ts"
import type { Order } from "../contract/orders/order.ts"
import type { Manifest } from "../contract/prints/manifest.ts"
import type { Print, PrintItem } from "../contract/prints/print.ts"
import type { Client } from "../local/client.ts"
import { boxedLogoPng } from "./artwork.ts"
import { addressInput } from "./delivery-address.ts"
import { buildPressProfile } from "./icc-profile.ts"
import { csvOf, syntheticBulk } from "./synthetic-order-files.ts"
import { STUCK_ID, troubled } from "./troubled-shop.ts"
import { visit } from "./visit.ts"

/** The viewer: `nobody` is not signed in, a newcomer has an empty account. */
export type Viewer = "nobody" | "newcomer" | "seller" | "admin"
/** A seller with one of everything, or with a thousand, all under names of 80 letters. */
export type Crowd = "one" | "thousand"
export type Screen = {
  name: string
  path: string
  needs: Viewer
  /** The only width at which the screen exists. */
  only?: "wide" | "phone"
  /** Runs before the page is opened: answers that no waiting brings. */
  prepare?: (page: Page) => Promise<unknown>
  /** Runs once the page is there: the steps to the screen. */
  act?: (page: Page) => Promise<void>
  /** True if the screen passes before the page is there: none of a page's checks apply. */
  isBeforePage?: true
  /** The heading to scroll to, or the page's end. */
  into?: string | "end"
}
export type Clients = Record<Exclude<Viewer, "nobody">, Client>

const DONE_TRIES = 600
const SOLUTIONS = "Explore The Solutions"
/** The height of the sticky header and a margin. */
const HEADER_ROOM_PX = 76
const DONE_PAUSE_MS = 200
type Identified = { _id: string }

/**
 * Returns every screen. The seller is the demo one, with artwork, sizes, a draft and a shop; payments
 * and prints in every state are made here. To be called once for a set of accounts.
 */
export async function listScreens(clients: Clients): Promise<Screen[]> {
  const made = await fillAccounts(clients)
  return [...listFirstScreens(), ...sellerScreens(made), ...adminScreens(made)]
}

/** Returns the screens that need no filled account: to fill one takes the most time of all. */
export function listFirstScreens(): Screen[] {
  return [...publicScreens(), ...newcomerScreens()]
}

function publicScreens(): Screen[] {
  const screens: Omit<Screen, "needs">[] = [
    { name: "landing", path: "/" },
    { name: "landing-solutions", path: "/", into: SOLUTIONS },
    {
      name: "landing-solutions-dashboard",
      path: "/",
      act: pickSolution("User Dashboard Access"),
      into: SOLUTIONS,
    },
    { name: "landing-solutions-manual", path: "/", act: pickSolution("Manual Image Entry"), into: SOLUTIONS },
    { name: "landing-features", path: "/", into: "Transform Your Image" },
    { name: "landing-saving", path: "/", into: "What You Save On Film" },
    { name: "landing-prices", path: "/", into: "What Credits Cost" },
    { name: "landing-footer", path: "/", into: "end" },
    { name: "landing-menu", path: "/", only: "phone", act: press("Menu") },
    { name: "signin", path: "/auth/signin" },
    { name: "signin-refused", path: "/auth/signin", act: press("Sign in") },
    { name: "signup", path: "/auth/signup" },
    { name: "signup-refused", path: "/auth/signup", act: press("Sign up") },
    { name: "signup-sent", path: "/auth/signup?sent=true", prepare: waitsForLink },
    { name: "forgot-password", path: "/auth/forgot-password" },
    { name: "update-password", path: "/auth/forgot-password", act: press("I have a code") },
    { name: "verify", path: "/verify" },
    { name: "verify-waits", path: "/verify", prepare: waitsForLink },
    {
      name: "verify-busy",
      path: "/verify?token=slow",
      prepare: (page) => page.route("**/api/verify?*", () => {}),
    },
    {
      name: "verify-done",
      path: "/verify?token=right",
      prepare: (page) =>
        page.route("**/api/verify?*", (route) =>
          route.fulfill({ json: { data: { isVerified: true, trial: "granted" }, message: "Verified" } }),
        ),
    },
    { name: "verify-failed", path: "/verify?token=wrong" },
    { name: "undo-email-change", path: "/undo-email-change?token=right" },
    { name: "not-found", path: "/no/such/page" },
    { name: "invitation", path: "/invitation?token=right" },
    { name: "invitation-cut", path: "/invitation" },
    { name: "developers", path: "/developers" },
    { name: "developers-jobs", path: "/developers", into: "Jobs" },
    { name: "developers-errors", path: "/developers", into: "Errors" },
  ]
  return screens.map((screen) => ({ ...screen, needs: "nobody" }))
}

const token: AccessToken = {
  _id: makeId(Date.now()),
  name: "Web shop",
  scopes: ["images:write", "prints:read", "prints:write", "prints:spend"],
  hint: "ss_live_…7Qx2",
  isTest: false,
  createdAt: new Date().toISOString(),
  expiresAt: null,
  lastUsedAt: new Date().toISOString(),
  lastUsedFrom: "203.0.113.7",
}

/** Stands in for an account with a token of each kind: used, a test, expired. */
function withTokens(page: Page): Promise<unknown> {
  const past = new Date(Date.now() - DAY_MS).toISOString()
  const data = [
    token,
    {
      ...token,
      _id: makeId(1),
      name: "Trying it out",
      hint: "ss_test_…Ab3d",
      isTest: true,
      lastUsedAt: null,
    },
    { ...token, _id: makeId(2), name: "Last year's order system", scopes: scopeNames, expiresAt: past },
  ]
  return page.route("**/api/tokens", (route) => route.fulfill({ json: { data } }))
}

/** Stands in for an account whose programs hear of events: one well, one that fails; the first with what it was sent. */
async function withEndpoints(page: Page): Promise<void> {
  const moment = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const well: EventEndpoint = {
    ...{ _id: makeId(1), url: "https://shop.test/hooks/sheetsmith", events: eventTypes },
    ...{ isActive: true, takesTests: false, failingSince: null, problem: null, oldSecretUntil: null },
    ...{ createdAt: moment(-9), updatedAt: moment(-9) },
  }
  const failing: EventEndpoint = {
    ...well,
    ...{ _id: makeId(2), url: "https://orders.a-long-name-of-a-system.test/api/v2/incoming/print-events" },
    ...{ events: ["print.completed", "print.failed"], failingSince: moment(-1), problem: "It answered 503." },
  }
  const sent: EventDelivery = {
    ...{ _id: makeId(3), eventId: makeId(4), type: "print.completed", subjectId: makeId(5), state: "sent" },
    ...{ tries: 1, status: 200, message: null, tookMs: 84, retryAt: null },
    body: { type: "print.completed", timestamp: moment(-0.1), data: { id: makeId(5), isTest: false } },
    ...{ createdAt: moment(-0.1), triedAt: moment(-0.1) },
  }
  const deliveries: EventDelivery[] = [
    {
      ...sent,
      _id: makeId(6),
      type: "order.created",
      state: "waiting",
      tries: 3,
      status: 503,
      message: "It answered 503.",
      retryAt: moment(0.1),
    },
    sent,
    {
      ...sent,
      _id: makeId(7),
      type: "image.ready",
      state: "failed",
      tries: 12,
      status: null,
      message: "It did not answer within 10 seconds.",
      tookMs: null,
    },
  ]
  const pagination = {
    page: 1,
    limit: 25,
    totalPages: 1,
    totalDocuments: deliveries.length,
    isExact: true,
    next: null,
  }
  await page.route("**/api/event-endpoints", (route) => route.fulfill({ json: { data: [well, failing] } }))
  await page.route("**/api/event-endpoints/*/deliveries*", (route) =>
    route.fulfill({ json: { data: deliveries, pagination } }),
  )
  await page.route("**/api/event-endpoints/*/rotate", (route) =>
    route.fulfill({
      json: {
        data: { ...well, oldSecretUntil: moment(1), secret: `whsec_${"0".repeat(44)}` },
        message: "Secret made",
      },
    }),
  )
}

/** Stands in for an assistant that has sent the person here. */
function assistantAsks(page: Page): Promise<unknown> {
  const data: AskedAccess = {
    ...{
      state: "asked",
      email: "demo@sheetsmith.test",
      name: "Claude",
      host: "claude.ai",
      isOnThisComputer: false,
    },
    scopes: (["images:read", "prints:read", "prints:write", "prints:spend"] as const).map((name) => ({
      name,
      words: scopes[name],
    })),
  }
  return page.route("**/api/assistants/asked", (route) => route.fulfill({ json: { data } }))
}

/** Stands in for an account in which others work, or will: joined, invited, invited too long ago. */
function withPeople(page: Page): Promise<unknown> {
  const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const invited = { name: null, invitedAt: daysFromNow(-9), expiresAt: daysFromNow(-2), joinedAt: null }
  const joined = { ...invited, name: "Ana Ortiz", joinedAt: daysFromNow(-8) }
  const data: Member[] = [
    { ...joined, _id: makeId(1), email: "ana.ortiz@shop.test", role: "press" },
    { ...invited, _id: makeId(2), email: "ben@shop.test", role: "maker", expiresAt: daysFromNow(5) },
    { ...invited, _id: makeId(3), email: "cleo.van-der-berg@shop.test", role: "press" },
  ]
  return page.route("**/api/members", (route) => route.fulfill({ json: { data } }))
}

/** Shows the account as to somebody who works in several, in this one by that role. */
function worksElsewhere(role: Role): (page: Page) => Promise<unknown> {
  return async (page) => {
    await page.route("**/api/profile", async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: { _id: string } }
      const here = { _id: data._id, name: "Fern & Lind Prints", role }
      const there = {
        _id: makeId(1),
        name: "Harbour Street Shirts",
        role: role === "owner" ? "press" : "owner",
      }
      const workplaces = role === "owner" ? [here, there] : [there, here]
      return route.fulfill({ response, json: { data: { ...data, worksAs: role, workplaces } } })
    })
    await page.route("**/api/prints/*/manifest", async (route) => {
      const response = await route.fetch()
      return route.fulfill({ response, json: seenBy(role, await response.json()) })
    })
  }
}

/** Stands in for a token that was just made: its text is in no picture. */
function withMadeToken(page: Page): Promise<unknown> {
  const data = { ...token, isTest: true, token: "ss_test_0000000000000000000000000000000000000" }
  return page.route("**/api/tokens", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 201, json: { data, message: "Token made" } })
      : route.fulfill({ json: { data: [] } }),
  )
}

async function makeToken(page: Page): Promise<void> {
  const form = page.getByRole("dialog", { name: "New access token" })
  await form.getByLabel("Name", { exact: true }).fill(token.name)
  await form.getByLabel("See artwork").click()
  await form.getByRole("button", { name: "Make token" }).click()
  await page.getByRole("dialog", { name: "Copy your token" }).waitFor()
}

/** Stands in for a browser that has just signed up. */
function waitsForLink(page: Page): Promise<unknown> {
  const data = { email: "fern.lind@shop.test", isVerified: false }
  return page.route("**/api/sign-up", (route) => route.fulfill({ json: { data } }))
}

/** Shows the account as one that sees lengths in centimetres. */
function inCentimetres(page: Page): Promise<unknown> {
  return page.route("**/api/profile", async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    return route.fulfill({ response, json: { data: { ...data, lengthUnit: "cm" } } })
  })
}

function newcomerScreens(): Screen[] {
  const screens: Omit<Screen, "needs">[] = [
    { name: "empty-dashboard", path: "/dashboard" },
    { name: "empty-images", path: "/images" },
    { name: "empty-sizes", path: "/sizes" },
    { name: "empty-prints", path: "/prints" },
    { name: "empty-builder", path: "/prints/manual-create" },
    { name: "empty-orders", path: "/orders" },
    { name: "empty-print-shop", path: "/print-shop" },
    { name: "print-shop-step-files", path: "/print-shop?step=files" },
    { name: "print-shop-step-place", path: "/print-shop?step=place" },
    { name: "empty-integrations", path: "/integrations" },
    { name: "empty-reports", path: "/reports" },
    { name: "empty-profile", path: "/profile", into: "Payment history" },
    { name: "empty-notifications", path: "/dashboard", act: press("Notifications") },
  ]
  return screens.map((screen) => ({ ...screen, needs: "newcomer" }))
}

function sellerScreens({
  prints,
  link,
  proof,
  image,
  crest,
  boxed,
  boxedDraft,
  category,
  size,
  template,
  destination,
  destined,
  payments,
  shop,
  items,
  rule,
}: Made): Screen[] {
  const screens: Omit<Screen, "needs">[] = [
    { name: "dashboard", path: "/dashboard" },
    { name: "dashboard-prints", path: "/dashboard", into: "end" },
    { name: "menu", path: "/dashboard", only: "phone", act: press("Menu") },
    { name: "sidebar-folded", path: "/dashboard", only: "wide", act: press("Collapse sidebar") },
    { name: "notifications", path: "/dashboard", act: press("Notifications") },
    { name: "account-menu", path: "/dashboard", act: press("Account of") },
    { name: "palette", path: "/dashboard", act: inTurn(press("Find anything"), dialog) },
    {
      name: "palette-here",
      path: `/prints/${prints.draft}`,
      act: inTurn(press("Find anything"), dialog),
    },
    { name: "palette-found", path: "/images", act: inTurn(press("Find anything"), type("cat")) },
    {
      name: "keys",
      path: "/dashboard",
      only: "wide",
      act: inTurn(press("Account of"), pick("Keyboard shortcuts"), dialog),
    },
    { name: "connection-down", path: "/dashboard", act: loseConnection },
    { name: "images", path: "/images" },
    { name: "images-picked", path: "/images", act: check("Select", 2) },
    { name: "images-add", path: "/images?addImage=true" },
    { name: "images-edit", path: `/images?editImage=${image}` },
    { name: "image-text", path: `/images/${image}/text` },
    {
      name: "image-text-field",
      path: `/images/${image}/text`,
      act: inTurn(press("Add text"), pick("Name or text"), press("Add text"), pick("Number")),
    },
    {
      name: "image-text-fonts",
      path: `/images/${image}/text`,
      act: inTurn(press("Add text"), pick("Name or text"), press("Font: Graduate")),
    },
    { name: "images-ink", path: "/images?ink=open" },
    { name: "image-ink", path: `/images/${boxed}/ink` },
    { name: "image-ink-picked", path: `/images/${boxed}/ink?widthIn=10`, act: press("White box") },
    { name: "image-ink-white", path: `/images/${boxed}/ink?layer=white`, act: drawnLayer },
    { name: "image-ink-shirt", path: `/images/${boxed}/ink?layer=shirt`, act: drawnLayer },
    { name: "image-ink-press", path: `/images/${boxed}/ink?layer=proof`, act: drawnLayer },
    { name: "image-ink-zoom", path: `/images/${boxed}/ink`, act: inTurn(...Array(3).fill(press("Zoom in"))) },
    { name: "images-mend", path: "/images", act: inTurn(check("Select", 3), pressMend, planned) },
    {
      name: "images-picked-mends",
      path: "/images?ink=open",
      act: inTurn(check("Select all", 1), countedMends),
    },
    { name: "image-mend-none", path: `/images/${image}/mend`, act: shownBefore },
    {
      name: "image-mend",
      path: `/images/${boxed}/mend?open=1`,
      act: inTurn(press("Remove background"), shownAfter),
    },
    { name: "image-mend-add", path: `/images/${boxed}/mend`, act: inTurn(shownBefore, press("Add mend")) },
    {
      name: "image-mend-crop",
      path: `/images/${boxed}/mend`,
      act: inTurn(shownBefore, press("Add mend"), pick("Crop")),
    },
    {
      name: "image-mend-zoom",
      path: `/images/${boxed}/mend`,
      act: inTurn(press("Remove background"), shownAfter, press("Zoom in"), press("Zoom in")),
    },
    {
      name: "image-mend-trace",
      path: `/images/${boxed}/mend`,
      act: inTurn(press("Add mend"), pick("Trace"), shownAfter),
    },
    {
      name: "image-mend-picked",
      path: `/images/${boxed}/mend?with=${image},${crest}`,
      act: inTurn(press("Add mend"), pick("Outline"), shownAfter),
    },
    {
      name: "image-mend-leave",
      path: `/images/${boxed}/mend`,
      act: inTurn(press("Remove background"), press("Cancel"), dialog),
    },
    { name: "print-ink", path: `/prints/${boxedDraft}` },
    { name: "print-ink-row", path: `/prints/${boxedDraft}`, act: press("to look at") },
    { name: "process-ink", path: `/prints/${boxedDraft}?printWarningModal=3` },
    { name: "images-delete", path: `/images?deleteImage=${image}` },
    { name: "images-category", path: `/images?editCategory=${category}` },
    { name: "images-category-new", path: "/images?editCategory=new" },
    { name: "fonts", path: "/fonts?category=script" },
    { name: "fonts-none", path: "/fonts?search=nothing-like-this" },
    { name: "images-move", path: "/images", act: inTurn(check("Select", 2), press("Change category")) },
    { name: "images-none", path: "/images?search=nothing-like-this" },
    {
      name: "images-uploaded",
      path: "/images?addImage=true",
      prepare: withUploads,
      act: uploadTwo,
    },
    { name: "sizes", path: "/sizes" },
    { name: "sizes-add", path: "/sizes?addSize=true" },
    { name: "sizes-edit", path: `/sizes?editSize=${size}` },
    { name: "sizes-delete", path: `/sizes?deleteSize=${size}` },
    { name: "sizes-cm", path: "/sizes", prepare: inCentimetres },
    { name: "sizes-none", path: "/sizes?search=nothing-like-this" },
    { name: "templates", path: "/sizes?tab=templates" },
    { name: "templates-add", path: "/sizes?tab=templates&addTemplate=true" },
    { name: "templates-cm", path: `/sizes?tab=templates&editTemplate=${template}`, prepare: inCentimetres },
    { name: "templates-edit", path: `/sizes?tab=templates&editTemplate=${template}` },
    {
      name: "templates-holes",
      path: `/sizes?tab=templates&editTemplate=${template}`,
      act: bring("Use holes"),
    },
    { name: "templates-prices", path: `/sizes?tab=templates&editTemplate=${template}`, into: "Prices" },
    { name: "templates-destined", path: `/sizes?tab=templates&editTemplate=${destined}` },
    { name: "destinations", path: "/sizes?tab=destinations" },
    { name: "destinations-add", path: "/sizes?tab=destinations&addDestination=true" },
    { name: "destinations-edit", path: `/sizes?tab=destinations&editDestination=${destination}` },
    {
      name: "destinations-edit-line",
      path: `/sizes?tab=destinations&editDestination=${destination}`,
      into: "Cut line",
    },
    {
      name: "destinations-like-cutter",
      path: "/sizes?tab=destinations",
      act: inTurn(press("Duplicate Silhouette"), dialog),
    },
    { name: "prints", path: "/prints", prepare: withRunning },
    { name: "prints-picked", path: "/prints", act: check("Select print", 2) },
    {
      name: "prints-delete-picked",
      path: "/prints?status=Completed",
      act: inTurn(check("Select print", 1), press("Delete Selected")),
    },
    { name: "prints-dates", path: "/prints", act: press("Created: Any date") },
    { name: "prints-menu", path: "/prints", only: "phone", act: press("More about") },
    { name: "prints-none", path: "/prints?search=nothing-like-this" },
    { name: "prints-delete", path: `/prints?deletePrint=${prints.done}` },
    { name: "prints-process", path: `/prints/${prints.draft}?printWarningModal=14` },
    {
      name: "prints-process-destined",
      path: `/prints/${prints.draft}?printWarningModal=14`,
      act: choose("Sheet", "Harbour Street roll"),
    },
    { name: "prints-success", path: `/prints?printSuccessModal=${prints.done}` },
    {
      name: "prints-success-formats",
      path: `/prints?printSuccessModal=${prints.done}`,
      prepare: amend(prints.done, inAllFormats),
    },
    { name: "builder", path: "/prints/manual-create?addPrint=true", act: addSome },
    {
      name: "builder-cm",
      path: "/prints/manual-create?addPrint=true",
      prepare: inCentimetres,
      act: addSome,
    },
    {
      name: "builder-size-list",
      path: "/prints/manual-create?addPrint=true",
      act: inTurn(addSome, openSizes("Size of cosmic-cat", "19 cm")),
    },
    { name: "builder-add", path: `/prints/manual-create?addPrint=true&editImagePrint=${image}` },
    {
      name: "builder-add-text",
      path: `/prints/manual-create?addPrint=true&editImagePrint=${crest}`,
      act: inTurn(dialog, write("Name", "ZOE"), write("Number", "7")),
    },
    { name: "builder-roster", path: `/prints/manual-create?roster=${crest}`, act: pasteRoster },
    { name: "builder-roster-empty", path: `/prints/manual-create?roster=${crest}` },
    {
      name: "builder-process",
      path: "/prints/manual-create?addPrint=true",
      act: inTurn(addSome, press("Create Print (Process)")),
    },
    {
      name: "builder-process-searching",
      path: "/prints/manual-create?addPrint=true",
      act: inTurn(addSome, press("Create Print (Process)"), bring("Exactly as shown")),
    },
    { name: "builder-at-1024", path: "/prints/manual-create?addPrint=true", only: "wide", act: widen(1024) },
    { name: "builder-at-1280", path: "/prints/manual-create?addPrint=true", only: "wide", act: widen(1280) },
    { name: "builder-at-1920", path: "/prints/manual-create?addPrint=true", only: "wide", act: widen(1920) },
    {
      name: "builder-several",
      path: "/prints/manual-create?addPrint=true",
      act: inTurn(press("Select several"), press("cosmic-cat.svg"), press("luna-moth.svg")),
    },
    {
      name: "builder-picked",
      path: "/prints/manual-create?addPrint=true",
      act: inTurn(addSome, check("Select all rows", 1)),
    },
    {
      name: "builder-paste",
      path: "/prints/manual-create?addPrint=true",
      act: inTurn(addSome, press("Paste"), pasteColumn),
    },
    {
      name: "builder-unfinished",
      path: "/prints/manual-create?addPrint=true",
      act: inTurn(addSome, (page) => arrive(page, `/prints/manual-create?addPrint=true&addImages=${image}`)),
    },
    { name: "review", path: "/orders?status=Pending", act: reviewSome },
    { name: "review-empty", path: "/prints/review-print" },
    { name: "print-draft", path: `/prints/${prints.draft}` },
    { name: "print-incomplete", path: `/prints/${prints.incomplete}` },
    { name: "print-add-item", path: `/prints/${prints.draft}?addPrint=new` },
    { name: "print-processing", path: `/prints/${prints.draft}`, prepare: whileWritten(prints.draft) },
    { name: "print-failed", path: `/prints/${prints.draft}`, prepare: amend(prints.draft, failed) },
    { name: "print-cm", path: `/prints/${prints.done}`, prepare: inCentimetres },
    { name: "print-completed", path: `/prints/${prints.done}` },
    {
      name: "print-sending",
      path: `/prints/${prints.done}`,
      prepare: withPrintShop(destination),
      act: bring("Where it stands"),
    },
    {
      name: "print-receipt",
      path: `/prints/${prints.done}`,
      prepare: asOfOrders(prints.done),
      act: (page) => page.getByRole("link", { name: "Order 3309" }).hover(),
    },
    {
      name: "print-receipt-at-1280",
      path: `/prints/${prints.done}`,
      only: "wide",
      prepare: asOfOrders(prints.done),
      act: widen(1280),
    },
    { name: "print-formats", path: `/prints/${prints.done}`, prepare: amend(prints.done, inAllFormats) },
    { name: "print-writings", path: `/prints/${prints.done}`, prepare: amend(prints.done, alsoWritten) },
    { name: "proof", path: `/${proof}`, prepare: ofNorthside, act: drawn },
    {
      name: "proof-change",
      path: `/${proof}`,
      prepare: ofNorthside,
      act: inTurn(drawn, press("Ask for a change")),
    },
    {
      name: "proof-approved",
      path: `/${proof}`,
      prepare: ofNorthside,
      act: inTurn(drawn, press("Approve")),
    },
    { name: "proof-gone", path: "/proof/nothing" },
    { name: "share", path: `/${link}` },
    { name: "share-printed", path: `/${link}`, act: press("Printed") },
    { name: "share-gone", path: "/share/nothing" },
    { name: "print-deleted", path: `/prints/${prints.deleted}` },
    { name: "print-gone", path: "/prints/00000000-0000-7000-8000-000000000000" },
    { name: "print-etsy", path: `/prints/${prints.ordered}` },
    { name: "print-etsy-process", path: `/prints/${prints.ordered}?printWarningModal=6` },
    { name: "print-manifest", path: `/prints/${prints.ordered}/manifest` },
    {
      name: "print-manifest-film",
      path: `/prints/${prints.done}/manifest?copy=1-1`,
      prepare: asOfOrders(prints.done),
    },
    { name: "print-remake", path: `/prints/${prints.done}/manifest?remake=true` },
    { name: "print-manifest-page", path: `/api/prints/${prints.ordered}/manifest.html` },
    { name: "orders", path: "/orders" },
    { name: "orders-inbox", path: "/orders?panel=artwork" },
    { name: "orders-at-1280", path: "/orders", only: "wide", act: widen(1280) },
    { name: "orders-open", path: "/orders?status=Pending", act: inTurn(press("Show all items"), toTable) },
    { name: "orders-picked", path: "/orders?status=Pending", act: inTurn(toTable, check("Select order", 2)) },
    {
      name: "orders-delete",
      path: "/orders?status=Pending",
      act: inTurn(toTable, check("Select order", 2), (page) =>
        visit(page, "/orders?status=Pending&bulkDeleteOrders=true"),
      ),
    },
    {
      name: "orders-pressed",
      path: "/orders?limit=10",
      prepare: withFulfilled,
      act: inTurn(press("Show all items"), toTable),
    },
    {
      name: "orders-again",
      path: "/orders?status=In%20Draft",
      act: inTurn(toTable, check("Select order", 1), press("Create Print")),
    },
    {
      name: "orders-steps",
      path: "/orders?limit=10",
      prepare: withFulfilled,
      act: inTurn(toTable, check("Select order", 3)),
    },
    { name: "orders-unmatched", path: "/orders?unmatched=true" },
    { name: "orders-choose", path: `/orders?editMatch=${items.waiting}` },
    { name: "orders-batch", path: "/orders?todaysBatch=true" },
    { name: "orders-text", path: "/orders?doubtful=true", act: press("Show all items") },
    {
      name: "orders-text-edit",
      path: "/orders?doubtful=true",
      act: inTurn(press("Show all items"), press("Text to print on")),
    },
    { name: "orders-rule", path: `/orders?editRule=${encodeURIComponent(rule)}` },
    { name: "orders-paste", path: "/orders?addSkuImages=true", act: pasteSkus },
    { name: "orders-import", path: "/orders?addImport=true", act: dialog },
    { name: "orders-import-known", path: "/orders?addImport=true", act: lookAtFile(amazonFile, "Amazon: ") },
    {
      name: "orders-import-unknown",
      path: "/orders?addImport=true",
      act: lookAtFile(unknownFile, "Choose what each column holds"),
    },
    {
      name: "orders-offer",
      path: "/orders",
      prepare: (page) => withOffer(page, shop, template, prints.done),
    },
    { name: "orders-none", path: "/orders?search=nothing-like-this", act: toTable },
    { name: "print-shop", path: "/print-shop", prepare: withPrintShop(destination) },
    { name: "print-shop-steps", path: "/print-shop?step=place", prepare: withPrintShop(destination) },
    { name: "print-shop-change", path: "/print-shop?change=roll", prepare: withPrintShop(destination) },
    { name: "print-shop-price", path: "/print-shop?change=cost", prepare: withPrintShop(destination) },
    { name: "integrations", path: "/integrations" },
    {
      name: "integrations-tested",
      path: "/integrations",
      prepare: withPrintShop(destination),
      into: "Where files go",
    },
    { name: "integrations-refused", path: "/integrations?refused=shop" },
    { name: "integrations-add", path: "/integrations?addIntegration=true" },
    { name: "integrations-edit", path: `/integrations?editIntegration=${shop}` },
    { name: "integrations-delete", path: `/integrations?deleteIntegration=${shop}` },
    { name: "integrations-address", path: "/integrations?addAddress=true" },
    { name: "integration", path: `/integrations/${shop}` },
    { name: "autopilot", path: `/integrations/${shop}/autopilot`, prepare: withRuns },
    { name: "autopilot-edit", path: `/integrations/${shop}/autopilot?editAutopilot=true` },
    {
      name: "autopilot-none",
      path: `/integrations/${shop}/autopilot`,
      prepare: (page) => page.route("**/api/autopilots", (route) => route.fulfill({ json: { data: [] } })),
    },
    { name: "reports", path: "/reports" },
    { name: "reports-cm", path: "/reports", prepare: inCentimetres },
    { name: "reports-tables", path: "/reports?by=week", into: "end" },
    { name: "profile", path: "/profile" },
    { name: "profile-password", path: "/profile", act: press("Send code"), into: "Change Password" },
    { name: "profile-payments", path: "/profile", into: "Payment history" },
    { name: "profile-statement", path: "/profile", into: "Credit statement" },
    { name: "profile-ink", path: "/profile", into: "What counts in ink" },
    { name: "profile-mends", path: "/profile", into: "Mends of new images" },
    { name: "profile-data", path: "/profile", into: "Your data" },
    { name: "profile-people", path: "/profile", prepare: withPeople, into: "People" },
    { name: "profile-alone", path: "/profile", into: "People" },
    { name: "invite-person", path: "/profile?invitePerson=true" },
    { name: "invite-person-refused", path: "/profile?invitePerson=true", act: press("Send invitation") },
    { name: "remove-person", path: "/profile", prepare: withPeople, act: press("Remove Ana Ortiz") },
    { name: "accept-invitation", path: "/invitation?token=right" },
    { name: "accounts-menu", path: "/dashboard", prepare: worksElsewhere("owner"), act: press("Account of") },
    { name: "press-prints", path: "/prints", prepare: worksElsewhere("press") },
    { name: "press-manifest", path: `/prints/${prints.done}/manifest`, prepare: worksElsewhere("press") },
    { name: "maker-dashboard", path: "/dashboard", prepare: worksElsewhere("maker") },
    { name: "leave-account", path: "/prints?leaveAccount=true", prepare: worksElsewhere("press") },
    { name: "maker-no-credits", path: "/dashboard?buyCredit=500", prepare: worksElsewhere("maker") },
    { name: "profile-developers", path: "/profile", prepare: withTokens, into: "Developers" },
    { name: "profile-no-token", path: "/profile", into: "Developers" },
    { name: "new-token", path: "/profile?addToken=true" },
    { name: "new-token-refused", path: "/profile?addToken=true", act: press("Make token") },
    { name: "made-token", path: "/profile?addToken=true", prepare: withMadeToken, act: makeToken },
    { name: "revoke-token", path: "/profile", prepare: withTokens, act: press("Revoke Web shop") },
    { name: "profile-events", path: "/profile", prepare: withEndpoints, into: "Events" },
    { name: "new-endpoint", path: "/profile?addEndpoint=true" },
    {
      name: "made-endpoint",
      path: "/profile",
      prepare: withEndpoints,
      act: inTurn(press("New secret"), press("Make secret")),
    },
    {
      name: "event-deliveries",
      path: "/profile",
      prepare: withEndpoints,
      act: inTurn(press("Deliveries"), dialog),
    },
    { name: "assistant-asks", path: "/connect?client_id=claude", prepare: assistantAsks },
    { name: "profile-sign-out", path: "/profile?signOutElsewhere=true" },
    { name: "profile-delete", path: "/profile?deleteAccount=true" },
    { name: "buy-credit", path: "/profile?buyCredit=500" },
    { name: "bank-transfer-choice", path: "/profile?bankTransfer=choose" },
    { name: "bank-transfer", path: "/profile?bankTransfer=100" },
    { name: "payment", path: `/payment/${payments.pending}` },
    { name: "payment-completed", path: `/payment/${payments.completed}` },
    { name: "payment-cancelled", path: `/payment/${payments.cancelled}` },
    { name: "payment-failed", path: "/payment" },
    { name: "payment-result", path: "/dashboard?PaymentResult=Completed" },
    { name: "payment-result-pending", path: "/dashboard?PaymentResult=Pending" },
    { name: "payment-result-cancelled", path: "/dashboard?PaymentResult=Cancelled" },
    { name: "not-authorised", path: "/users" },
    { name: "start-loader", path: "/prints", isBeforePage: true, act: startAnew },
  ]
  return screens.map((screen) => ({ ...screen, needs: "seller" }))
}

function adminScreens({ sellerId, payments }: Made): Screen[] {
  const screens: Omit<Screen, "needs">[] = [
    { name: "users", path: "/users" },
    { name: "users-add", path: "/users?addUser=true" },
    { name: "users-edit", path: `/users?editUser=${sellerId}` },
    { name: "users-credit", path: `/users?editCredit=${sellerId}` },
    { name: "users-delete", path: `/users?deleteUser=${sellerId}` },
    { name: "users-audit", path: "/users?tab=audit" },
    { name: "user", path: `/users/${sellerId}` },
    { name: "user-prints", path: `/users/${sellerId}`, into: "Prints" },
    { name: "user-statement", path: `/users/${sellerId}`, into: "Credit statement" },
    { name: "user-gone", path: "/users/00000000-0000-7000-8000-000000000000" },
    { name: "transfers", path: "/completed-payments" },
    { name: "transfers-none", path: "/completed-payments?search=nothing-like-this" },
    { name: "transfers-pending", path: "/completed-payments?tab=pending" },
    {
      name: "transfers-complete",
      path: `/completed-payments?tab=pending&completePayment=${payments.pending}`,
    },
    { name: "transfers-cancel", path: `/completed-payments?tab=pending&cancelPayment=${payments.pending}` },
    { name: "operations", path: "/operations" },
    { name: "operations-troubled", path: "/operations", prepare: troubled },
    {
      name: "operations-give-up",
      path: `/operations?giveUp=print:${STUCK_ID}`,
      prepare: troubled,
    },
    { name: "operations-figures", path: "/operations", into: "Thirty days" },
    { name: "admin-menu", path: "/users", only: "phone", act: press("Menu") },
  ]
  return screens.map((screen) => ({ ...screen, needs: "admin" }))
}

/** Lists the screens whose look depends on how much there is, and on the length of its names. */
export function listCrowdScreens(crowd: Crowd, printId: string): Omit<Screen, "needs">[] {
  const screens: Omit<Screen, "needs">[] = [
    { name: "dashboard", path: "/dashboard" },
    { name: "notifications", path: "/dashboard", act: press("Notifications") },
    { name: "images", path: "/images" },
    { name: "images-all", path: "/images?limit=100", into: "end" },
    { name: "sizes", path: "/sizes" },
    { name: "templates", path: "/sizes?tab=templates" },
    { name: "destinations", path: "/sizes?tab=destinations" },
    { name: "prints", path: "/prints" },
    { name: "prints-picked", path: "/prints", act: check("Select print", 1) },
    { name: "builder", path: "/prints/manual-create?addPrint=true" },
    { name: "print", path: `/prints/${printId}` },
    { name: "print-manifest", path: `/prints/${printId}/manifest` },
    { name: "orders", path: "/orders" },
    { name: "orders-open", path: "/orders", act: inTurn(press("Show all items"), toTable) },
    { name: "integrations", path: "/integrations" },
    { name: "profile", path: "/profile", into: "Payment history" },
  ]
  return screens.map((screen) => ({ ...screen, name: `${crowd}-${screen.name}` }))
}

/** Brings a page to the screen: opens it, waits for its data and takes its steps. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  await screen.prepare?.(page)
  await visit(page, screen.path)
  await page.getByRole("heading").or(page.getByRole("dialog")).first().waitFor({ state: "attached" })
  await page.waitForFunction(
    () => document.querySelector("[aria-label=Loading], .bg-sunken.animate-pulse") === null,
  )
  await screen.act?.(page)
  if (screen.into !== undefined) await scrollTo(page, screen.into)
}

type Made = Awaited<ReturnType<typeof fillAccounts>>

async function fillAccounts({ seller, admin }: Clients) {
  const [draft] = await seller.expect<Identified[]>("GET", "/api/prints?limit=1")
  const [image, other] = await seller.expect<Identified[]>("GET", "/api/images?limit=2")
  const category = await seller.expect<Identified>("POST", "/api/image-categories", { name: "Cats & moths" })
  await seller.expect("PUT", `/api/images/${other._id}`, { imageCategoryId: category._id, score: 4.5 })
  const [size] = await seller.expect<Identified[]>("GET", "/api/sizes?limit=1")
  const [template] = await seller.expect<Identified[]>("GET", "/api/sheet-templates?limit=1")
  await seller.expect("PUT", `/api/sheet-templates/${template._id}`, {
    ...template,
    filmPrice: { amount: 3.8, per: "foot", currency: "USD" },
    inkPricePerSquareInch: 0.012,
    powderPricePerSquareInch: 0.004,
    creditPrice: 0.12,
  })
  const destination = await seller.expect<Identified>("POST", "/api/destinations", {
    ...usualDestination,
    name: "Harbour Street prints",
    formats: ["png", "pdf"],
    maxLengthIn: 60,
    mirror: true,
    white: { ...usualDestination.white, isOn: true },
    contour: { ...usualDestination.contour, isOn: true, offsetIn: 0.08, beside: ["svg"] },
  })
  await seller.expect("PUT", `/api/destinations/${destination._id}/profile`, buildPressProfile())
  const destined = await seller.expect<Identified>("POST", "/api/sheet-templates", {
    ...defaultSheetTemplate,
    name: "Harbour Street roll",
    isDefault: false,
    destinationId: destination._id,
  })
  const done = await finishedPrint(seller, 5)
  const deleted = await finishedPrint(seller, 2)
  await seller.expect("DELETE", `/api/prints/${deleted}`)
  const linked = await seller.expect<Share>("POST", "/api/shares", { printIds: [done] })
  const incomplete = await seller.expect<Identified>("POST", "/api/prints", {
    printItems: [{ quantity: 1 }, { imageId: image._id, quantity: 2 }],
  })
  const { shop, waiting, ordered, rule } = await someOrders(seller)
  const crest = await namedCrest(seller)
  await seller.expect("POST", "/api/autopilots", {
    ...{ integrationId: shop, days: [1, 2, 3, 4, 5], times: ["07:00"], timeZone: "America/New_York" },
    ...{ minLengthIn: 120, shipWithinDays: 2, sheetTemplateId: template._id, packing: "by-order" },
    ...{ action: "process", maxCreditsPerDay: 200 },
  })
  const { _id: sellerId } = await seller.expect<Identified>("GET", "/api/profile")
  return {
    sellerId,
    image: image._id,
    crest,
    proof: await askedProof(seller, crest),
    ...(await boxedPrint(seller)),
    category: category._id,
    size: size._id,
    template: template._id,
    link: linked.path,
    destination: destination._id,
    destined: destined._id,
    prints: { draft: draft._id, done, deleted, incomplete: incomplete._id, ordered },
    payments: await somePayments(seller, admin),
    shop,
    items: { waiting },
    rule,
  }
}

/** Answers uploads without storing them: the library stays as it is. */
function withUploads(page: Page): Promise<unknown> {
  return page.route("**/api/images/bulk-upload", (route) => {
    const image = { _id: makeId(1), name: "moth.svg", status: "Ready", failureReason: null }
    return route.fulfill({ status: 201, json: { data: [image], refused: [], message: "1 file uploaded" } })
  })
}

/** Uploads two files, and waits for the offer to put them on film. */
async function uploadTwo(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog")
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  )
  const files = ["moth.svg", "fern.svg"].map((name) => ({ name, mimeType: "image/svg+xml", buffer: svg }))
  await dialog.locator("input[type=file]").setInputFiles(files)
  await dialog.getByRole("button", { name: "Upload 2 files" }).click()
  await page.getByRole("button", { name: /on film$/ }).waitFor()
}

/** Answers with the offer of an autopilot after two batches, the newest of which is a finished print. */
async function withOffer(page: Page, shop: string, template: string, done: string): Promise<unknown> {
  const reply = await page.request.get(`/api/prints/${done}`)
  const { data: print } = (await reply.json()) as { data: Print }
  const sheet = print.fileId.find(({ previewPath }) => previewPath !== null)
  const nowMs = Date.now()
  const made = (daysAgo: number, name: string) => {
    const madeAt = new Date(nowMs - daysAgo * DAY_MS).toISOString()
    return { printId: makeId(daysAgo), name, madeAt }
  }
  const offer: z.input<typeof autopilotOfferSchema> = {
    triedId: null,
    batches: [made(0, "Mon batch"), made(3, "Fri batch")],
    picture: sheet?.previewPath
      ? { path: sheet.previewPath, widthPx: sheet.widthPx, heightPx: sheet.lengthPx }
      : null,
    lengthIn: print.lengthIn,
    suggestion: {
      ...{ integrationId: shop, isForAllStores: true, days: [1, 2, 3, 4, 5], times: ["07:00"] },
      ...{ timeZone: "America/New_York", shipWithinDays: 1, undatedAfterDays: 3 },
      ...{ sheetTemplateId: template, packing: "tightest", action: "process", maxCreditsPerDay: 150 },
      addressId: null,
    },
    stores: 3,
    undated: [
      { daysAgo: 2, orders: 4 },
      { daysAgo: 0, orders: 7 },
    ],
    preview: { orders: 9, items: 12, copies: 21, credits: 21, lengthIn: 54.2, skippedCount: 3 },
  }
  return page.route("**/api/autopilot-offer", (route) => route.fulfill({ json: { data: offer } }))
}

/** Answers with a tested address, and the default roll with this destination. */
function withPrintShop(destinationId: string): (page: Page) => Promise<unknown> {
  const { password: _, ...place } = addressInput({
    name: "Harbour Street prints",
    url: "https://files.harbourstreet.example/incoming/maya",
  })
  const times = { createdAt: "2026-11-02T09:00:00.000Z", updatedAt: "2026-11-02T09:00:00.000Z" }
  const lastTest = {
    works: true,
    message: "It works: a small file could be written.",
    tookMs: 812,
    testedAt: "2026-11-20T06:30:00.000Z",
  }
  const storage = {
    ...{ ...place, name: "Storage at home", url: "https://nas.harbour.example/film", isAutomatic: true },
    lastTest: { ...lastTest, works: false, message: "The server does not accept the name or the password." },
    createdAt: "2026-11-09T09:00:00.000Z",
  }
  const data = [
    { _id: makeId(1), ...place, hasSecret: true, lastTest, ...times },
    { _id: makeId(2), hasSecret: true, ...times, ...storage },
  ]
  return async (page) => {
    await page.route("**/api/delivery-addresses", (route) => route.fulfill({ json: { data } }))
    await page.route("**/api/sheet-templates?*", async (route) => {
      const response = await route.fetch()
      const reply = (await response.json()) as { data: SheetTemplate[] }
      const templates = reply.data.map((one) => (one.isDefault ? { ...one, destinationId } : one))
      await route.fulfill({ response, json: { ...reply, data: templates } })
    })
  }
}

/** Answers with an autopilot's runs, each with another end. */
function withRuns(page: Page): Promise<unknown> {
  const run = {
    ...{
      cause: "time",
      state: "done",
      printStatus: "Completed",
      message: null,
      skipped: [],
      skippedCount: 0,
    },
    ...{
      items: 24,
      orders: 18,
      copies: 31,
      credits: 31,
      lengthIn: 62.5,
      endedAt: "2026-11-20T12:01:00.000Z",
    },
  }
  const left = (place: number, reason: string) => ({
    ...{ orderItemId: makeId(place), reason, orderNumber: `310000000${place}`, printId: null },
    title: "Custom Team Name Transfer, any colour",
  })
  const skipped = [left(1, "unmatched"), left(2, "doubtful"), left(3, "doubtful"), left(4, "no-date")]
  const runs = [
    { ...run, printStatus: "Processing", skipped, skippedCount: skipped.length },
    {
      ...{ ...run, cause: "length", printStatus: "In Draft", credits: 0 },
      message: "Left as a draft: 31 credits more would be beyond today's 200.",
    },
    { ...run, items: 0, orders: 0, copies: 0, credits: 0, lengthIn: null, printId: null, printStatus: null },
    {
      ...{ ...run, state: "failed", items: 0, printId: null, skipped: skipped.slice(0, 1), skippedCount: 1 },
      message: "Its sheet template was deleted.",
    },
  ].map((one, i) => ({
    ...{ printId: makeId(i), ...one },
    ...{ _id: makeId(i), startedAt: `2026-11-${20 - i}T12:00:00.000Z` },
  }))
  return page.route("**/api/autopilots/*/runs", (route) => route.fulfill({ json: { data: runs } }))
}

/** Returns artwork with a name and a number in it, once it has been read. */
async function namedCrest(client: Client): Promise<string> {
  const text = (y: number, words: string) =>
    `<text x="150" y="${y}" font-family="Graduate" font-size="40" fill="#c8102e" text-anchor="middle">${words}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">${text(90, "{{name}}")}${text(170, "{{number}}")}</svg>`
  return readArtwork(client, new File([svg], "team-crest.svg"))
}

/** Uploads artwork and returns its id once it has been read. */
async function readArtwork(client: Client, file: File): Promise<string> {
  const form = new FormData()
  form.append("files", file)
  const [{ _id }] = await client.expect<Identified[]>("POST", "/api/images/bulk-upload", form)
  for (let i = 0; i < DONE_TRIES; i++) {
    const { status } = await client.expect<{ status: string }>("GET", `/api/images/${_id}`)
    if (status === "Ready") return _id
    await new Promise((resolve) => setTimeout(resolve, DONE_PAUSE_MS))
  }
  throw new Error(`${file.name} was never read`)
}

/** Makes a draft with a logo in a white box, which has been checked at its size. */
async function boxedPrint(client: Client): Promise<{ boxed: string; boxedDraft: string }> {
  const logo = new File([new Uint8Array(await boxedLogoPng(1500, 900))], "harbour-logo.png")
  const boxed = await readArtwork(client, logo)
  const [size] = await client.expect<Identified[]>("GET", "/api/sizes?limit=1")
  const { _id } = await client.expect<Identified>("POST", "/api/prints", {
    printItems: [{ imageId: boxed, sizeId: size._id, quantity: 3 }],
  })
  for (let i = 0; i < DONE_TRIES; i++) {
    const { notChecked } = await client.expect<Print>("GET", `/api/prints/${_id}`)
    if (notChecked.length === 0) return { boxed, boxedDraft: _id }
    await new Promise((resolve) => setTimeout(resolve, DONE_PAUSE_MS))
  }
  throw new Error("The logo's ink was never checked")
}

/** Returns the connected shop, one order item of it without artwork, and a new draft of items with artwork. */
async function someOrders(
  client: Client,
): Promise<{ shop: string; waiting: string; ordered: string; rule: string }> {
  const [shop] = await client.expect<Identified[]>("GET", "/api/integrations")
  const unmatched = await client.expect<Order[]>("GET", "/api/orders?unmatched=true&limit=1")
  const orders = await client.expect<Order[]>("GET", "/api/orders?limit=20")
  const isMatched = ({ match }: Order["orderItems"][number]) =>
    match.imageId !== null && match.sizeId !== null
  const items = orders.filter((order) => !order.isCancelled).flatMap((order) => order.orderItems)
  const answered = items.find((item) => item.personalisation.length > 1)
  const [image] = await client.expect<Identified[]>("GET", "/api/images?limit=1")
  if (answered) {
    await client.expect("PUT", `/api/orders/items/${answered._id}/match`, { imageId: image._id })
  }
  const orderItems = [...(answered ? [answered] : []), ...items.filter(isMatched).slice(0, 4)]
  const waiting = unmatched[0].orderItems.find((item) => !isMatched(item)) ?? unmatched[0].orderItems[0]
  const custom = await client.expect<Order[]>("GET", "/api/orders?search=Custom&limit=100")
  const worded = custom
    .flatMap((order) => order.orderItems)
    .find((item) => item.personalisation.length === 1 && item.size !== answered?.size)
  if (!worded) throw new Error("no order item of the demo shop has a text of its own")
  await client.expect("PUT", `/api/orders/items/${worded._id}/match`, { imageId: await textArtwork(client) })
  const { _id: ordered } = await client.expect<Identified>("POST", "/api/orders/print", {
    orderItems: orderItems.map((item) => item._id),
  })
  return { shop: shop._id, waiting: waiting._id, ordered, rule: worded.ruleKey }
}

/** The path of a proof that a buyer is asked for: the crest with a name and a number. */
async function askedProof(client: Client, imageId: string): Promise<string> {
  const orders = await client.expect<Order[]>("GET", "/api/orders?limit=50")
  const item = orders
    .flatMap(({ orderItems }) => orderItems)
    .find(({ isCancelled, match, prints }) => !isCancelled && match.sizeId && prints.length === 0)
  if (!item) throw new Error("no order item of the demo shop can be shown to its buyer")
  const values = { name: "MARTINEZ", number: "23" }
  await client.expect("PUT", `/api/orders/items/${item._id}`, { imageId })
  await client.expect("PUT", `/api/orders/items/${item._id}`, { values })
  const [{ url }] = await client.expect<AskedProof[]>("POST", "/api/proofs", { orderItemIds: [item._id] })
  return new URL(url).pathname.slice(1)
}

/** Waits for the picture of a proof. */
async function drawn(page: Page): Promise<void> {
  await page.getByRole("img", { name: /MARTINEZ/ }).waitFor()
}

/** Shows a proof as that of another shop, for a shirt in sand, and takes an answer without storing it. */
async function ofNorthside(page: Page): Promise<void> {
  await page.route("**/api/proof/*", async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    const order = { shop: "Northside Spirit Wear", orderNumber: "3184", title: "Varsity tee" }
    const shirt = { size: "adult M", variation: "Colour: Sand", quantity: 1 }
    return route.fulfill({ response, json: { data: { ...data, ...order, ...shirt } } })
  })
  await page.route("**/api/proofs/*", (route) => {
    const data = { state: "approved", answeredAt: new Date().toISOString() }
    return route.fulfill({ json: { data, message: "Approved" } })
  })
}

/** Uploads artwork with a name and a number in it, and returns its id once it can be printed. */
async function textArtwork(client: Client): Promise<string> {
  const text = (field: string, y: number) =>
    `<text x="160" y="${y}" font-family="Anton" font-size="80" text-anchor="middle">{{${field}}}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200">${text("name", 90)}${text("number", 185)}</svg>`
  return readArtwork(client, new File([svg], "team-jersey.svg"))
}

/** Makes bank transfers: one completed, one cancelled and one pending. */
async function somePayments(client: Client, admin: Client) {
  const announce = (sku: string) => client.expect<Identified>("POST", "/api/payments/bank-transfer", { sku })
  const { _id: completed } = await announce("credits500")
  await admin.expect("PUT", `/api/payments/${completed}`, { status: "Completed" })
  const { _id: cancelled } = await announce("credits1000")
  await admin.expect("PUT", `/api/payments/${cancelled}`, { status: "Cancelled" })
  const { _id: pending } = await announce("credits100")
  return { completed, cancelled, pending }
}

async function finishedPrint(client: Client, itemCount: number): Promise<string> {
  const images = await client.expect<Identified[]>("GET", "/api/images?limit=12")
  const sizes = await client.expect<Identified[]>("GET", "/api/sizes")
  const printItems = images
    .slice(0, itemCount)
    .map((image, i) => ({ imageId: image._id, sizeId: sizes[i % sizes.length]._id, quantity: 1 + (i % 3) }))
  const { _id } = await client.expect<Identified>("POST", "/api/prints", { printItems })
  await client.expect("POST", `/api/prints/${_id}/proccess`, {})
  for (let i = 0; i < DONE_TRIES; i++) {
    const { status, failureMessage } = await client.expect<{ status: string; failureMessage: string | null }>(
      "GET",
      `/api/prints/${_id}`,
    )
    if (status === "Completed") return _id
    if (status !== "Processing") throw new Error(`the demo print ended as ${status}: ${failureMessage}`)
    await new Promise((resolve) => setTimeout(resolve, DONE_PAUSE_MS))
  }
  throw new Error("the demo print did not complete")
}

type Act = (page: Page) => Promise<void>

function inTurn(...acts: Act[]): Act {
  return async (page) => {
    for (const act of acts) await act(page)
  }
}

function press(name: string): Act {
  return (page) => page.getByRole("button", { name }).filter({ visible: true }).first().click()
}

/** Opens what can be mended on picked images: other buttons beside it say how many they mend. */
async function pressMend(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Mend", exact: true }).click()
}

/** Waits until the bar says how many of the picked images each mend would change. */
async function countedMends(page: Page): Promise<void> {
  await page.getByRole("group", { name: "What can be mended" }).waitFor()
}

/** Waits until the press has drawn a layer of ink. */
async function drawnLayer(page: Page): Promise<void> {
  await page.getByRole("img", { name: "harbour-logo.png" }).waitFor()
}

/** Waits until the page has drawn an artwork without its mends, or with them. */
async function shownBefore(page: Page): Promise<void> {
  await page.getByRole("img", { name: /, original$/ }).waitFor()
}
async function shownAfter(page: Page): Promise<void> {
  await page.getByText("As the press draws it.").waitFor()
}

/** Waits until the dialog says what it would mend. */
async function planned(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("status").filter({ hasText: /\S/ }).waitFor()
}

function choose(field: string, option: string): Act {
  return async (page) => {
    await page.getByRole("combobox", { name: field }).filter({ visible: true }).click()
    await page.getByRole("option", { name: option }).click()
  }
}

/** Opens the list of sizes of a row, and types into its field. */
function openSizes(field: string, words: string): Act {
  return async (page) => {
    await page.getByRole("combobox", { name: field }).filter({ visible: true }).click()
    await page.getByRole("combobox", { name: "Size or width" }).fill(words)
  }
}

/** Pastes a line that matches and one that does not, and waits until the page says so. */
async function pasteSkus(page: Page): Promise<void> {
  await page
    .getByRole("textbox", { name: "SKU and file name" })
    .fill("WF-2026\tcosmic-cat.svg\nGOOD-VIBES-3.5IN\tnowhere.png")
  await page.getByText("1 line cannot be matched").waitFor()
}

/** Chooses a file in the import's dialog, and waits for the result. */
function lookAtFile(text: string, words: string): Act {
  return async (page) => {
    await page
      .getByLabel("Order file")
      .setInputFiles({ name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from(text) })
    await page.getByRole("dialog").getByText(words, { exact: false }).first().waitFor()
  }
}

const amazonFile = syntheticBulk(30, (row) => (row % 3 === 0 ? "COSMIC-CAT" : "LUNA-MOTH-10IN")).replace(
  "1\t\t1",
  "1\t\tmany",
)
const unknownFile = csvOf([
  ["Beleg", "Artikelnummer des Herstellers", "Stück", "Wunschtext"],
  ["B-1", "COSMIC-CAT", 2, "Zoë"],
])

/** Waits for a dialog, which is loaded when it is first opened. */
function dialog(page: Page): Promise<void> {
  return page.getByRole("dialog").waitFor()
}

function pick(name: string): Act {
  return (page) => page.getByRole("menuitem", { name }).click()
}

/** Types into the palette until it lists something of the seller's. */
function type(words: string): Act {
  return async (page) => {
    await page.getByRole("combobox", { name: "Find anything" }).fill(words)
    await page.getByRole("option", { name: words }).first().waitFor()
  }
}

function write(field: string, words: string): Act {
  return (page) => page.getByRole("textbox", { name: field }).fill(words)
}

/** Pastes a team, one row of which cannot be printed. */
async function pasteRoster(page: Page): Promise<void> {
  const names = ["MARTINEZ\t23", "ZOE\t7", "OKAFOR\t11", "O'BRIEN\t", "WOJCIECHOWSKI\t100"]
  const rows = names.map((row, i) => `${row}\t${i === 1 ? "huge" : "10 in"}\t${1 + (i % 3)}`)
  await page.getByRole("textbox", { name: "Names" }).fill(["Name\tNumber\tSize\tQty", ...rows].join("\n"))
  await page.getByRole("button", { name: "Show rows" }).click()
  await page.getByRole("img", { name: "team-crest.svg with MARTINEZ, 23" }).waitFor()
}

function check(name: string, count: number): Act {
  return async (page) => {
    // Rows of the previous list cannot be picked.
    const boxes = page.getByRole("checkbox", { name, disabled: false }).filter({ visible: true })
    await boxes.first().waitFor({ state: "attached" })
    // By key: on a phone the bar of what is picked may lie over the next box.
    for (let i = 0; i < count; i++) await boxes.nth(i).press("Space")
  }
}

function pickSolution(name: string): Act {
  return (page) => page.getByRole("tab", { name: new RegExp(name) }).click()
}

/** Scrolls to below the sticky header. */
async function scrollTo(page: Page, heading: string | "end"): Promise<void> {
  if (heading === "end")
    return page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }))
  await page.getByRole("heading", { name: heading, exact: true }).evaluate((element, roomPx) => {
    element.scrollIntoView({ block: "start" })
    window.scrollBy(0, -roomPx)
  }, HEADER_ROOM_PX)
}

/** Scrolls to the orders, below the inbox. */
async function toTable(page: Page): Promise<void> {
  await page
    .getByRole("searchbox", { name: "Search orders" })
    .evaluate((element) => element.scrollIntoView({ block: "start" }))
}

async function loseConnection(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByText("Reconnecting").first().waitFor({ state: "attached" })
}

/** Opens a page and waits until it offers the unfinished print. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByText(/You have an unfinished print/).waitFor()
}

async function pasteColumn(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Column" }).fill("3.5 in\t2\n7 in\t12\nbanana\t1")
}

async function addSome(page: Page): Promise<void> {
  const names = ["cosmic-cat.svg", "luna-moth.svg", "good-vibes.svg"]
  for (const [i, name] of names.entries()) {
    await page
      .getByRole("button", { name: new RegExp(`^${name}(,|$)`) })
      .first()
      .click()
    const size = page.getByRole("group", { name: "Size" }).getByRole("button").nth(i)
    const add = page.getByRole("button", { name: "Add to print" })
    // A list of sizes that comes at the moment of the click takes it away.
    for (; await add.isDisabled(); await page.waitForTimeout(100))
      if ((await size.getAttribute("aria-pressed")) !== "true") await size.click()
    await add.click()
    await add.waitFor({ state: "detached" })
  }
}

async function reviewSome(page: Page): Promise<void> {
  await inTurn(toTable, check("Select order", 3), press("Create Print"))(page)
  await page.waitForURL("**/prints/review-print")
}

/** Scrolls a control to the middle of its dialog. */
function bring(label: string): Act {
  return async (page) => {
    const control = page.getByLabel(label, { exact: true })
    await control.waitFor({ state: "attached" })
    await control.evaluate((element) => element.scrollIntoView({ block: "center" }))
  }
}

/** Sets the window's width, for another desk than the usual one. */
function widen(width: number): Act {
  return (page) => page.setViewportSize({ width, height: 900 })
}

/** Shows the first print as one that is being written. */
function withRunning(page: Page): Promise<unknown> {
  return page.route("**/api/prints?*", async (route: Route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: Print[] }
    const data = reply.data.map((print, i) => (i === 0 ? { ...print, ...running } : print))
    await route.fulfill({ response, json: { ...reply, data } })
  })
}

/** Shows the first orders as pressed and shipped, which takes days otherwise. */
function withFulfilled(page: Page): Promise<unknown> {
  return page.route("**/api/orders?*", async (route: Route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: Order[] }
    const at = "2026-11-20T12:00:00.000Z"
    const steps = [
      { status: "Completed", step: "on-film" },
      { status: "Completed", step: "pressed", pressedAt: at },
      { status: "Completed", step: "shipped", pressedAt: at, shippedAt: at },
      { status: "Partially Completed" },
    ]
    const data = reply.data.map((order, i) => ({ ...order, ...steps[i] }))
    await route.fulfill({ response, json: { ...reply, data } })
  })
}

/** Loads the page anew and holds its scripts back. */
async function startAnew(page: Page): Promise<void> {
  await page.route("**/*.js", () => {})
  await page.reload({ waitUntil: "commit" })
  await page.locator("#start").waitFor()
}

type PrintReply = { data: Print }

/** Shows a print in another state than its own, one that passes too soon to be seen. */
function amend(
  printId: string,
  change: object | ((print: Print) => object),
): (page: Page) => Promise<unknown> {
  return (page) =>
    page.route(`**/api/prints/${printId}`, async (route: Route) => {
      const response = await route.fetch()
      const reply = (await response.json()) as PrintReply
      const changed = typeof change === "function" ? change(reply.data) : change
      await route.fulfill({ response, json: { ...reply, data: { ...reply.data, ...changed } } })
    })
}

/** Shows a print by hand as one of three orders, two of its copies ticked off, with a print shop to send it to. */
function asOfOrders(printId: string): (page: Page) => Promise<unknown> {
  const orders = [
    { orderId: makeId(1), orderNumber: "3309", buyer: "Elif Demir", shipBy: "2026-11-20T23:59:59.000Z" },
    { orderId: makeId(2), orderNumber: "3312", buyer: "Tom Abara", shipBy: "2026-11-27T23:59:59.000Z" },
    { orderId: makeId(3), orderNumber: "3318", buyer: "Nora Lindqvist", shipBy: "2026-12-04T23:59:59.000Z" },
  ]
  const orderOf = (place: number) => orders[Math.floor(place / 2) % orders.length]
  const item = {
    ...{ title: "Unisex Cotton Tee, Gift for Her", sku: "TEE-7", quantity: 1, price: 24, currency: "USD" },
    ...{
      size: "M",
      variation: "Colour: Natural",
      personalisation: [],
      wording: "",
      hasNoPlace: false,
      isOwnImage: false,
    },
    ...{ isCancelled: false, changes: [], attributes: [{ fileUrl: null }], shipDay: null },
  }
  const address = {
    kind: "WebDAV",
    url: "https://files.kims-prints.test/in",
    user: "maya",
    isAutomatic: false,
    lastTest: null,
  }
  const moments = { createdAt: "2026-11-01T09:00:00.000Z", updatedAt: "2026-11-01T09:00:00.000Z" }
  return async (page) => {
    await page.route("**/api/delivery-addresses", (route) =>
      route.fulfill({
        json: { data: [{ _id: makeId(7), name: "Kim's Prints", hasSecret: true, ...address, ...moments }] },
      }),
    )
    await amend(printId, ({ printItems }) => ({
      ...{ type: "Etsy", source: "Etsy", name: "Mon batch, 3 orders" },
      printItems: printItems.map((one, place) => ({
        ...one,
        orderItemId: { _id: makeId(place), ...item, ...orderOf(place) } satisfies PrintItem["orderItemId"],
      })),
    }))(page)
    await page.route(`**/api/prints/${printId}/manifest`, async (route: Route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: Manifest }
      const rows = data.rows.map((row) => {
        const order = orderOf(Number(row.code.split("-")[0]) - 1)
        const isDone = ["1-1", "3-1"].includes(row.code)
        return { ...row, ...order, isDone }
      })
      await route.fulfill({ response, json: { data: { ...data, name: "Mon batch, 3 orders", rows } } })
    })
  }
}

function inAllFormats({ fileId }: Print): object {
  const formats = Object.keys(sheetFormats) as SheetFormatName[]
  return {
    fileId: fileId.flatMap((file) =>
      formats.map((format) => ({ ...file, format, path: file.path.replace(/png$/, format) })),
    ),
  }
}

/** Returns a print's files with those for a second destination. */
function alsoWritten({ _id: writingId, fileId }: Print): object {
  const more = { writingId, destination: "Photoshop" }
  return { fileId: [...fileId, ...fileId.map((file) => ({ ...file, sheet: file.sheet + 9, ...more }))] }
}

/** Shows a draft as being written, after its sheet was kept: a running print always has one. */
function whileWritten(printId: string): (page: Page) => Promise<unknown> {
  return async (page) => {
    const isKept = page.waitForResponse(
      (response) => response.url().endsWith(`/${printId}/layout`) && response.request().method() === "PUT",
    )
    await visit(page, `/prints/${printId}`)
    await isKept
    await amend(printId, running)(page)
    // The page forgets the draft that it has read.
    await page.goto("about:blank")
  }
}

const running = { status: "Processing", progress: { stage: "render", done: 5, total: 14 } }
const failed = {
  failureMessage: '"luna-moth.svg" could not be printed. Its file is missing. Upload it again.',
}
