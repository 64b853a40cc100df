import { expect, test } from "vitest"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { composeMail } from "../../../worker/services/mail/mail-layout.ts"
import { givenImage, givenPrint, givenSize, processed } from "../artwork/artwork-steps.ts"

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

test("a verification mail says the same in HTML and plain text, and nothing that the sender chose", async () => {
  const visitor = await app.human()
  const email = "o'brien+dtf@shop.test"
  const form = {
    firstName: "<i>Your account was hacked</i>",
    lastName: "Call 0900 1234",
    company: "Scam & Sons",
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
  expect(mail.text).toMatch(/^Hello,\n\nPlease confirm/)
  expect(mail.text).toContain(`Verify e-mail:\n${link}\n`)
  expect(mail.html).toContain(">Hello,<")
  expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/hacked|0900|Scam|zoe/i)
  expect(mail.html.split(`href="${link}"`)).toHaveLength(3)
  const stored = await app.db.prepare("SELECT token_hash FROM account_token").first<{ token_hash: string }>()
  expect(stored?.token_hash).not.toBe(token)
})

test("nothing is mailed to an address whose owner has not proved it, but for the link", async () => {
  const { client, userId, email, hub } = await app.givenUser({ name: "Unproved", credits: 60 })
  const admin = await app.givenUser({ name: "Teller", role: "admin" })
  const subjects = async () => (await app.mails(email)).map(({ subject }) => subject)
  const image = await givenImage(client, {
    name: "Go to evil.com now.png",
    bytes: await softArtPng(150, 180),
  })
  const sizeId = await givenSize(client, "Pocket", 1)
  const process = async () => {
    const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
    expect((await client.post(`/api/prints/${_id}/proccess`)).status).toBe(202)
    expect((await processed(client, _id)).status).toBe("Completed")
    const announced = () =>
      app.db.prepare("SELECT is_announced AS done FROM attempt WHERE print_id = ?").bind(_id).first()
    await expect.poll(announced).toEqual({ done: 1 })
  }
  const buy = async () => {
    const transfer = await client.post("/api/payments/bank-transfer", { sku: "credits100" })
    const { _id } = transfer.data as { _id: string }
    expect((await admin.client.put(`/api/payments/${_id}`, { status: "Completed" })).status).toBe(200)
    expect(await hub.balance()).toMatchObject({ available: expect.any(Number) })
  }
  await app.db.prepare("UPDATE user SET email_verified_at = NULL WHERE id = ?").bind(userId).run()
  await process()
  await buy()
  await admin.client.put(`/api/users/${userId}`, { email: `moved-${email}` })
  await admin.client.put(`/api/users/${userId}`, { email })
  expect(await app.mails(`moved-${email}`)).toEqual([])
  expect(await subjects()).toEqual([])

  // Proved, it gets them all; a name from before the rules for names greets nobody.
  await app.db
    .prepare("UPDATE user SET email_verified_at = 1, first_name = 'Hacked! evil.com' WHERE id = ?")
    .bind(userId)
    .run()
  await process()
  await buy()
  await app.mailed(email, "Your payment is complete")
  await app.mailed(email, "Your print is ready")
  // Mails from before have come no later than these.
  expect((await subjects()).map((subject) => subject.split(":")[0]).sort()).toEqual([
    "Your payment is complete",
    "Your print is ready",
  ])
  for (const { text, html } of await app.mails(email)) {
    expect(text).toMatch(/^Hello,\n/)
    expect(text + html).not.toContain("evil.com")
  }
})
