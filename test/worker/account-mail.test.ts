import { expect, test } from "vitest"
import { composeMail } from "../../worker/services/mail-layout.ts"
import { PASSWORD, useApp } from "./harness.ts"

const app = useApp()

test("a name full of markup and line breaks stays a name in both forms of a mail", () => {
  const mail = composeMail({
    subject: "Hello\r\nBcc: everyone@shop.test\u0000",
    heading: "<b>Heading</b>",
    firstName: `<img src=x onerror="alert(1)">\nAda`,
    paragraphs: ["Tom & Jerry's 1 < 2"],
    action: { label: "Open", url: "https://sheetsmith.test/verify?token=a&next='\"" },
    code: "012345",
    footer: "Bye",
  })
  expect(mail.subject).toBe("Hello Bcc: everyone@shop.test")
  expect(mail.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;")
  expect(mail.html).toContain("&lt;b&gt;Heading&lt;/b&gt;")
  expect(mail.html).toContain("Tom &amp; Jerry&#39;s 1 &lt; 2")
  expect(mail.html).toContain('href="https://sheetsmith.test/verify?token=a&amp;next=&#39;&quot;"')
  expect(mail.html).not.toMatch(/<(img|script|b)\b/)
  expect(mail.text).toBe(`Hello <img src=x onerror="alert(1)"> Ada,

Tom & Jerry's 1 < 2

    012345

Open:
https://sheetsmith.test/verify?token=a&next='"

-- 
Sheetsmith
Bye
`)
})

test("a verification mail says the same in HTML and plain text, whatever the seller is called", async () => {
  const visitor = await app.human()
  const email = "o'brien+dtf@shop.test"
  const form = {
    firstName: "<i>Zoë</i>",
    lastName: "O'Brien",
    username: "zoe",
    phone: "123",
    email,
    password: PASSWORD,
  }
  expect((await visitor.post("/api/register", form)).status).toBe(201)
  const mail = await app.mailbox(email)
  const token = await app.verificationToken(email)
  const link = `${app.origin}/verify?token=${token}`
  expect(mail.subject).toBe("Verify your e-mail for Sheetsmith")
  expect(mail.text).toContain("Hello <i>Zoë</i>,")
  expect(mail.text).toContain(`Verify e-mail:\n${link}\n`)
  expect(mail.html).toContain("Hello &lt;i&gt;Zoë&lt;/i&gt;,")
  expect(mail.html.split(`href="${link}"`)).toHaveLength(3)
  const stored = await app.db.prepare("SELECT token_hash FROM account_token").first<{ token_hash: string }>()
  expect(stored?.token_hash).not.toBe(token)
})
