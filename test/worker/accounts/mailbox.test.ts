import { expect, test } from "vitest"
import type { Settings } from "../../../worker/env.ts"
import { mailboxHash, mailboxOf } from "../../../worker/secrets/mailbox-hash.ts"

/** The spellings of mailboxes, one mailbox a row. */
const mailboxes = [
  ["adalovelace@gmail.com", "ada.lovelace+shop@gmail.com", "a.d.a.lovelace@googlemail.com"],
  ["ada@proton.me", "a.d-a_@pm.me", "ada+1@protonmail.com"],
  ["ada@icloud.com", "ada+1@me.com", "ada@mac.com"],
  ["ada@yahoo.com", "ada-shop@yahoo.com", "ada+1@yahoo.com"],
  ["ada@fastmail.com", "anything@ada.fastmail.com", "ada+1@fastmail.com"],
  ["ada@yandex.com", "ada@ya.ru", "ada+1@yandex.kz"],
  ["ada@outlook.com", "ada+1@outlook.com"],
  ["ada@hotmail.com", "ada+1@hotmail.com"],
  ["ada@shop.test", "ada+1@shop.test", "ada+1+2@shop.test"],
  ["a.da@shop.test"],
  ["ada-shop@shop.test"],
  ["ada@mail.shop.test"],
  ["ada@gmail.com.shop.test"],
  ["+ada@shop.test"],
  ["adalovelace@mail.gmail.com"],
]

test("a mailbox is one however its address is written, and no other provider's rules are its own", () => {
  const result = mailboxes.map((addresses) => new Set(addresses.map(mailboxOf)))
  expect(result.map((names) => names.size)).toEqual(mailboxes.map(() => 1))
  expect(new Set(result.map((names) => [...names][0])).size).toBe(mailboxes.length)
})

test("its hash needs our key, and outlives a new session key where the old one is kept for it", async () => {
  const hash = (keys: Partial<Settings>) => mailboxHash(keys as Settings, "ada+1@shop.test")
  const first = await hash({ SESSION_KEY: "the-first-key" })
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(await hash({ SESSION_KEY: "the-second-key" })).not.toBe(first)
  expect(await hash({ SESSION_KEY: "the-second-key", MAILBOX_KEY: "the-first-key" })).toBe(first)
})
