import { expect, test } from "vitest"
import { registerSchema } from "../../contract/accounts/account.ts"
import { userUpdateSchema } from "../../contract/accounts/user.ts"

test("an admin's change holds what was given and nothing else", () => {
  expect(userUpdateSchema.parse({ status: "inactive" })).toEqual({ status: "inactive" })
  expect(userUpdateSchema.parse({ company: "" })).toEqual({ company: "" })
  expect(userUpdateSchema.safeParse({}).success).toBe(false)
  expect(userUpdateSchema.safeParse({ password: "another" }).success).toBe(false)
})

test("who signs up may leave the company out", () => {
  const form = { firstName: "Maya", lastName: "Okafor", username: "maya", email: "maya@shop.test" }
  expect(registerSchema.parse({ ...form, phone: "+1 555 0199", password: "a-good-password" }).company).toBe(
    "",
  )
})
