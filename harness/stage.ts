import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { D1Database } from "@cloudflare/workers-types"
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Route,
} from "playwright-core"
import { expect } from "vitest"
import type { UserHubApi } from "../contract/credits/hub.ts"
import { buildAll } from "../local/bundle.ts"
import { chromiumArgs, findChromium } from "../local/chromium.ts"
import { Client } from "../local/client.ts"
import { newestMail, type Person } from "../local/people.ts"
import { type Runtime, type RuntimeOptions, startRuntime } from "../local/runtime.ts"
import { type StandIns, serveStandIns } from "../stand-ins/serve.ts"
import { checkedReplies } from "./checked-replies.ts"
import { insertPerson } from "./insert-person.ts"

/** How long a page may take to show something, on a machine that may be busy. */
export const WAIT_MS = 60_000

export type Stage = {
  runtime: Runtime
  standIns: StandIns
  /** Replies of this test that are not as the OpenAPI document describes them. */
  findings: string[]
  browser: Browser
  /** A fresh browser profile; `errors` collects what the console of our own pages complained of. */
  open(options?: Opening): Promise<{ context: BrowserContext; page: Page; errors: string[] }>
  /**
   * A verified seller with that many credits beyond the trial ones, and a client signed in as them.
   */
  givenSeller(
    name: string,
    options?: { credits?: number },
  ): Promise<{ person: Person; client: Client; userId: string }>
  /** As `givenSeller`, for someone who looks after the others. */
  givenAdmin(name: string): Promise<{ person: Person; client: Client; userId: string }>
  /** The truth about someone's credits, and the way to tell their pages something. */
  hubOf(userId: string): Promise<UserHubApi>
  mailTo(address: string): ReturnType<typeof newestMail>
  close(): Promise<void>
}

/** The browser is at fault, not the product. */
export class SilentBrowserError extends Error {}

/**
 * Starts the whole product on this machine: app, stand-ins and a browser, on an empty database. `options`
 * are laid over the runtime's.
 */
export async function setStage(options: Partial<RuntimeOptions> = {}): Promise<Stage> {
  await buildAll()
  const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-"))
  const forget = () => rmSync(stateDir, { recursive: true, force: true })
  process.once("exit", forget)
  const standIns = await serveStandIns(0)
  const findings: string[] = []
  const runtime = await startRuntime({
    stateDir,
    port: 0,
    standInsOrigin: standIns.origin,
    ...checkedReplies(findings),
    ...options,
  })
  const executablePath = findChromium()
  if (!executablePath) throw new Error("no Chromium on this machine")
  const browser = await chromium
    .launch({ executablePath, args: chromiumArgs, timeout: WAIT_MS })
    .catch(async (cause) => {
      await runtime.dispose()
      await standIns.close()
      throw new SilentBrowserError("The browser did not start", { cause })
    })
  return {
    runtime,
    standIns,
    findings,
    browser,
    open: (options = {}) => openPage(browser, runtime.origin, options),
    givenSeller: (name, options = {}) => givenSeller(runtime, name, options.credits ?? 0),
    givenAdmin: (name) => givenAdmin(runtime, name),
    hubOf: (userId) => hubOf(runtime, userId),
    mailTo: (address) => newestMail(standIns.origin, address),
    async close() {
      // A browser that has fallen silent never closes.
      await Promise.race([browser.close(), setTimeout(WAIT_MS, null, { ref: false })])
      await runtime.dispose()
      await standIns.close()
      forget()
    },
  }
}

type Opening = { phone?: boolean; dark?: boolean; timeZone?: string }

async function openPage(browser: Browser, baseURL: string, options: Opening) {
  const context = await browser.newContext({
    baseURL,
    timezoneId: options.timeZone,
    viewport: options.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: options.phone ?? false,
    isMobile: options.phone ?? false,
    colorScheme: options.dark ? "dark" : "light",
    // Animations are drawn frame by frame by the processor: a sixth of all computing.
    reducedMotion: "reduce",
    acceptDownloads: true,
  })
  context.setDefaultTimeout(WAIT_MS)
  await context.exposeBinding("noteToast", (source, words: string) => toastsOf(source.page).push(words))
  await context.addInitScript(watchToasts)
  const page = await context.newPage()
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(error.message))
  page.on("console", (message) => {
    const { url } = message.location()
    const isForeign = url !== "" && !url.startsWith(baseURL)
    if (message.type() === "error" && !isForeign) errors.push(`${message.text()} ${url}`.trim())
  })
  return { context, page, errors }
}

/** Keeps matching calls waiting until they are let go. */
export async function hold(page: Page, pattern: string): Promise<{ release(): Promise<void> }> {
  const held: Route[] = []
  let isReleased = false
  await page.route(pattern, async (route) => {
    if (isReleased) await route.continue()
    else held.push(route)
  })
  return {
    async release() {
      isReleased = true
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}

const toasts = new WeakMap<Page, string[]>()

/** Returns the texts of a page's messages, in their order, except those that `said` has taken. */
export function toastsOf(page: Page): string[] {
  const known = toasts.get(page) ?? []
  toasts.set(page, known)
  return known
}

/** Waits until a dialog has the focus: it can be seen a moment before it hears its keys. */
export async function opened(dialog: Locator): Promise<void> {
  await dialog.waitFor()
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement))
  await expect.poll(hasFocus, { timeout: WAIT_MS }).toBe(true)
}

/**
 * Waits for a message of the page, each one once. Messages go by themselves after seconds, which a
 * busy machine may let pass without a look; this one may be gone by now. Words that still stand
 * there and are said again count once. `exact`: it says nothing else.
 */
export async function said(page: Page, words: string, { exact = false } = {}): Promise<void> {
  const fits = (toast: string) => (exact ? toast === words : toast.includes(words))
  const take = () => {
    const index = toastsOf(page).findIndex(fits)
    return index >= 0 ? toastsOf(page).splice(index, 1) : toastsOf(page)
  }
  await expect.poll(take, { timeout: WAIT_MS }).toEqual([expect.stringContaining(words)])
}

/** Runs in the page: tells of each toast as it appears, and of each that changes. */
function watchToasts(): void {
  const known = new WeakMap<Element, string>()
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll("[data-sonner-toast]")) {
      const words = toast.querySelector("[data-content]")?.textContent ?? ""
      if (words === "" || known.get(toast) === words) continue
      known.set(toast, words)
      ;(window as unknown as { noteToast(words: string): void }).noteToast(words)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

async function givenSeller(runtime: Runtime, name: string, credits: number) {
  const person: Person = {
    firstName: name,
    lastName: "Seller",
    username: name.toLowerCase(),
    email: `${name.toLowerCase()}@shop.test`,
    password: "a-good-password",
  }
  const db = (await runtime.miniflare.getD1Database("DB")) as D1Database
  const { userId, cookies } = await insertPerson({ db, hubOf: (id) => hubOf(runtime, id) }, person)
  const client = new Client(runtime.origin, { cookies })
  if (credits > 0) {
    const hub = await hubOf(runtime, userId)
    await hub.grant({ userId, id: "test:credits", credits, note: "Test credits" })
  }
  return { person, client, userId }
}

async function hubOf(runtime: Runtime, userId: string): Promise<UserHubApi> {
  const namespace = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  return namespace.get(namespace.idFromName(userId)) as unknown as UserHubApi
}

async function givenAdmin(runtime: Runtime, name: string) {
  const admin = await givenSeller(runtime, name, 0)
  const database = await runtime.miniflare.getD1Database("DB")
  await database.prepare("UPDATE user SET role = 'admin' WHERE id = ?").bind(admin.userId).run()
  return admin
}
