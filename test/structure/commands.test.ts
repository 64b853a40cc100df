import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { commandsFor } from "../../web/lib/commands.ts"
import { pageActions } from "./page-actions.ts"

const web = fileURLToPath(new URL("../../web", import.meta.url))
const source = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("lib/as-command"))
  .map((name) => readFileSync(`${web}/${name}`, "utf8"))
  .join("\n")
const commands = commandsFor("admin")
const hrefs = commands.flatMap(({ target }) => ("href" in target ? [target.href] : []))

/** The pages that no command opens by itself, each with its reason. */
const reachedOtherwise = new Map([
  ["/prints/review-print", "shows the orders that were selected"],
  ["/payment", "shows a payment that an address names"],
])

/** The modals that an address opens without naming a thing, but only where something is selected or shown. */
const needsMore = new Map([
  ["addPrint", "opens with New print; elsewhere it names an item"],
  ["addPrintAgain", "asks about the selected orders"],
  ["addTracking", "opens with Add tracking on a finished print"],
  ["addSize", "opens with Add size; in a print it names an item"],
])

/** The shorter names that pages have for a command, which has a fuller one where no page is around it. */
const shortNames = new Map([
  ["Images", "images"],
  ["Fonts", "open-fonts"],
  ["Add integration", "connect-store"],
  ["Another address", "add-address"],
  ["Add template", "add-template"],
  ["Payments and refunds", "payment-history"],
])

/** The menus and buttons that need no command of their own, by their file, each with its reason. */
const offeredOtherwise = new Map([
  ["images/picked-mends.tsx", "makes at once what the command for selected images asks about"],
  ["mends/add-mend.tsx", "entries of Add mend, which is a command"],
  ["artwork-text/text-list.tsx", "entries of Add text, which is a command"],
  ["orders/send-proofs-modal.tsx", "is the form of Send proof, which is a command"],
  ["fulfilment/send-to-shop.tsx", "entries of Send elsewhere, which is a command"],
  ["prints/print-writings.tsx", "entries of Also write for…, which is a command"],
  ["integrations/autopilot-state.tsx", "the palette lists each autopilot with its own words"],
  ["shell/workplaces.tsx", "lists the accounts that somebody works in, by their names"],
  ["payments/transfers-table.tsx", "is a row's menu"],
  ["prints/print-row-buttons.tsx", "is a card's menu; the print's page has the commands"],
  ["sheet-desk/desk-toolbar.tsx", "moves pieces on the film, by keys that the toolbar names"],
])

test("each action at the head of a page, of a selection or in a menu is a command", () => {
  const actions = pageActions()
  expect(actions.length).toBeGreaterThan(50)
  const names = commands.map(({ name }) => name.toLowerCase())
  const missing = actions.filter(
    ({ file, words, isMarked }) =>
      !isMarked &&
      !names.includes(words.toLowerCase()) &&
      !commands.some(({ id }) => id === shortNames.get(words)) &&
      !offeredOtherwise.has(file),
  )
  expect(missing).toEqual([])
})

test("each page behind the sign-in is opened by a command", () => {
  const routes = readFileSync(`${web}/routes.tsx`, "utf8")
  const paths = routes
    .split("createRoute({")
    .filter((route) => route.includes("getParentRoute: () => protectedRoute"))
    .flatMap((route) => /path: "([^"]+)"/.exec(route)?.[1] ?? [])
  expect(paths.length).toBeGreaterThan(15)
  const opened = new Set(hrefs.map((href) => href.split(/[?#]/)[0]))
  const missing = paths.filter(
    (path) => !path.includes("$") && !opened.has(path) && !reachedOtherwise.has(path),
  )
  expect(missing).toEqual([])
})

test("each form that an address opens by itself is opened by a command", () => {
  const modals = [...source.matchAll(/useModalParam\("(add\w+|todaysBatch|\w+Elsewhere)"/g)].map(
    ([, key]) => key,
  )
  expect(modals.length).toBeGreaterThan(8)
  const missing = modals.filter(
    (key) => !needsMore.has(key) && !hrefs.some((href) => new RegExp(`[?&]${key}=`).test(href)),
  )
  expect(missing).toEqual([])
})

test("each command that presses a button has one", () => {
  const ids = commands.filter(({ target }) => "presses" in target).map(({ id }) => id)
  const marked = new Set([...source.matchAll(/asCommand\("([\w-]+)"\)/g)].map(([, id]) => id))
  expect(ids.filter((id) => !marked.has(id))).toEqual([])
  expect([...marked].filter((id) => !ids.includes(id as (typeof ids)[number]))).toEqual([])
})

test("no two commands have the same name", () => {
  const names = commands.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
