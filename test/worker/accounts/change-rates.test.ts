import { expect, test } from "vitest"
import { wholeApi } from "../../../contract/api/whole-api.ts"
import type { Share } from "../../../contract/delivery/share.ts"
import { isChange, type Route } from "../../../contract/route.ts"
import { DUMMY_CAPTCHA, PASSWORD, useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { longTest } from "../../../harness/long-test.ts"
import { Client } from "../../../local/client.ts"
import { givenImage, givenPrint, givenSize, processed } from "../artwork/artwork-steps.ts"

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
}

/** The calls without a count: this one ends its own session, and sessions are counted at their beginning. */
const uncounted = ["account.logout"]

const changes = Object.entries(wholeApi).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Route>)
    .map(([name, route]) => ({ name: `${group}.${name}`, route }))
    .filter(({ name, route }) => isChange(route) && !uncounted.includes(name)),
)

longTest(
  "every call that changes something is counted, by account or by address, and refused once it is too many",
  async () => {
    const admin = await app.givenUser({ name: "Counted", role: "admin" })
    const stranger = await app.human(new Client(app.origin, { address: ADDRESS }))
    const token = await givenLink(admin.client)
    expect(changes.length).toBeGreaterThan(90)
    for (const { name, route } of changes) {
      const isSignedIn = ["user", "script", "admin"].includes(route.caller)
      const [client, subject] = isSignedIn ? [admin.client, admin.userId] : [stranger, "%"]
      const path = route.path.replace("{token}", token).replaceAll(/\{\w+\}/g, NO_ID)
      const call = () => client.send(route.method, `/api${path}`, openBodies[name])

      await app.db.prepare("DELETE FROM rate_count").run()
      if (!isSignedIn) await app.human(stranger)
      await app.db.prepare("DELETE FROM rate_count").run()
      expect((await call()).status, name).not.toBe(429)
      const counted = await app.db
        .prepare("UPDATE rate_count SET count = 1e9 WHERE key LIKE ?")
        .bind(`%:${subject}`)
        .run()
      expect(counted.meta.changes, name).toBeGreaterThan(0)
      if (!isSignedIn && name !== "account.verifyCaptcha") await app.human(stranger)
      expect(await call(), name).toMatchObject({ status: 429, code: "too-many-requests" })
    }
  },
)

test("changes that have an image read anew have a lower limit than those of a row", async () => {
  const { client, userId } = await app.givenUser({ name: "Rereader" })
  const { _id: image } = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const fill = (rule: string) =>
    app.db.prepare("UPDATE rate_count SET count = 1e9 WHERE key = ?").bind(`${rule}:${userId}`).run()
  expect((await client.put(`/api/images/${image}`, { fields: [] })).status).toBe(200)
  expect((await fill("reread-account")).meta.changes).toBe(1)
  expect((await client.put(`/api/images/${image}`, { fields: [] })).status).toBe(429)
  expect((await client.put(`/api/images/${image}`, { name: "Renamed" })).status).toBe(200)
})

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
