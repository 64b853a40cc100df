import { expect, test } from "vitest"
import { plans } from "../../../contract/accounts/plan.ts"
import { wholeApi } from "../../../contract/api/whole-api.ts"
import type { Share } from "../../../contract/delivery/share.ts"
import type { AskedProof } from "../../../contract/orders/asked-proof.ts"
import { isChange, type Route } from "../../../contract/route.ts"
import { DUMMY_CAPTCHA, type GivenUser, PASSWORD, useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { longTest } from "../../../harness/long-test.ts"
import { Client } from "../../../local/client.ts"
import { rateRules } from "../../../worker/rate-limit.ts"
import { givenImage, givenPrint, givenSize, processed } from "../artwork/artwork-steps.ts"
import { givenDue } from "../orders/order-steps.ts"

const app = useApp()

const NO_ID = "0197f3c0-0000-7000-8000-000000000000"
const ADDRESS = "203.0.113.77"

/** The bodies with which calls that need no session get as far as their counts. */
const openBodies: Record<string, unknown> = {
  "account.verifyCaptcha": { token: DUMMY_CAPTCHA },
  "account.register": {
    firstName: "Rate",
    lastName: "Limit",
    username: "rate-limit",
    email: "rate-limit@shop.test",
    phone: "123",
    password: PASSWORD,
  },
  "account.login": { email: "nobody@shop.test", password: PASSWORD },
  "account.forgotPassword": { email: "nobody@shop.test" },
  "account.resetPassword": {
    email: "nobody@shop.test",
    resetToken: "00000-00000",
    password: PASSWORD,
    confirmPassword: PASSWORD,
  },
  "account.undoEmailChange": { token: "none" },
  "shares.printed": { number: 1, isPrinted: true },
  "proofs.answer": { answer: "approved" },
}

/** The calls without a count: this one ends its own session, and sessions are counted at their beginning. */
const uncounted = ["account.logout"]

const changes = Object.entries(wholeApi).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Route>)
    .map(([name, route]) => ({ name: `${group}.${name}`, route }))
    // Vendors' calls are counted by Cloudflare: the flood of each is among the tests of webhooks.
    .filter(({ name, route }) => isChange(route) && route.caller !== "vendor" && !uncounted.includes(name)),
)

longTest(
  "every call that changes something is counted, by account or by address, and refused once it is too many",
  async () => {
    const admin = await app.givenUser({ name: "Counted", role: "admin" })
    const stranger = await app.human(new Client(app.origin, { address: ADDRESS }))
    const link = await givenLink(admin.client)
    const proof = await givenProof(admin)
    expect(changes.length).toBeGreaterThan(90)
    for (const { name, route } of changes) {
      const isSignedIn = ["user", "script", "admin"].includes(route.caller)
      const client = isSignedIn ? admin.client : stranger
      const path = route.path
        .replace("{token}", name === "proofs.answer" ? proof : link)
        .replaceAll(/\{\w+\}/g, NO_ID)
      const call = () => client.send(route.method, `/api${path}`, openBodies[name])

      await app.db.prepare("DELETE FROM rate_count").run()
      await admin.hub.forgetEvents()
      if (!isSignedIn) await app.human(stranger)
      await app.db.prepare("DELETE FROM rate_count").run()
      expect((await call()).status, name).not.toBe(429)
      expect(await (isSignedIn ? fillAccount(admin) : fillOthers()), name).toBeGreaterThan(0)
      if (!isSignedIn && name !== "account.verifyCaptcha") await app.human(stranger)
      expect(await call(), name).toMatchObject({ status: 429, code: "too-many-requests" })
    }
  },
)

test("changes that have an image read anew have a lower limit than those of a row", async () => {
  const { client, userId, hub } = await app.givenUser({ name: "Rereader" })
  const { _id: image } = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const { name: key, limit, windowMs } = rateRules.rereadByAccount
  expect((await client.put(`/api/images/${image}`, { fields: [] })).status).toBe(200)
  expect((await hub.count({ userId, key, windowMs, by: limit })).count).toBe(limit + 1)
  expect((await client.put(`/api/images/${image}`, { fields: [] })).status).toBe(429)
  expect((await client.put(`/api/images/${image}`, { name: "Renamed" })).status).toBe(200)

  // An admin gives the account a plan with more.
  const admin = await app.givenUser({ name: "Planner", role: "admin" })
  const path = `/api/users/${userId}`
  expect((await admin.client.put(path, { plan: "unlimited" })).status).toBe(400)
  expect((await client.put(path, { plan: "volume" })).status).toBe(403)
  expect((await admin.client.put(path, { plan: "volume" })).data).toMatchObject({ plan: "volume" })
  expect((await client.put(`/api/images/${image}`, { fields: [] })).status).toBe(200)
  await hub.count({ userId, key, windowMs, by: limit * plans.volume.callTimes })
  const refused = await client.put(`/api/images/${image}`, { fields: [] })
  expect(refused).toMatchObject({ status: 429, code: "too-many-requests" })
  const audited = await admin.client.get("/api/audit?search=plan")
  expect(audited.data).toMatchObject([{ details: "plan standard → volume" }])

  // The window ends, and a session that has ended counts for nothing.
  const before = await hub.count({ userId, key: "change-account", windowMs, by: 0 })
  await app.db.prepare("UPDATE session SET revoked_at = 1 WHERE user_id = ?").bind(userId).run()
  expect((await client.put(`/api/images/${image}`, { name: "Again" })).status).toBe(401)
  expect(await hub.count({ userId, key: "change-account", windowMs, by: 0 })).toEqual(before)
})

/** Fills the windows that an account's calls have opened, and returns how many these are. */
async function fillAccount({ userId, hub }: GivenUser): Promise<number> {
  const rules = Object.values(rateRules).filter(({ name }) => name.endsWith("-account"))
  const counts = await Promise.all(
    rules.map(({ name, windowMs }) => hub.count({ userId, key: name, windowMs, by: 0 })),
  )
  const opened = rules.filter((_, i) => counts[i].count > 0)
  for (const { name, windowMs } of opened) await hub.count({ userId, key: name, windowMs, by: 1e9 })
  return opened.length
}

/** Fills the windows of strangers, and returns how many these are. */
async function fillOthers(): Promise<number> {
  return (await app.db.prepare("UPDATE rate_count SET count = 1e9").run()).meta.changes
}

/** The token of a link to a completed print. */
async function givenLink(client: Client): Promise<string> {
  const { _id: imageId } = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Pocket", 1)
  const { _id } = await givenPrint(client, [{ imageId, sizeId, quantity: 1 }])
  await client.expect("POST", `/api/prints/${_id}/process`)
  expect((await processed(client, _id)).status).toBe("Completed")
  const share = await client.expect<Share>("POST", "/api/shares", { printIds: [_id] })
  return share.path.split("/").at(-1) ?? ""
}

/** The token of a link to a proof. */
async function givenProof({ client, userId }: GivenUser): Promise<string> {
  await givenImage(client, { name: "moth.svg", bytes: logoSvg() })
  await givenSize(client, "M", 4)
  const orderItemIds = [await givenDue(app, userId, "1", null)]
  const [asked] = await client.expect<AskedProof[]>("POST", "/api/proofs", { orderItemIds })
  return asked.url.split("/proof/")[1]
}
