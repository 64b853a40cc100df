import type { BrowserContext, Page } from "playwright-core"
import { expect, test } from "vitest"
import { endSearches } from "../../harness/end-searches.ts"
import { isFull } from "../../harness/layer.ts"
import {
  type Clients,
  listFirstScreens,
  listScreens,
  openScreen,
  type Screen,
  type Viewer,
} from "../../harness/screens.ts"
import { WAIT_MS } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { Client } from "../../local/client.ts"
import { signIn, signUp } from "../../local/people.ts"
import { demoSignIns, seed } from "../../local/seed.ts"
import { objections, objectionsInBothThemes } from "./axe.ts"

const stage = useStage()

const WIDE = [1440, 1280, 768]
const NARROW = [390, 360]
const HEIGHT = 900
/** Pages looked at side by side. */
const LANES = 2
const SETTLE_TRIES = 20
/** The short layer looks at about every fourth screen of visitors and newcomers. */
const SHORT_STEP = 4
const newcomer = {
  firstName: "Noor",
  lastName: "Haddad",
  username: "noor",
  email: "noor@shop.test",
  password: "sheetsmith",
}
test("no screen scrolls sideways, and wherever the keyboard is, it shows", async () => {
  const first = { newcomer: await signUp(stage.runtime.origin, stage.standIns.origin, newcomer) }
  const demo = isFull ? await demoClients() : null
  const clients = { ...first, ...demo }
  const all = demo ? await listScreens({ ...first, ...demo }) : listFirstScreens()
  const screens = all.filter(isOwn).filter(isLookedAt)
  const known = new Set<string>()
  const result = await Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      judge(
        clients,
        screens.filter((_screen, i) => i % LANES === lane),
        known,
      ),
    ),
  )
  expect(result.flat()).toEqual([])
})

test("what axe objects to is seen, and the contrast that it leaves open", async () => {
  const { page, context } = await stage.open()
  await page.setContent(
    `<html lang="en"><title>x</title><main><h1>x</h1><button></button><p style="color: #bbb">pale</p>
    <div style="background: linear-gradient(90deg, #fff, #ddd); font: 16px sans-serif">
    <p style="color: #808080">grey</p><p style="color: #222">dark</p></div></main>`,
  )
  const result = await objections(page)
  expect(result.map((line) => line.split(/ \(|:/)[0]).sort()).toEqual([
    "button-name",
    "color-contrast",
    expect.stringMatching(/^painted contrast [34]\.\d\d of 4\.5$/),
  ])
  await context.close()
})

test("what scrolls sideways and a focus that does not show are seen", async () => {
  const { page, context } = await stage.open()
  await page.setContent(
    `<style>button { outline: none }</style><p style="width: 3000px">Wide</p><button>Off</button><a href="/">On</a>`,
  )
  expect(await page.evaluate(sideways)).toEqual(["the page is 3008 px wide"])
  expect(await unseenFocus(page, new Set())).toEqual(["no focus shows on button Off"])
  await context.close()
})

/** Not only another part of a page that is looked at from its top. */
function isOwn(screen: Screen, _i: number, all: readonly Screen[]): boolean {
  if (screen.isBeforePage) return false
  if (screen.into === undefined || screen.act !== undefined) return true
  return !all.some(
    ({ path, needs, into }) => path === screen.path && needs === screen.needs && into === undefined,
  )
}

/** Returns whether this layer looks at the screen, by its name: a new screen does not change the others. */
function isLookedAt({ name }: Screen): boolean {
  const sum = [...name].reduce((before, letter) => before + letter.charCodeAt(0), 0)
  return isFull || sum % SHORT_STEP === 0
}

/**
 * Returns the faults of these screens. `known` are the kinds of controls whose focus was seen to show.
 */
async function judge(
  clients: Partial<Clients>,
  screens: readonly Screen[],
  known: Set<string>,
): Promise<string[]> {
  const contexts = new Map<Viewer, BrowserContext>()
  /**
   * Pages in their first state, with nothing opened or filled in; links are followed from these.
   */
  const plainPages = new Map<Viewer, Page>()
  const result: string[] = []
  for (const [i, screen] of screens.entries()) {
    const { needs, prepare, act } = screen
    const context = contexts.get(needs) ?? (await openFor(needs, clients))
    contexts.set(needs, context)
    const plainPage = prepare === undefined ? plainPages.get(needs) : undefined
    const page = plainPage ?? (await context.newPage())
    const problems = await problemsOf(page, screen, widthsOf(screen, i), known).catch((error: unknown) => [
      String(error),
    ])
    result.push(...problems.map((words) => `${screen.name}: ${words}`))
    await context.setOffline(false)
    if (page === plainPage) plainPages.delete(needs)
    if (problems.length === 0 && prepare === undefined && act === undefined) plainPages.set(needs, page)
    else await page.close()
  }
  for (const context of contexts.values()) await context.close()
  return result
}

/** Returns all widths that a screen exists at; in the short layer one of them, wide and narrow in turn. */
function widthsOf({ only }: Screen, i: number): number[] {
  if (!isFull && only === undefined) return [i % 2 === 0 ? WIDE[0] : NARROW[0]]
  const widths = [...(only === "phone" ? [] : WIDE), ...(only === "wide" ? [] : NARROW)]
  return isFull ? widths : widths.slice(0, 1)
}

async function problemsOf(
  page: Page,
  screen: Screen,
  widths: readonly number[],
  known: Set<string>,
): Promise<string[]> {
  const result: string[] = []
  await page.setViewportSize({ width: widths[0], height: HEIGHT })
  await openScreen(page, screen)
  if (screen.only !== undefined) result.push(...(await objectionsInBothThemes(page, "axe")))
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    // Tables become cards within the frame that has the new width.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    if (screen.only === undefined) result.push(...(await objectionsAt(page, width)))
    result.push(...(await settled(page, sideways)).map((words) => `at ${width}, ${words}`))
    result.push(...(await page.evaluate(manyPrimaries)))
  }
  return [...result, ...(await unseenFocus(page, known))]
}

/** Returns axe's findings: in light on the widest screen, in dark on a phone. */
async function objectionsAt(page: Page, width: number): Promise<string[]> {
  if (width === WIDE[0]) return (await objections(page)).map((words) => `axe: ${words}`)
  if (width !== NARROW[0]) return []
  await page.emulateMedia({ colorScheme: "dark" })
  const result = await objections(page)
  await page.emulateMedia({ colorScheme: "light" })
  return result.map((words) => `axe on a phone in the dark: ${words}`)
}

/** Returns the findings that remain after a moment: a page takes one to follow its new width. */
async function settled(page: Page, find: () => string[]): Promise<string[]> {
  let result = await page.evaluate(find)
  for (let i = 0; i < SETTLE_TRIES && result.length > 0; i++) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    result = await page.evaluate(find)
  }
  return result
}

async function demoClients(): Promise<Omit<Clients, "newcomer">> {
  const { runtime, standIns } = stage
  await seed(runtime, standIns.origin)
  const seller = new Client(runtime.origin)
  await signIn(seller, demoSignIns[0])
  const admin = new Client(runtime.origin)
  await signIn(admin, demoSignIns[1])
  return { seller, admin }
}

async function openFor(viewer: Viewer, clients: Partial<Clients>): Promise<BrowserContext> {
  const context = await stage.browser.newContext({
    baseURL: stage.runtime.origin,
    colorScheme: "light",
    reducedMotion: "reduce",
  })
  context.setDefaultTimeout(WAIT_MS)
  await context.addInitScript(endSearches)
  if (viewer !== "nobody") await context.addCookies(clients[viewer]?.browserCookies() ?? [])
  return context
}

/** Returns the parts wider than their room: the page, or the inside of something that scrolls on top. */
function sideways(): string[] {
  const wide: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > window.innerWidth) wide.push(`the page is ${root.scrollWidth} px wide`)
  // Wide screens show every column of a table.
  const boxes =
    window.innerWidth < 1280
      ? []
      : [...document.querySelectorAll("table")].map((table) => table.parentElement)
  for (const box of boxes)
    if (box && box.scrollWidth > box.clientWidth + 1)
      wide.push(`a table is ${box.scrollWidth} px wide in ${box.clientWidth}`)
  const onTop = "[role=dialog], [role=dialog] *, [aria-label=Selection]"
  for (const element of document.querySelectorAll<HTMLElement>(onTop)) {
    const { overflowX, overflowY } = getComputedStyle(element)
    const scrolls = overflowX === "auto" || overflowX === "scroll"
    // A part that scrolls in both directions was only meant to scroll down.
    if (scrolls && overflowY === overflowX && element.scrollWidth > element.clientWidth + 1)
      wide.push(`what lies on top is ${element.scrollWidth} px wide in ${element.clientWidth}`)
  }
  return wide
}

/** More than two buttons that ask to be pressed first, on the page or on what lies over it. */
function manyPrimaries(): string[] {
  const top = document.querySelector("[role=dialog]") ?? document.body
  const shown = [...top.querySelectorAll("a.bg-accent, button.bg-accent")].filter(
    (button) => button.checkVisibility() && button.closest("[aria-hidden=true]") === null,
  )
  const names = shown.map((button) => button.textContent?.trim())
  return names.length > 2 ? [`${names.length} primary buttons: ${names.join(", ")}`] : []
}

/** Elements without visible focus; each kind of element is tried once for all screens. */
async function unseenFocus(page: Page, known: Set<string>): Promise<string[]> {
  // A colour on its way has not changed yet.
  await page.addStyleTag({ content: "*, ::before, ::after { transition: none !important }" })
  // From here on a focus counts as the keyboard's.
  await page.keyboard.press("Tab")
  let look = await page.evaluate(tryFocus, [...known])
  // A form may still be drawing its refusals: what no focus shows on must stay so.
  for (let i = 0; i < SETTLE_TRIES && look.unseen.length > 0; i++) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    look = await page.evaluate(tryFocus, [...known])
  }
  for (const kind of look.tried) known.add(kind)
  return look.unseen
}

function tryFocus(known: string[]): { unseen: string[]; tried: string[] } {
  const tried = new Set(known)
  const unseen: string[] = []
  const looks = (element: Element) =>
    [element, element.parentElement, element.previousElementSibling, element.nextElementSibling]
      .flatMap((part) => (part === null ? [] : [getComputedStyle(part), getComputedStyle(part, "::after")]))
      .map(({ outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor }) => {
        const outline = outlineStyle === "none" ? "" : `${outlineWidth} ${outlineColor}`
        return `${outline} ${boxShadow} ${borderColor} ${backgroundColor}`
      })
      .join()
  const stops = document.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, [tabindex='0']",
  )
  for (const stop of stops) {
    const kind = `${stop.tagName} ${stop.getAttribute("role")} ${stop.className}`
    // Focus on a tab also picks it, which changes the page; menus draw their mark a moment later.
    if (tried.has(kind) || stop.role === "tab" || stop.role === "menuitem") continue
    if ("radixFocusGuard" in stop.dataset || !stop.checkVisibility()) continue
    ;(document.activeElement as HTMLElement | null)?.blur()
    const before = looks(stop)
    stop.focus()
    // Kept away by a dialog, or disabled.
    if (document.activeElement !== stop) continue
    tried.add(kind)
    const name = stop.ariaLabel ?? stop.textContent?.trim().slice(0, 40) ?? ""
    if (looks(stop) === before) unseen.push(`no focus shows on ${stop.tagName.toLowerCase()} ${name}`)
  }
  return { unseen, tried: [...tried] }
}
