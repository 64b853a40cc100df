import { expect, test } from "vitest"
import { makeSigningSecret, signEvent } from "../../../worker/secrets/event-signature.ts"

test("an event is signed as the published example of Standard Webhooks, once by each secret", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  const sent = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", sentAtS: 1614265330, body: '{"test": 2432232314}' }
  const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  expect(signEvent([secret], sent)).toBe(signature)
  const [first, second] = signEvent([makeSigningSecret(), secret], sent).split(" ")
  expect(second).toBe(signature)
  expect(first).not.toBe(signature)
})
