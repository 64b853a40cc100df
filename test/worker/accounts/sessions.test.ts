import { expect, test } from "vitest"
import type { OpenSession } from "../../../contract/accounts/account.ts"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"

const app = useApp()

test("a seller sees the open sessions and ends all others with the password", async () => {
  const { client, email, userId } = await app.givenUser({ name: "Roaming" })
  const stranger = await app.givenUser({ name: "Stranger" })
  const phone = await app.signIn(email)
  const studio = await app.signIn(email)
  const gone = await app.signIn(email)
  await gone.post("/api/logout")

  const open = (await client.get("/api/profile/sessions")).data as OpenSession[]
  expect(open.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true])
  const seen = (await phone.get("/api/profile/sessions")).data as OpenSession[]
  expect(seen.map(({ isCurrent }) => isCurrent)).toEqual([false, true, false])
  for (const { createdAt, expiresAt } of open)
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * 86_400_000)

  const wrong = await client.post("/api/profile/sessions/end", { password: "not-the-password" })
  expect(wrong).toMatchObject({ status: 422, fields: { password: "The password is wrong" } })
  expect((await client.post("/api/profile/sessions/end", {})).status).toBe(400)
  expect((await studio.get("/api/profile")).status).toBe(200)

  const socket = await openSocket(studio.cookieHeader())
  const ended = await client.post("/api/profile/sessions/end", { password: PASSWORD })
  expect(ended).toMatchObject({ status: 200, data: { ended: 2 } })
  await expect.poll(() => socket.readyState).toBeGreaterThanOrEqual(WebSocket.CLOSING)
  for (const other of [phone, studio]) expect((await other.get("/api/profile")).status).toBe(401)
  expect((await stranger.client.get("/api/profile")).status).toBe(200)
  expect((await client.get("/api/profile/sessions")).data).toMatchObject([{ isCurrent: true }])
  const again = await client.post("/api/profile/sessions/end", { password: PASSWORD })
  expect(again.data).toEqual({ ended: 0 })
  expect(app.securityLog()).toContainEqual(
    expect.objectContaining({ event: "signed-out-elsewhere", userId, sessions: 2 }),
  )
})

test("whoever holds a session cannot use up the owner's tries at the password", async () => {
  const { client: thief, email } = await app.givenUser({ name: "Watchful" })
  const owner = await app.signIn(email)
  const end = (client: Client, password: string) => client.post("/api/profile/sessions/end", { password })
  expect((await end(thief, "not-the-password")).status).toBe(422)
  await app.db.prepare("UPDATE rate_count SET count = 10 WHERE key LIKE 'own-password-session:%'").run()
  expect((await end(thief, PASSWORD)).status).toBe(429)
  await app.db.prepare("UPDATE rate_count SET count = 10 WHERE key LIKE 'sign-in-%'").run()
  expect((await end(owner, PASSWORD)).data).toEqual({ ended: 1 })
  expect((await thief.get("/api/profile")).status).toBe(401)
})

function openSocket(cookie: string): Promise<WebSocket> {
  const headers = { cookie, origin: app.origin }
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/api/live`, {
    headers,
  } as unknown as string[])
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve(socket))
    socket.addEventListener("error", () => reject(new Error("the socket did not open")))
  })
}
