// `npm run shots [-- name …]`: a screenshot of every screen, wide and phone, light and dark, into shots/ (ignored by git).
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, chromium } from "playwright-core"
import type { Integration } from "../contract/integration.ts"
import type { Order } from "../contract/order.ts"
import { AppClient, connectShop, signIn } from "../local/app-client.ts"
import { buildAll, root } from "../local/bundle.ts"
import { chromiumArgs, findChromium, installChromium } from "../local/chromium.ts"
import { startRuntime } from "../local/runtime.ts"
import { demoSignIns, seed } from "../local/seed.ts"
import { serveStandIns } from "../stand-ins/serve.ts"

type Screen = {
  name: string
  path: string
  needs: "nobody" | "seller" | "admin"
  /** The button to press once the page is there. */
  press?: string
}
type Clients = { seller: AppClient; admin: AppClient }

const outDir = join(root, "shots")
const wanted = process.argv.slice(2)
/** Longest wait for the network to rest, then for packing and drawing. */
const QUIET_MS = 8_000
const SETTLE_MS = 1_500
const DONE_TRIES = 600

if (!findChromium()) installChromium()
await buildAll()
const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-shots-"))
const standIns = await serveStandIns(0)
const runtime = await startRuntime({ stateDir, port: 0, standInsOrigin: standIns.origin })
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
try {
  await seed(runtime, standIns.origin)
  const clients: Clients = { seller: new AppClient(runtime.origin), admin: new AppClient(runtime.origin) }
  await signIn(clients.seller, demoSignIns[0])
  await signIn(clients.admin, demoSignIns[1])
  const screens = await listScreens(clients)
  mkdirSync(outDir, { recursive: true })
  for (const screen of screens.filter(
    ({ name }) => wanted.length === 0 || wanted.some((text) => name.includes(text)),
  )) {
    for (const device of ["wide", "phone"] as const)
      for (const theme of ["light", "dark"] as const) await shoot(browser, clients, screen, device, theme)
    console.log(screen.name)
  }
} finally {
  await browser.close()
  await runtime.dispose()
  await standIns.close()
  rmSync(stateDir, { recursive: true, force: true })
}

/** Every screen, on the demo accounts: one completed and one draft print, two payments, an account that was changed. */
async function listScreens({ seller: client, admin }: Clients): Promise<Screen[]> {
  const draft = await client.expect<{ _id: string }[]>("GET", "/prints?limit=1").then(([print]) => print._id)
  const done = await completedPrint(client)
  const [image] = await client.expect<{ _id: string }[]>("GET", "/images?limit=1")
  const payment = await somePayments(client, admin)
  const { shop, waiting, ordered } = await someOrders(client)
  const { _id: sellerId } = await client.expect<{ _id: string }>("GET", "/profile")
  const nobody = [
    ["landing", "/"],
    ["signin", "/auth/signin"],
    ["signup", "/auth/signup"],
    ["forgot-password", "/auth/forgot-password"],
    ["verify-failed", "/verify?token=wrong"],
    ["not-found", "/no/such/page"],
  ]
  const seller = [
    ["dashboard", "/dashboard"],
    ["images", "/images"],
    ["images-add", "/images?addImage=true"],
    ["images-edit", `/images?editImage=${image._id}`],
    ["images-delete", `/images?deleteImage=${image._id}`],
    ["images-none", "/images?search=nothing-like-this"],
    ["sizes", "/sizes"],
    ["sizes-add", "/sizes?addSize=true"],
    ["sheet-templates", "/sizes?tab=templates"],
    ["prints", "/prints"],
    ["prints-delete", `/prints?deletePrint=${draft}`],
    ["prints-process", `/prints/${draft}?printWarningModal=14`],
    ["prints-success", `/prints?printSuccessModal=${done}`],
    ["manual-create", "/prints/manual-create?addPrint=true"],
    ["review-print", "/prints/review-print"],
    ["print-draft", `/prints/${draft}`],
    ["print-completed", `/prints/${done}`],
    ["orders", "/orders"],
    ["orders-unmatched", "/orders?unmatched=true"],
    ["orders-choose", `/orders?editMatch=${waiting}`],
    ["integrations", "/integrations"],
    ["integrations-add", "/integrations?addIntegration=true"],
    ["integrations-delete", `/integrations?deleteIntegration=${shop}`],
    ["integration", `/integrations/${shop}`],
    ["print-etsy", `/prints/${ordered}`],
    ["print-manifest", `/prints/${ordered}/manifest`],
    ["profile", "/profile"],
    ["sign-out-elsewhere", "/profile?signOutElsewhere=true"],
    ["payments", "/profile#payments"],
    ["statement", "/profile#statement"],
    ["buy-credit", "/profile?buyCredit=500"],
    ["bank-transfer-choice", "/profile?bankTransfer=choose"],
    ["bank-transfer", "/profile?bankTransfer=100"],
    ["payment", `/payment/${payment}`],
    ["payment-failed", "/payment"],
    ["payment-result", "/dashboard?PaymentResult=Completed"],
    ["admins-only", "/users"],
    ["protected-not-found", "/prints/00000000-0000-7000-8000-000000000000"],
  ]
  const adminScreens = [
    ["completed-payments", "/completed-payments"],
    ["pending-payments", "/completed-payments?tab=pending"],
    ["pending-payments-complete", `/completed-payments?tab=pending&completePayment=${payment}`],
    ["users", "/users"],
    ["users-add", "/users?addUser=true"],
    ["users-edit", `/users?editUser=${sellerId}`],
    ["users-credit", `/users?editCredit=${sellerId}`],
    ["users-delete", `/users?deleteUser=${sellerId}`],
    ["users-audit", "/users?tab=audit"],
    ["user-details", `/users/${sellerId}`],
  ]
  return [
    ...nobody.map(([name, path]): Screen => ({ name, path, needs: "nobody" })),
    ...seller.map(([name, path]): Screen => ({ name, path, needs: "seller" })),
    { name: "notifications", path: "/dashboard", needs: "seller", press: "Notifications" },
    { name: "account-menu", path: "/dashboard", needs: "seller", press: "Account of" },
    ...adminScreens.map(([name, path]): Screen => ({ name, path, needs: "admin" })),
  ]
}

/** A connected shop, an order item that waits for its artwork, and a draft of some that do not. */
async function someOrders(client: AppClient): Promise<{ shop: string; waiting: string; ordered: string }> {
  await connectShop(client, "LunaPrintCo")
  let shops: Integration[] = []
  for (let i = 0; i < DONE_TRIES && !shops[0]?.lastSync; i++) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    shops = await client.expect<Integration[]>("GET", "/integrations")
  }
  const unmatched = await client.expect<Order[]>("GET", "/orders?unmatched=true&limit=1")
  const orders = await client.expect<Order[]>("GET", "/orders?limit=20")
  const isMatched = ({ match }: Order["orderItems"][number]) =>
    match.imageId !== null && match.sizeId !== null
  const items = orders.filter((order) => !order.isCancelled).flatMap((order) => order.orderItems)
  const orderItems = items.filter(isMatched).slice(0, 5)
  const waiting = unmatched[0].orderItems.find((item) => !isMatched(item)) ?? unmatched[0].orderItems[0]
  const { _id: ordered } = await client.expect<{ _id: string }>("POST", "/orders/print", {
    orderItems: orderItems.map((item) => item._id),
  })
  return { shop: shops[0]._id, waiting: waiting._id, ordered }
}

/** One bank transfer completed and one pending, whose id is answered. */
async function somePayments(client: AppClient, admin: AppClient): Promise<string> {
  const announce = (sku: string) => client.expect<{ _id: string }>("POST", "/payments/bank-transfer", { sku })
  const { _id: completed } = await announce("credits500")
  await admin.expect("PUT", `/payments/${completed}`, { status: "Completed" })
  const { _id } = await announce("credits100")
  return _id
}

async function completedPrint(client: AppClient): Promise<string> {
  const images = await client.expect<{ _id: string }[]>("GET", "/images?limit=12")
  const sizes = await client.expect<{ _id: string }[]>("GET", "/sizes")
  const printItems = images
    .slice(0, 5)
    .map((image, i) => ({ imageId: image._id, sizeId: sizes[i % sizes.length]._id, quantity: 1 + (i % 3) }))
  const { _id } = await client.expect<{ _id: string }>("POST", "/prints", { printItems })
  await client.expect("POST", `/prints/${_id}/proccess`, {})
  for (let i = 0; i < DONE_TRIES; i++) {
    const { status, failureMessage } = await client.expect<{ status: string; failureMessage: string | null }>(
      "GET",
      `/prints/${_id}`,
    )
    if (status === "Completed") return _id
    if (status !== "Processing") throw new Error(`the demo print ended as ${status}: ${failureMessage}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error("the demo print did not complete")
}

async function shoot(
  browser: Browser,
  clients: Clients,
  screen: Screen,
  device: "wide" | "phone",
  theme: "light" | "dark",
): Promise<void> {
  const context = await browser.newContext({
    baseURL: runtime.origin,
    viewport: device === "wide" ? { width: 1440, height: 900 } : { width: 390, height: 844 },
    hasTouch: device === "phone",
    isMobile: device === "phone",
    colorScheme: theme,
    reducedMotion: "reduce",
  })
  if (screen.needs !== "nobody") await context.addCookies(clients[screen.needs].browserCookies())
  const page = await context.newPage()
  await page.goto(screen.path)
  await page
    .waitForLoadState("networkidle", { timeout: QUIET_MS })
    .catch(() => console.log(`  ${screen.name} is still loading`))
  if (screen.press) await page.getByRole("button", { name: screen.press }).first().click()
  await page.waitForTimeout(SETTLE_MS)
  await page.screenshot({ path: join(outDir, `${screen.name}-${device}-${theme}.png`) })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) console.log(`  ${screen.name} scrolls sideways by ${overflow} px (${device})`)
  await context.close()
}
