import type { Context } from "hono"
import { type PlanName, plans } from "../contract/accounts/plan.ts"
import type { CallCount } from "../contract/credits/hub.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contract/duration.ts"
import { ApiError } from "../contract/error.ts"
import {
  MAX_CHANGES_AN_HOUR,
  MAX_LINKS_A_SIGN_UP,
  MAX_LINKS_AN_HOUR,
  VERIFY_LINK_HOURS,
} from "../contract/limit.ts"
import type { OpenAppEnv, OpenContext, ToldRate } from "./app-env.ts"
import { countOne, uncountOne } from "./data/accounts/rate-count-rows.ts"
import { directoryOf } from "./data/database.ts"
import type { OpenEdgeEnv, OpenEnv } from "./env.ts"
import { hubOf } from "./hub-stub.ts"

export type RateRule = { name: string; limit: number; windowMs: number }

/**
 * The limits of calls. Those by address leave room for a shared office. A stranger's calls must not
 * keep an account's owner out: sign-in has a count for each browser that the owner has used
 * (`known-browser.ts`), and a reset code cannot be guessed. Calls that cost much to compute or store
 * have limits far above a person's use. Reading a page is not counted, and every change is: one without
 * a rule of its own counts by `changeByAccount` (`api-routes.ts`). These are the limits of signed-in accounts.
 */
const accountRules = {
  /** The changes of any kind by a signed-in person, but for those whose own rule is counted in its place. */
  changeByAccount: { name: "change-account", limit: MAX_CHANGES_AN_HOUR, windowMs: HOUR_MS },
  buyByAccount: { name: "buy-account", limit: 60, windowMs: HOUR_MS },
  /** The readings of an image by the press because its fields or layers have changed. */
  rereadByAccount: { name: "reread-account", limit: 600, windowMs: HOUR_MS },
  /** The mends of up to 500 images, each of which is read again in its account's turns. */
  mendByAccount: { name: "mend-account", limit: 240, windowMs: HOUR_MS },
  /** The uploads of up to 20 files each: more than a library holds. This stops a page that repeats itself. */
  uploadByAccount: { name: "upload-account", limit: 3_000, windowMs: HOUR_MS },
  /** The drafts, each with a print of up to 500 items, and up to 3,000 rows with their indexes. */
  draftByAccount: { name: "draft-account", limit: 600, windowMs: HOUR_MS },
  /** The calls that compare up to 200 items with the whole library, a fifth of a second. */
  suggestByAccount: { name: "suggest-account", limit: 1_200, windowMs: HOUR_MS },
  /** The calls that write up to 200 choices. */
  matchByAccount: { name: "match-account", limit: 1_200, windowMs: HOUR_MS },
  /** The changes of sizes, each with a notification, which stays for 90 days. */
  sizeByAccount: { name: "size-account", limit: 1_200, windowMs: HOUR_MS },
  /** The dry runs and today's film, each of which searches for a tenth of a second or matches as long. */
  layoutByAccount: { name: "layout-account", limit: 1_200, windowMs: HOUR_MS },
  /** The results of the page's search and the seller's hand, every few seconds at most. */
  keepLayoutByAccount: { name: "keep-layout-account", limit: 3_000, windowMs: HOUR_MS },
  /** The searches that compute for ten seconds each. */
  longLayoutByAccount: { name: "long-layout-account", limit: 120, windowMs: HOUR_MS },
  /** The jobs, each of which may fetch, read and print as much as a print holds. */
  jobByAccount: { name: "job-account", limit: 3_000, windowMs: HOUR_MS },
  processByAccount: { name: "process-account", limit: 1_200, windowMs: HOUR_MS },
  /** The rewritings of a print's sheets, without credits: far more than a shop has destinations for. */
  writeFilesByAccount: { name: "write-files-account", limit: 240, windowMs: HOUR_MS },
  /** The ticks: a press ticks a copy every few seconds, on several phones; each tick is an event. */
  tickByAccount: { name: "tick-account", limit: 12_000, windowMs: HOUR_MS },
  /** The calls for up to 500 pieces. A page asks when its draft changes, and when some of them are drawn. */
  piecesByAccount: { name: "pieces-account", limit: 1_200, windowMs: HOUR_MS },
  /**
   * The previews and the checks of an image's ink at a width, each drawn by the press once; a roster's preview asks for
   * each row that is looked at.
   */
  previewByAccount: { name: "preview-account", limit: 3_000, windowMs: HOUR_MS },
  /** The imports, each of which reads a file of up to 10 MB, and writes its new orders. */
  importByAccount: { name: "import-account", limit: 240, windowMs: HOUR_MS },
  /** The requests to sync: Etsy counts our calls. A running sync is joined; this stops a held button. */
  syncByAccount: { name: "sync-account", limit: 240, windowMs: HOUR_MS },
  connectByAccount: { name: "connect-account", limit: 120, windowMs: HOUR_MS },
  /** The changes of up to 500 orders, with reports to a marketplace. */
  fulfilByAccount: { name: "fulfil-account", limit: 1_200, windowMs: HOUR_MS },
  /** The proofs that buyers are asked for, up to 100 a call. */
  proofByAccount: { name: "proof-account", limit: 600, windowMs: HOUR_MS },
  /** The mails with proofs, to addresses that the account has not proved. */
  proofMailByAccount: { name: "proof-mail-account", limit: 500, windowMs: DAY_MS },
  /** The files of orders, each with all orders that its filters find. */
  ordersFileByAccount: { name: "orders-file-account", limit: 120, windowMs: HOUR_MS },
  /** The parts of the archive: each reads up to 400 files. */
  archiveByAccount: { name: "archive-account", limit: 300, windowMs: HOUR_MS },
  /** The links to prints, also those that a ZIP of several is fetched by. */
  shareByAccount: { name: "share-account", limit: 600, windowMs: HOUR_MS },
  /** The deliveries, each of which has the press send files. A running one is joined. */
  deliverByAccount: { name: "deliver-account", limit: 600, windowMs: HOUR_MS },
  /** The invitations, again or not: each is a mail to an address that nobody has proved. */
  inviteByAccount: { name: "invite-account", limit: 60, windowMs: DAY_MS },
  /** The access tokens, each with a mail to the account's owner. */
  tokenByAccount: { name: "token-account", limit: 100, windowMs: DAY_MS },
  /** The tests that call a server of the caller's choice and return its result. */
  deliveryTestByAccount: { name: "delivery-test-account", limit: 60, windowMs: HOUR_MS },
} as const satisfies Record<string, RateRule>

/** The limits of strangers' calls, by address, link or mailbox, and of signing in. They are counted in D1. */
const otherRules = {
  captchaByAddress: { name: "captcha-address", limit: 600, windowMs: HOUR_MS },
  /** The guesses of all browsers that have never signed in to the account. */
  signInByAccount: { name: "sign-in-account", limit: 10, windowMs: 15 * MINUTE_MS },
  signInByBrowser: { name: "sign-in-browser", limit: 10, windowMs: 15 * MINUTE_MS },
  /** The new known browsers. A thief of the old password can guess the new one from each of them. */
  knownBrowserByAccount: { name: "known-browser-account", limit: 20, windowMs: DAY_MS },
  /** The requests for the password again, by session: another session must not use up the tries. */
  ownPasswordBySession: { name: "own-password-session", limit: 10, windowMs: 15 * MINUTE_MS },
  signInByAddress: { name: "sign-in-address", limit: 300, windowMs: HOUR_MS },
  /** The wrong access tokens, and what assistants are refused a token for; a right one always passes. */
  wrongTokenByAddress: { name: "wrong-token-address", limit: 300, windowMs: HOUR_MS },
  /** The programs that register themselves as assistants: a maker's servers do so for all their customers. */
  registerAssistantByAddress: { name: "register-assistant-address", limit: 300, windowMs: HOUR_MS },
  signUpByAddress: { name: "sign-up-address", limit: 100, windowMs: HOUR_MS },
  /** The calls by the browser that signed up: the link once more, and the way in. Anyone may send one. */
  afterSignUpByAddress: { name: "after-sign-up-address", limit: 600, windowMs: HOUR_MS },
  verifyByAddress: { name: "verify-address", limit: 300, windowMs: HOUR_MS },
  /** The mails over all accounts: with dots and tags, one mailbox has any number of addresses. */
  verifyMailByMailbox: { name: "verify-mail-mailbox", limit: 20, windowMs: HOUR_MS },
  verifyMailByAccount: { name: "verify-mail-account", limit: MAX_LINKS_AN_HOUR, windowMs: HOUR_MS },
  /** The links sent again without a captcha, for as long as the browser may ask for them. The first was sent at sign-up. */
  linkAgainByAccount: {
    ...{ name: "link-again-account", limit: MAX_LINKS_A_SIGN_UP - 1 },
    windowMs: VERIFY_LINK_HOURS * HOUR_MS,
  },
  resetMailByAddress: { name: "reset-mail-address", limit: 100, windowMs: HOUR_MS },
  /** The wrong codes and links only: the right one always passes. */
  resetByAddress: { name: "reset-address", limit: 300, windowMs: HOUR_MS },
  undoByAddress: { name: "undo-address", limit: 300, windowMs: HOUR_MS },
  /** The visits with a link: a shop looks again and again, and several people at once. */
  shareByToken: { name: "share-token", limit: 1_200, windowMs: HOUR_MS },
  /** The ZIPs, each of which reads every file of its prints. */
  zipByToken: { name: "zip-token", limit: 60, windowMs: HOUR_MS },
  /** The reports of a shop that prints, each with a notification for the seller. */
  shopPrintedByToken: { name: "shop-printed-token", limit: 120, windowMs: HOUR_MS },
  /** The visits with the link to a proof, and its pictures: buyers show it around. */
  proofByToken: { name: "proof-token", limit: 600, windowMs: HOUR_MS },
  /** The answers to a proof, of which the first counts. */
  proofAnswerByToken: { name: "proof-answer-token", limit: 60, windowMs: HOUR_MS },
  /** The mails with proofs that one mailbox gets from all accounts. */
  proofMailByMailbox: { name: "proof-mail-mailbox", limit: 10, windowMs: DAY_MS },
  /** The invitations that one mailbox gets from all accounts. */
  inviteMailByMailbox: { name: "invite-mail-mailbox", limit: 10, windowMs: DAY_MS },
  /** The operators' commands, with a wrong key too. An archive comes in a few hundred calls. */
  operatorByAddress: { name: "operator-address", limit: 6_000, windowMs: HOUR_MS },
  paymentReturnByAddress: { name: "payment-return-address", limit: 300, windowMs: HOUR_MS },
} as const satisfies Record<string, RateRule>

/**
 * The limits that only spare the machine: it does no harm if a flood passes at each of Cloudflare's locations. Its binding
 * counts them by the minute, with the limit of `wrangler.toml`.
 */
export const burstRules = {
  /**
   * The signed webhooks of a store, one for each change of an order, and those of an address that PayPal sends or that
   * nobody has signed. Anyone may send one.
   */
  webhook: {
    ...{ name: "webhook", limit: 1_000, windowMs: MINUTE_MS },
    binding: "WEBHOOK_BURSTS",
  },
} as const satisfies Record<string, RateRule & { binding: keyof OpenEdgeEnv }>

export const rateRules = { ...accountRules, ...otherRules }

/** The rules that an account's own object counts, and its plan multiplies. */
const isOfAccount = new Set<RateRule>(Object.values(accountRules))

/** Counts this call and refuses it with 429 once the window is full. */
export async function limitRate(c: OpenContext, rule: RateRule, subject: string): Promise<void> {
  refuseCounted(c, rule, await countCall(c, rule, subject))
}

/** Refuses a counted call with 429 once the window is full; its reply says how much is left of an account's own limit. */
export function refuseCounted(c: OpenContext, rule: RateRule, counted: CallCount): void {
  const plan = c.var.user?.plan
  if (isOfAccount.has(rule)) tellLeft(c as Context<OpenAppEnv>, rule, counted, plan)
  refuseFull(rule, counted, plan)
}

function tellLeft(
  c: Context<OpenAppEnv>,
  rule: RateRule,
  { count, windowEndMs }: CallCount,
  plan: PlanName | undefined,
): void {
  const limit = limitOf(rule, plan)
  const told = c.var.rates ?? new Map<string, ToldRate>()
  const resetS = Math.max(1, Math.ceil((windowEndMs - Date.now()) / 1000))
  told.set(rule.name, { limit, windowS: rule.windowMs / 1000, left: Math.max(0, limit - count), resetS })
  c.set("rates", told)
}

/** Counts this call at this location of Cloudflare's, and refuses it with 429 while there are too many a minute. */
export async function limitBurst(
  c: OpenContext,
  { binding, ...rule }: (typeof burstRules)[keyof typeof burstRules],
  subject: string,
): Promise<void> {
  const { success } = await c.env[binding].limit({ key: subject })
  if (!success) refuseFull(rule, { count: rule.limit + 1, windowEndMs: Date.now() + rule.windowMs })
}

/** Returns a rule's limit, as often as the account's plan says. */
function limitOf(rule: RateRule, plan: PlanName | undefined): number {
  return rule.limit * (isOfAccount.has(rule) && plan ? plans[plan].callTimes : 1)
}

/** Refuses with 429 if more has been counted than the rule allows, as often as the plan says. */
function refuseFull(rule: RateRule, counted: CallCount, plan?: PlanName): void {
  const retryAfterS = secondsToWait(rule, counted, plan)
  if (retryAfterS === 0) return
  const minutes = Math.ceil(retryAfterS / 60)
  throw new ApiError(
    "too-many-requests",
    `Too many attempts. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    { retryAfterS },
  )
}

/** Counts this call. Returns false if the window was full: the caller skips its work instead of refusing. */
export async function hasRoom(c: OpenContext, rule: RateRule, subject: string): Promise<boolean> {
  return secondsToWait(rule, await countCall(c, rule, subject), undefined) === 0
}

/** Takes a counted call back: only failed calls should use up the limit. */
export async function forgiveRate(c: OpenContext, rule: RateRule, subject: string): Promise<void> {
  await uncountOne(directoryOf(c.env), keyOf(rule, subject), Date.now())
}

/** Counts a call of an account in its own object; `by` -1 takes it back. */
export function countOfAccount(env: OpenEnv, { name, windowMs }: RateRule, userId: string, by = 1) {
  return hubOf(env, userId).count({ userId, key: name, windowMs, by })
}

async function countCall(c: OpenContext, rule: RateRule, subject: string): Promise<CallCount> {
  if (isOfAccount.has(rule)) return countOfAccount(c.env, rule, subject)
  const { windowMs } = rule
  return countOne(directoryOf(c.env), { key: keyOf(rule, subject), windowMs, nowMs: Date.now() })
}

function keyOf(rule: RateRule, subject: string): string {
  return `${rule.name}:${subject}`
}

function secondsToWait(
  rule: RateRule,
  { count, windowEndMs }: CallCount,
  plan: PlanName | undefined,
): number {
  return count <= limitOf(rule, plan) ? 0 : Math.max(1, Math.ceil((windowEndMs - Date.now()) / 1000))
}
