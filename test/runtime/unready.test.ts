import { afterAll, beforeAll, expect, test } from "vitest"
import { errorBodySchema } from "../../contract/error.ts"
import { messagesOf } from "../../harness/app-calls.ts"
import { type Runtime, startRuntime } from "../../local/runtime.ts"
import { type StandIns, serveStandIns } from "../../stand-ins/serve.ts"

let runtime: Runtime
let standIns: StandIns
const lines: string[] = []

/** Serves the local settings under a public address: all but the address are samples. */
beforeAll(async () => {
  standIns = await serveStandIns(0)
  runtime = await startRuntime({
    stateDir: null,
    port: 0,
    standInsOrigin: standIns.origin,
    appOrigin: "https://print.shop.de",
    onError: (line) => lines.push(line) > 0,
  })
})
afterAll(async () => {
  await runtime?.dispose()
  await standIns?.close()
})

const samples = ["MAIL_FROM", "CONTACT_EMAIL", "BANK_IBAN", "TURNSTILE_SECRET", "PAYPAL_CLIENT_ID"]
/** The settings that are right, and the optional ones that are not given. */
const fine = ["APP_ORIGIN", "MAILBOX_KEY"]
const answer = "settings missing or samples, nothing is served"
const values = ["DE89", "1x0000", "local-only", "sheetsmith.test"]

test("with samples among its settings a public deployment serves nothing", async () => {
  for (const path of ["/", "/sign-in", "/prints?page=2", "/favicon.svg"]) {
    const reply = await fetch(runtime.origin + path)
    expect(reply.status, path).toBe(503)
    expect(reply.headers.get("content-type")).toMatch(/^text\/plain/)
    expectNamed(await reply.text())
  }
  for (const [method, path] of [
    ["GET", "health"],
    ["GET", "config"],
    ["POST", "login"],
    ["POST", "webhooks/paypal"],
  ]) {
    const reply = await fetch(`${runtime.origin}/api/${path}`, { method })
    expect(reply.status, path).toBe(503)
    const { code, message, requestId } = errorBodySchema.parse(await reply.json())
    expect([code, requestId]).toEqual(["unavailable", reply.headers.get("x-request-id")])
    expectNamed(message)
  }
})

test("and its press keeps messages in their queues and rows as they are", async () => {
  const messages = messagesOf([{ imageId: "01890000-0000-7000-8000-000000000000" }])
  const outcome = await (await runtime.press()).queue("sheetsmith-ingest", messages)
  expect(outcome).toMatchObject({ ackAll: false, explicitAcks: [], retryBatch: { retry: true } })

  const db = await runtime.miniflare.getD1Database("DB")
  await db.exec("INSERT INTO doomed_object (key, created_at) VALUES ('images/left/source', 1)")
  await runtime.runCron("* * * * *")
  expect(await db.prepare("SELECT count(*) AS rows FROM doomed_object").first("rows")).toBe(1)

  // Each Worker has said why once, however often it was asked.
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { message: answer, requestId: expect.any(String), names: expect.arrayContaining(samples) },
    { message: answer, names: expect.arrayContaining(["SESSION_KEY", "PAYPAL_CLIENT_ID"]) },
  ])
})

function expectNamed(text: string): void {
  for (const name of samples) expect(text).toContain(name)
  for (const absent of [...fine, ...values]) expect(text).not.toContain(absent)
}
