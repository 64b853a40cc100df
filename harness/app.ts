import { scryptSync } from "node:crypto"
import type { D1Database } from "@cloudflare/workers-types"
import { afterAll, afterEach, beforeAll, expect, type MockInstance, vi } from "vitest"
import type { UserHubApi } from "../contract/hub.ts"
import { TRIAL_CREDITS } from "../contract/limit.ts"
import { buildWorker } from "../local/bundle.ts"
import { Client } from "../local/client.ts"
import { newestMail } from "../local/people.ts"
import { type Runtime, startRuntime } from "../local/runtime.ts"
import { buildKernels } from "../scripts/build-kernels.ts"
import { type StandIns, serveStandIns } from "../stand-ins/serve.ts"
import { checkedReplies } from "./checked-replies.ts"

export const DUMMY_CAPTCHA = "XXXX.DUMMY.TOKEN.XXXX"
export const PASSWORD = "a-good-password"

export type GivenUser = { client: Client; userId: string; email: string; username: string; hub: UserHubApi }

export type App = {
  runtime: Runtime
  standIns: StandIns
  origin: string
  db: D1Database
  /** A visitor who is not signed in. */
  visitor(): Client
  /** A visitor with a fresh captcha pass. */
  human(client?: Client): Promise<Client>
  /**
   * A verified, signed-in seller with exactly that many credits (never below the trial's), through the real flow but for
   * the hash of the password.
   */
  givenUser(options?: { name?: string; credits?: number; role?: "user" | "admin" }): Promise<GivenUser>
  signIn(login: string, password?: string): Promise<Client>
  hubOf(userId: string): Promise<UserHubApi>
  /** Waits for a mail to that address; the newest one. */
  mailbox(to: string): ReturnType<typeof newestMail>
  /** Waits for a mail to that address with these words in its subject. */
  mailed(to: string, words: string): Promise<void>
  /** All mails to that address so far, newest first. */
  mails(to: string): Promise<{ subject: string; text: string; html: string }[]>
  /** The page address in the newest verification mail, `/verify?token=…`, and its token. */
  verificationToken(to: string): Promise<string>
  /** What the Worker has said of security so far, oldest first. */
  securityLog(): Record<string, unknown>[]
  /** What it has logged as an error in this test so far. */
  errorLog(): string[]
  /** Says that this test makes the Worker log an error on purpose; otherwise an error logged fails the test. */
  expectErrors(pattern: RegExp): void
}

/**
 * A hash of PASSWORD that takes no time to check: a stored hash names its own parameters. People sign in hundreds of
 * times in the tests, and a hash as the product makes it takes 140 ms of the processor each time.
 */
const QUICK_HASH = quickHash(PASSWORD)

let people = 0

/** Windows of rate limits are quarters of an hour and whole hours. */
const WINDOW_MS = 15 * 60_000
/** Longer than any test of them takes. */
const WINDOW_MARGIN_MS = 60_000

/** Waits where the windows of rate limits are about to end: a test that counts would see its counts begin anew. */
export async function clearOfWindowEnd(): Promise<void> {
  const leftMs = WINDOW_MS - (Date.now() % WINDOW_MS)
  if (leftMs < WINDOW_MARGIN_MS) await new Promise((resolve) => setTimeout(resolve, leftMs + 100))
}

/**
 * The whole Worker on the local runtime with an empty database, for all tests of the calling file; `entry` is a module in
 * front of it.
 */
export function useApp(settings: Record<string, string> = {}, entry?: string): App {
  const state: Partial<App> = {}
  let consoleError: MockInstance<typeof console.error>
  const infoLines: string[] = []
  const findings: string[] = []
  let allowed: RegExp | null = null

  beforeAll(async () => {
    await buildKernels()
    await buildWorker()
    consoleError = vi.spyOn(console, "error").mockImplementation(() => {})
    state.standIns = await serveStandIns(0)
    state.runtime = await startRuntime({
      stateDir: null,
      port: 0,
      standInsOrigin: state.standIns.origin,
      settings,
      entry,
      onInfo: (line) => infoLines.push(line),
      ...checkedReplies(findings),
    })
    state.origin = state.runtime.origin
    state.db = await state.runtime.miniflare.getD1Database("DB")
  })
  afterEach(() => {
    const pattern = allowed
    const unplanned = consoleError.mock.calls.map(String).filter((line) => !pattern?.test(line))
    allowed = null
    consoleError.mockClear()
    expect(unplanned, "errors logged").toEqual([])
    expect(findings.splice(0), "replies not as described").toEqual([])
  })
  afterAll(async () => {
    await state.runtime?.dispose()
    await state.standIns?.close()
    consoleError.mockRestore()
  })

  const app = state as App
  state.expectErrors = (pattern) => {
    allowed = pattern
  }
  state.errorLog = () => consoleError.mock.calls.map(String)
  state.securityLog = () =>
    infoLines.flatMap((line) => {
      const entry = line.startsWith("{") ? (JSON.parse(line) as Record<string, unknown>) : {}
      return entry.message === "security" ? [entry] : []
    })
  state.visitor = () => new Client(app.origin, { address: randomAddress() })
  state.human = async (client = app.visitor()) => {
    const reply = await client.post("/api/verify-captcha", { token: DUMMY_CAPTCHA })
    expect(reply.data).toEqual({ success: true })
    return client
  }
  state.mailbox = (to) => newestMail(app.standIns.origin, to)
  state.mails = async (to) => {
    const response = await fetch(`${app.standIns.origin}/mailbox?to=${encodeURIComponent(to)}`, {
      headers: { accept: "application/json" },
    })
    return (await response.json()) as { subject: string; text: string; html: string }[]
  }
  state.mailed = async (to, words) => {
    const subjects = async () => (await app.mails(to)).map(({ subject }) => subject).join("\n")
    await expect.poll(subjects).toContain(words)
  }
  state.verificationToken = async (to) => {
    const { text } = await app.mailbox(to)
    const link = text.match(/https?:\/\/\S+\/verify\?token=\S+/)?.[0]
    if (!link) throw new Error(`the newest mail to ${to} has no verification link`)
    return new URL(link).searchParams.get("token") ?? ""
  }
  state.hubOf = async (userId) => {
    const namespace = await app.runtime.miniflare.getDurableObjectNamespace("USER_HUB")
    return namespace.get(namespace.idFromName(userId)) as unknown as UserHubApi
  }
  state.signIn = async (login, password = PASSWORD) => {
    const client = await app.human()
    const reply = await client.post("/api/login", { email: login, password })
    expect(reply.status, reply.message).toBe(200)
    return client
  }
  state.givenUser = (options = {}) => givenUser(app, options)
  return app
}

async function givenUser(
  app: App,
  { name = "Maya", credits = TRIAL_CREDITS, role = "user" }: Parameters<App["givenUser"]>[0] & object,
): Promise<GivenUser> {
  people += 1
  const username = `${name.toLowerCase()}-${people}-${Date.now().toString(36)}`
  const email = `${username}@shop.test`
  const client = await app.human()
  const form = {
    firstName: name,
    lastName: "Seller",
    username,
    company: "Sheet Shop",
    phone: "+1 555 010 0199",
    email,
    password: PASSWORD,
  }
  const registered = await client.post("/api/register", form)
  expect(registered.status, registered.message).toBe(201)
  const userId = (registered.data as { _id: string })._id
  const token = await app.verificationToken(email)
  expect((await client.get(`/api/verify?token=${encodeURIComponent(token)}`)).status).toBe(200)
  await app.db.prepare("UPDATE user SET password_hash = ? WHERE id = ?").bind(QUICK_HASH, userId).run()
  await app.human(client)
  expect((await client.post("/api/login", { email, password: PASSWORD })).status).toBe(200)
  const hub = await app.hubOf(userId)
  if (credits > TRIAL_CREDITS)
    await hub.grant({ userId, id: "test:credits", credits: credits - TRIAL_CREDITS, note: "Test credits" })
  if (role === "admin") await app.db.prepare("UPDATE user SET role = 'admin' WHERE id = ?").bind(userId).run()
  return { client, userId, email, username, hub }
}

/** Keeps one test's calls out of another's rate limits. */
function randomAddress(): string {
  return `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join(".")}`
}

function quickHash(password: string): string {
  const [N, r, p, salt] = [2, 1, 1, Buffer.alloc(16, 1)]
  const hash = scryptSync(password, salt, 32, { N, r, p })
  return ["scrypt", N, r, p, salt.toString("base64"), hash.toString("base64")].join("$")
}
