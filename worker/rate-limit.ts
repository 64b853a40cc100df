import type { Context } from "hono"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contract/duration.ts"
import { ApiError } from "../contract/error.ts"
import type { AppEnv } from "./app-env.ts"
import { countOne, uncountOne, type WindowCount, windowOf } from "./data/accounts/rate-count-rows.ts"
import { databaseOf } from "./data/database.ts"

export type RateRule = { name: string; limit: number; windowMs: number }

/**
 * Limits by address leave room for a shared office. A stranger's calls must not keep an account's
 * owner out: sign-in has a count for each browser that the owner has used (`known-browser.ts`), and
 * a reset code cannot be guessed. Calls that cost much to compute or store have limits far above
 * what a person does. Reading a page is not counted, and no change is without a count: what has no rule of
 * its own counts by `changeByAccount` (`api-routes.ts`).
 */
export const rateRules = {
  /** Any change by a signed-in person, but for those whose own rule is counted in its place. */
  changeByAccount: { name: "change-account", limit: 6_000, windowMs: HOUR_MS },
  captchaByAddress: { name: "captcha-address", limit: 600, windowMs: HOUR_MS },
  /** Of all browsers that have never signed in to the account. */
  signInByAccount: { name: "sign-in-account", limit: 10, windowMs: 15 * MINUTE_MS },
  signInByBrowser: { name: "sign-in-browser", limit: 10, windowMs: 15 * MINUTE_MS },
  /** New known browsers. A thief of the old password can guess the new one from each of them. */
  knownBrowserByAccount: { name: "known-browser-account", limit: 20, windowMs: DAY_MS },
  /** Asking for the password again, by session: another session must not use up the tries. */
  ownPasswordBySession: { name: "own-password-session", limit: 10, windowMs: 15 * MINUTE_MS },
  signInByAddress: { name: "sign-in-address", limit: 300, windowMs: HOUR_MS },
  signUpByAddress: { name: "sign-up-address", limit: 100, windowMs: HOUR_MS },
  verifyByAddress: { name: "verify-address", limit: 300, windowMs: HOUR_MS },
  /** Over all accounts: with dots and tags, one mailbox has any number of addresses. */
  verifyMailByMailbox: { name: "verify-mail-mailbox", limit: 20, windowMs: HOUR_MS },
  verifyMailByAccount: { name: "verify-mail-account", limit: 5, windowMs: HOUR_MS },
  resetMailByAddress: { name: "reset-mail-address", limit: 100, windowMs: HOUR_MS },
  /** Wrong codes and links only: the right one always passes. */
  resetByAddress: { name: "reset-address", limit: 300, windowMs: HOUR_MS },
  undoByAddress: { name: "undo-address", limit: 300, windowMs: HOUR_MS },
  buyByAccount: { name: "buy-account", limit: 60, windowMs: HOUR_MS },
  /** Each has the press read an image anew: its fields or layers have changed. */
  rereadByAccount: { name: "reread-account", limit: 600, windowMs: HOUR_MS },
  /** Up to 20 files each: more than a library holds. It stops a page that repeats itself. */
  uploadByAccount: { name: "upload-account", limit: 3_000, windowMs: HOUR_MS },
  /** Each writes a print with up to 500 items, and up to 3,000 rows with their indexes. */
  draftByAccount: { name: "draft-account", limit: 600, windowMs: HOUR_MS },
  /** Each compares up to 200 items with the whole library, a fifth of a second. */
  suggestByAccount: { name: "suggest-account", limit: 1_200, windowMs: HOUR_MS },
  /** Each writes up to 200 choices. */
  matchByAccount: { name: "match-account", limit: 1_200, windowMs: HOUR_MS },
  /** Each writes a notification, which stays for 90 days. */
  sizeByAccount: { name: "size-account", limit: 1_200, windowMs: HOUR_MS },
  /** A dry run searches for a tenth of a second. */
  layoutByAccount: { name: "layout-account", limit: 1_200, windowMs: HOUR_MS },
  /** The page sends what its search and the seller's hand come to, every few seconds at most. */
  keepLayoutByAccount: { name: "keep-layout-account", limit: 3_000, windowMs: HOUR_MS },
  /** Each computes for ten seconds. */
  longLayoutByAccount: { name: "long-layout-account", limit: 120, windowMs: HOUR_MS },
  processByAccount: { name: "process-account", limit: 1_200, windowMs: HOUR_MS },
  /** Each draws a print's sheets again, without credits: far more than a shop has destinations for. */
  writeFilesByAccount: { name: "write-files-account", limit: 240, windowMs: HOUR_MS },
  /** A press ticks a copy every few seconds, on several phones; each tick is an event. */
  tickByAccount: { name: "tick-account", limit: 12_000, windowMs: HOUR_MS },
  /** Up to 500 each. A page asks when its draft changes, and when some of them are drawn. */
  piecesByAccount: { name: "pieces-account", limit: 1_200, windowMs: HOUR_MS },
  /** Each is drawn by the press once; a roster's preview asks for one a row that is looked at. */
  previewByAccount: { name: "preview-account", limit: 3_000, windowMs: HOUR_MS },
  /** Each reads a file of up to 10 MB, and writes what is new in it. */
  importByAccount: { name: "import-account", limit: 240, windowMs: HOUR_MS },
  /** Etsy counts our calls. A running sync is joined, so this stops a button that is held down. */
  syncByAccount: { name: "sync-account", limit: 240, windowMs: HOUR_MS },
  connectByAccount: { name: "connect-account", limit: 120, windowMs: HOUR_MS },
  /** Each changes up to 500 orders, and may have a marketplace told of them. */
  fulfilByAccount: { name: "fulfil-account", limit: 1_200, windowMs: HOUR_MS },
  /** Each reads all orders that its filters find. */
  ordersFileByAccount: { name: "orders-file-account", limit: 120, windowMs: HOUR_MS },
  /** Parts of the archive: each reads up to 400 files. */
  archiveByAccount: { name: "archive-account", limit: 300, windowMs: HOUR_MS },
  /** Links to prints, also those that a ZIP of several is fetched by. */
  shareByAccount: { name: "share-account", limit: 600, windowMs: HOUR_MS },
  /** Whoever has a link: a shop looks again and again, and several people at once. */
  shareByToken: { name: "share-token", limit: 1_200, windowMs: HOUR_MS },
  /** Each reads every file of its prints. */
  zipByToken: { name: "zip-token", limit: 60, windowMs: HOUR_MS },
  /** Each tells the seller. */
  shopPrintedByToken: { name: "shop-printed-token", limit: 120, windowMs: HOUR_MS },
  /** Each has the press send files. What is on its way is joined. */
  deliverByAccount: { name: "deliver-account", limit: 600, windowMs: HOUR_MS },
  /** Each calls a server of the caller's choice and says what came of it. */
  deliveryTestByAccount: { name: "delivery-test-account", limit: 60, windowMs: HOUR_MS },
  /** A webhook may ask its vendor for a certificate, and anyone may send one. */
  webhookByAddress: { name: "webhook-address", limit: 6_000, windowMs: HOUR_MS },
  /** Each shop tells of its orders, all from a few addresses. */
  shopWebhookByAddress: { name: "shop-webhook-address", limit: 60_000, windowMs: HOUR_MS },
  /** Operators' commands, with a wrong key too. An archive comes in a few hundred calls. */
  operatorByAddress: { name: "operator-address", limit: 6_000, windowMs: HOUR_MS },
  paymentReturnByAddress: { name: "payment-return-address", limit: 300, windowMs: HOUR_MS },
} as const satisfies Record<string, RateRule>

/** Counts this call and refuses it with 429 once the window is full. */
export async function limitRate(c: Context<AppEnv>, rule: RateRule, subject: string): Promise<void> {
  refuseFull(rule, await countCall(c, rule, subject))
}

/** Refuses with 429 what has counted more than its rule lets through. */
export function refuseFull(rule: RateRule, counted: WindowCount): void {
  const retryAfterS = secondsToWait(rule, counted)
  if (retryAfterS === 0) return
  const minutes = Math.ceil(retryAfterS / 60)
  throw new ApiError(
    "too-many-requests",
    `Too many attempts. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    { retryAfterS },
  )
}

/** Counts this call. False if the window was full: the caller skips its work instead of refusing. */
export async function hasRoom(c: Context<AppEnv>, rule: RateRule, subject: string): Promise<boolean> {
  return secondsToWait(rule, await countCall(c, rule, subject)) === 0
}

/** Takes a counted call back: only what fails should use up the limit. */
export async function forgiveRate(c: Context<AppEnv>, rule: RateRule, subject: string): Promise<void> {
  await uncountOne(databaseOf(c.env), keyOf(rule, subject), windowOf(rule.windowMs, Date.now()))
}

async function countCall(c: Context<AppEnv>, rule: RateRule, subject: string): Promise<WindowCount> {
  return countOne(databaseOf(c.env), keyOf(rule, subject), windowOf(rule.windowMs, Date.now()))
}

export function keyOf(rule: RateRule, subject: string): string {
  return `${rule.name}:${subject}`
}

function secondsToWait(rule: RateRule, { count, windowEndMs }: WindowCount): number {
  return count <= rule.limit ? 0 : Math.max(1, Math.ceil((windowEndMs - Date.now()) / 1000))
}
