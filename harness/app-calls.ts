import type { D1Database, R2Bucket } from "@cloudflare/workers-types"
import { expect } from "vitest"
import type { UserHubApi } from "../contract/credits/hub.ts"
import { TRIAL_CREDITS } from "../contract/limit.ts"
import { Client } from "../local/client.ts"
import { DUMMY_CAPTCHA, newestMail } from "../local/people.ts"
import { insertPerson } from "./insert-person.ts"

export const PASSWORD = "a-good-password"

export type GivenUser = { client: Client; userId: string; email: string; username: string; hub: UserHubApi }

/** The app as a test reaches it; see `app.ts`. */
type ReachedApp = {
  origin: string
  standIns: { origin: string }
  db: D1Database
  /** The databases by the names of their bindings; with one alone, `db`. */
  databases?: Record<string, D1Database>
  files: R2Bucket
  runtime: { runCron(cron: string, atMs?: number): Promise<void> }
  /** Delivers messages to one of the Worker's queues by hand; returns the outcome of each. */
  deliver(queue: string, ...bodies: unknown[]): Promise<{ acked: string[]; retried: string[] }>
  /** Delivers a message by hand that has failed, or whose Worker was stopped, and comes again. */
  deliverAgain(queue: string, body: unknown): Promise<{ acked: string[]; retried: string[] }>
  hubOf(userId: string): Promise<UserHubApi>
  /** The Worker's log lines about security so far, the oldest first. */
  securityLog(): Record<string, unknown>[]
  /** The errors that the Worker has logged in this test so far. */
  errorLog(): string[]
  /**
   * Says that this test makes the Worker log an error on purpose; otherwise an error logged fails
   * the test.
   */
  expectErrors(pattern: RegExp): void
}

export type AppCalls = {
  /** A visitor who is not signed in. */
  visitor(): Client
  /** A visitor with a fresh captcha pass. */
  human(client?: Client): Promise<Client>
  /**
   * A verified, signed-in seller with exactly that many credits (never below the trial's), as
   * sign-up leaves them.
   */
  givenUser(options?: { name?: string; credits?: number; role?: "user" | "admin" }): Promise<GivenUser>
  signIn(login: string, password?: string): Promise<Client>
  /** Waits for a mail to that address; returns the newest one. */
  mailbox(to: string): ReturnType<typeof newestMail>
  /** Waits for a mail to that address with these words in its subject. */
  mailed(to: string, words: string): Promise<void>
  /** All mails to that address so far, newest first. */
  mails(to: string): Promise<{ subject: string; text: string; html: string }[]>
  /** The page address in the newest verification mail, `/verify?token=…`, and its token. */
  verificationToken(to: string): Promise<string>
}

/** The parts of the app that tests need. */
export type AnyApp = ReachedApp & AppCalls

let people = 0

/** Returns the calls that only need an app to reach; they may be made before the app starts. */
export function callsOf(app: AnyApp): AppCalls {
  return {
    visitor: () => new Client(app.origin, { address: randomAddress() }),
    async human(client = app.visitor()) {
      const reply = await client.post("/api/verify-captcha", { token: DUMMY_CAPTCHA })
      expect(reply.data).toEqual({ success: true })
      return client
    },
    mailbox: (to) => newestMail(app.standIns.origin, to),
    async mails(to) {
      const response = await fetch(`${app.standIns.origin}/mailbox?to=${encodeURIComponent(to)}`, {
        headers: { accept: "application/json" },
      })
      return (await response.json()) as { subject: string; text: string; html: string }[]
    },
    async mailed(to, words) {
      const subjects = async () => (await app.mails(to)).map(({ subject }) => subject).join("\n")
      await expect.poll(subjects).toContain(words)
    },
    async verificationToken(to) {
      const { text } = await app.mailbox(to)
      const link = text.match(/https?:\/\/\S+\/verify\?token=\S+/)?.[0]
      if (!link) throw new Error(`the newest mail to ${to} has no verification link`)
      return new URL(link).searchParams.get("token") ?? ""
    },
    async signIn(login, password = PASSWORD) {
      const client = await app.human()
      const reply = await client.post("/api/login", { email: login, password })
      expect(reply.status, reply.message).toBe(200)
      return client
    },
    givenUser: (options = {}) => givenUser(app, options),
  }
}

/** Returns the lines of the log that are about security. */
export function securityLines(lines: readonly string[]): Record<string, unknown>[] {
  return lines.flatMap((line) => {
    const entry = line.startsWith("{") ? (JSON.parse(line) as Record<string, unknown>) : {}
    return entry.message === "security" ? [entry] : []
  })
}

async function givenUser(
  app: AnyApp,
  { name = "Maya", credits = TRIAL_CREDITS, role = "user" }: Parameters<AppCalls["givenUser"]>[0] & object,
): Promise<GivenUser> {
  people += 1
  const username = `${name.toLowerCase()}-${people}-${Date.now().toString(36)}`
  const email = `${username}@shop.test`
  const form = { firstName: name, lastName: "Seller", username, email, password: PASSWORD }
  const { userId, cookies } = await insertPerson(app, form)
  const client = new Client(app.origin, { address: randomAddress(), cookies })
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

type Delivered = { id: string; timestamp: Date; attempts: number; body: unknown }

/** Returns messages of a queue, as a test delivers them by hand. */
export function messagesOf(bodies: readonly unknown[], attempts = 1): Delivered[] {
  return bodies.map((body, index) => ({ id: `by-hand-${index}`, timestamp: new Date(), attempts, body }))
}
