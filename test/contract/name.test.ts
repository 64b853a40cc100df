import { expect, test } from "vitest"
import { profileUpdateSchema, registerSchema } from "../../contract/accounts/account.ts"
import { importedProfileSchema } from "../../contract/accounts/archive.ts"
import { creditUpdateSchema, userCreateSchema, userUpdateSchema } from "../../contract/accounts/user.ts"
import { imageUpdateSchema } from "../../contract/artwork/image.ts"
import { sizeInputSchema } from "../../contract/artwork/size.ts"
import { integrationCreateSchema } from "../../contract/integrations/integration.ts"
import { isPlainName, usernameFrom, usernameSchema } from "../../contract/name.ts"

const person = {
  firstName: "Maya",
  lastName: "Okafor",
  username: "maya",
  company: "",
  phone: "+1 555 0199",
  email: "maya@shop.test",
  password: "a-good-password",
}

const names = [
  "Zoë",
  "Anne-Marie O’Brien",
  "J.R.R. Tolkien",
  "St. Clair",
  "Müller & Söhne GmbH",
  "李小龙",
  "محمد علي",
  "Łukasz Żółć Jr.",
  "Shop No. 5 / Print 2.0",
  "I ❤️ Film",
]
const addresses = [
  "Your account was hacked! Go to https://evil.example/x",
  "go to evil.com",
  "www.evil",
  "mail me: evil@shop.test",
  "EVIL.COM",
  "evil．com",
  "evil。com",
  "evil․com",
  "ｗｗｗ．evil",
  "evil＠shop",
  "пример.рф",
  "xn--e1afmkfd.xn--p1ai",
  "http：／／evil",
  "call 10.20.30.40",
]
const hidden = [
  "Ma\u0000ya",
  "Ma\u0085ya",
  "Ma\nya",
  "Ma\u202Eaya",
  "Ma\u2066ya\u2069",
  "Ma\u200Fya",
  "Ma\u061Cya",
  "Ma\u200Bya",
  "Ma\u200Dya",
  "Ma\uFEFFya",
  "Ma\u00ADya",
  "Ma\u2028ya",
  "Ma\u{E0041}ya",
  "Ma\uE000ya",
  "Ma\uD800ya",
  "\u3164\u3164\u3164",
  "\u2800\u2800\u2800",
]

test("a name is a name in any script, and neither an address nor anything hidden", () => {
  for (const name of names) expect(isPlainName(name), name).toBe(true)
  for (const name of [...addresses, ...hidden]) expect(isPlainName(name), JSON.stringify(name)).toBe(false)
})

test("every door by which a name comes in has the same rules, and says what to do", () => {
  const importable = { ...person, email: undefined, password: undefined }
  const doors = { registerSchema, userCreateSchema, userUpdateSchema, profileUpdateSchema }
  const firstMessage = (schema: (typeof doors)[keyof typeof doors], form: object) =>
    schema.safeParse(form).error?.issues[0]?.message
  for (const [door, schema] of Object.entries(doors))
    for (const [field, label] of Object.entries({ firstName: "First name", lastName: "Last name" })) {
      expect(firstMessage(schema, { ...person, [field]: "go to evil.com" }), `${door} ${field}`).toBe(
        `${label} must not contain a web or mail address. Leave a space after a dot.`,
      )
      expect(firstMessage(schema, { ...person, [field]: "Ma\u202Eaya" }), `${door} ${field}`).toBe(
        `${label} must not contain invisible characters. Please type it again.`,
      )
    }
  for (const company of ["Print.com", "Booking.com B.V.", "a.b.print.co.uk", ""])
    for (const schema of [registerSchema, profileUpdateSchema])
      expect(schema.safeParse({ ...person, company }).success, company).toBe(true)
  const links = ["www.print.com", "shop@print.com", "print.com/offer", "Print．com/x", "1.2.3.4"]
  for (const company of ["https://evil.example", "Prints\u200B Ltd", ...links])
    for (const schema of [registerSchema, profileUpdateSchema, userUpdateSchema])
      expect(schema.safeParse({ ...person, company }).success).toBe(false)
  expect(importedProfileSchema.safeParse(importable).success).toBe(true)
  expect(importedProfileSchema.safeParse({ ...importable, lastName: "evil.com" }).success).toBe(false)
})

test("a new user name is plain ASCII, so that none is written like another in other letters", () => {
  for (const name of ["maya", "Ada.L", "new.person-0042", "shop_5", "a1b"])
    expect(usernameSchema.safeParse(name).success, name).toBe(true)
  for (const name of [
    "\u0430dmin",
    "ad\u200Bmin",
    "ａｄｍｉｎ",
    "admin\u202E",
    "zoë",
    "admin.",
    "_admin",
    "ad..min",
    "ad-_min",
    "a b c",
    "a@b",
    "ad/min",
    "ad",
    "x".repeat(121),
  ])
    expect(usernameSchema.safeParse(name).success, JSON.stringify(name)).toBe(false)
})

test("a user name made from an address or an older name keeps the rules", () => {
  const made = ["New.Person", "o'brien+dtf", "x+1", "_._", "яя", "Zoë", "a".repeat(300), "--a--b__c."]
  expect(made.map(usernameFrom)).toEqual([
    "New.Person",
    "o-brien-dtf",
    "x-1",
    "user",
    "user",
    "user-Zo",
    "a".repeat(60),
    "a-b_c",
  ])
  for (const name of made) expect(usernameSchema.safeParse(usernameFrom(name)).success, name).toBe(true)
  expect(importedProfileSchema.parse({ ...person, username: "\u0430dmin" }).username).toBe("dmin")
  expect(importedProfileSchema.parse(person).username).toBe("maya")
})

test("what only labels something loses what would reorder or break the line it stands in", () => {
  const name = "Moth\u202Egnp\u202C\u0000 \u2028front\u200B"
  expect(imageUpdateSchema.parse({ name }).name).toBe("Mothgnp front")
  expect(sizeInputSchema.parse({ name, value: 5 }).name).toBe("Mothgnp front")
  expect(integrationCreateSchema.parse({ name, type: "Etsy" }).name).toBe("Mothgnp front")
  expect(creditUpdateSchema.parse({ availableCredits: 5, reason: ` ${name} ` }).reason).toBe("Mothgnp front")
  expect(sizeInputSchema.parse({ name: "👩‍🎨 می‌خواهم", value: 5 }).name).toBe("👩‍🎨 می‌خواهم")
  expect(sizeInputSchema.safeParse({ name: "\u202E\u0000", value: 5 }).error?.issues[0].message).toBe(
    "Name is required",
  )
})
