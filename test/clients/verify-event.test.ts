import { expect, test } from "vitest"
import { EventError, verifyEvent } from "../../clients/typescript/verify-event.ts"

// The example of https://www.standardwebhooks.com.
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const body = '{"test": 2432232314}'
const nowMs = 1614265330_000
const headers = {
  "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
  "webhook-timestamp": "1614265330",
  "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}

test("an event is the sender's, as the standard's own example is", async () => {
  const event = { id: headers["webhook-id"], test: 2432232314 }
  expect(await verifyEvent({ secret, headers, body, nowMs })).toEqual(event)
  const bytes = new TextEncoder().encode(body)
  expect(await verifyEvent({ secret, headers: new Headers(headers), body: bytes, nowMs })).toEqual(event)
  // While a secret changes, messages are signed with both, and receivers know one or both.
  const other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  const both = { ...headers, "webhook-signature": `v1,AAAA v1a,x ${headers["webhook-signature"]}` }
  expect(await verifyEvent({ secret: [other, secret], headers: both, body, nowMs })).toEqual(event)
})

test("what was changed, is old, or has another's signature is no event", async () => {
  const refused = async (change: Partial<Parameters<typeof verifyEvent>[0]>) =>
    expect(verifyEvent({ secret, headers, body, nowMs, ...change })).rejects.toThrow(EventError)
  await refused({ body: '{"test": 2432232315}' })
  await refused({ nowMs: nowMs + 301_000 })
  await refused({ nowMs: nowMs - 301_000 })
  await refused({ secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" })
  await refused({ secret: "" })
  await refused({ headers: { ...headers, "webhook-id": "msg_other" } })
  await refused({ headers: { ...headers, "webhook-timestamp": "now" } })
  await refused({ headers: { ...headers, "webhook-signature": "v1,%%% v1," } })
  await refused({ headers: {} })
})
