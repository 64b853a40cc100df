import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { lengthText } from "../../../contract/length.ts"
import type { Notification } from "../../../contract/live.ts"
import { useApp } from "../../../harness/app.ts"
import { printOf, until } from "../artwork/artwork-steps.ts"
import { givenOrder, givenPilotShop, makeDue, minutePasses, ranOut } from "./autopilot-steps.ts"

const app = useApp()

test("a run that prints is one mail: the sheet, its film and cost, what waits and where it is settled", async () => {
  const owner = await app.givenUser({ name: "Mails", credits: 40 })
  const { client, email } = owner
  await client.expect("PUT", "/api/profile/settings", { lengthUnit: "cm" })
  const { pilot, integrationId, templateId } = await givenPilotShop(app, owner, { action: "process" })
  await client.expect("PUT", `/api/sheet-templates/${templateId}`, {
    ...{ ...defaultSheetTemplate, name: "Film", isDefault: false },
    filmPrice: { amount: 2, per: "inch", currency: "USD" },
  })
  await givenOrder(app, owner, integrationId, { number: "M1", quantity: 3 })
  await givenOrder(app, owner, integrationId, { number: "M2", isOdd: true })
  await givenOrder(app, owner, integrationId, { number: "M3", shipBy: null })
  await makeDue(app, pilot)
  await minutePasses(app)
  const run = await ranOut(client, pilot)
  const print = await until("the print", async () => {
    const current = await printOf(client, run.printId ?? "")
    return current.status === "Completed" ? current : null
  })
  await app.mailed(email, "Autopilot of Tea towels: 3 copies for 1 order are ready.")

  const letters = await app.mails(email)
  expect(letters.map(({ subject }) => subject).filter((subject) => !subject.startsWith("Verify"))).toEqual([
    "Autopilot of Tea towels: 3 copies for 1 order are ready.",
  ])
  const [{ text, html }] = letters
  const [lengthIn, total] = [print.lengthIn ?? 0, print.cost?.total ?? 0]
  expect(total).toBeGreaterThan(2)
  const film = /Film: ([\d.]+ cm), 1 sheet\. Cost: 3 credits, \$([\d.]+) by your prices\./.exec(text)
  expect(film, text).not.toBe(null)
  expect(film?.[1]).toBe(lengthText(lengthIn, "cm"))
  expect(Number(film?.[2])).toBeCloseTo(total, 2)
  for (const line of [
    "1 item has no artwork or size.",
    "1 item has no ship-by date.",
    `Open the print:\n${app.origin}/prints/${print._id}`,
    `Choose artwork and sizes:\n${app.origin}/orders?integrationId=${integrationId}&unmatched=true`,
    `Set a rule for orders without a ship-by date:\n${app.origin}/integrations/${integrationId}/autopilot?editAutopilot=true`,
  ])
    expect(text).toContain(line)

  // A mail's reader fetches the picture without a session, from a page of its own.
  const source = /<img src="([^"]+)"/.exec(html)?.[1] ?? ""
  const picture = await fetch(source)
  expect(picture.status, source).toBe(200)
  expect(picture.headers.get("content-type")).toBe("image/png")
  expect(picture.headers.get("cross-origin-resource-policy")).toBe("cross-origin")
  expect(Buffer.from(await picture.arrayBuffer()).toString("latin1", 1, 4)).toBe("PNG")
  const [file] = print.fileId
  for (const path of [file.path, file.previewPath]) {
    const reply = await fetch(`${app.origin}/api/${path}`)
    await reply.arrayBuffer()
    expect(reply.status).toBe(200)
    expect(reply.headers.get("cross-origin-resource-policy"), `${path}`).toBe("same-origin")
  }

  // The mail is forwarded: what is in it opens nothing but the picture.
  const [, , , sheetToken] = `/${file.path}`.split("/")
  expect(sheetToken.length).toBeGreaterThan(20)
  expect(html + text).not.toContain(sheetToken)
  const token = source.split("/").at(-1) ?? ""
  const [attemptId, hash] = token.split(".")
  expect(source).toBe(`${app.origin}/api/files/previews/${attemptId}.${hash}`)
  const visitor = app.visitor()
  for (const given of [token, attemptId, hash])
    for (const path of [
      ...["sheet-1.png", "preview.png", "1-sheet-1.png", "1-preview-1.png", "all.zip"].map(
        (name) => `files/sheets/${given}/${name}`,
      ),
      `share/${given}`,
    ])
      expect((await visitor.get(`/api/${path}`)).status, path).toBe(404)
  expect((await visitor.post(`/api/share/${token}/printed`, { number: 1, isPrinted: true })).status).toBe(404)
  for (const forged of [
    attemptId,
    `${attemptId}.`,
    `${attemptId}.${hash.slice(1)}`,
    `${print._id}.${hash}`,
    sheetToken,
  ])
    expect((await visitor.get(`/api/files/previews/${forged}`)).status, forged).toBe(404)

  // The mail of a print that is started again by hand is that of any print, not the autopilot's.
  await client.expect("DELETE", `/api/prints/${print._id}`)
  await client.expect("POST", `/api/prints/${print._id}/proccess`)
  await app.mailed(email, "Your print is ready: 1 sheet")
  const all = await app.mails(email)
  expect(all.filter(({ subject }) => subject.startsWith("Autopilot"))).toHaveLength(1)
  const ready = `1 sheet, ${lengthText((await printOf(client, print._id)).lengthIn ?? 0, "cm")} of film`
  expect(all.find(({ subject }) => subject.startsWith("Your print"))?.text).toContain(ready)
  const news = await client.expect<Notification[]>("GET", "/api/notifications")
  expect(news.map(({ message }) => message)).toContain(`Your print is ready: ${ready}.`)
})

test("a run whose print fails is one mail, too, with the reason and what waits", async () => {
  const owner = await app.givenUser({ name: "Fails", credits: 40 })
  const { client, email } = owner
  const { pilot, integrationId } = await givenPilotShop(app, owner, {
    action: "process",
    maxCreditsPerDay: 1,
  })
  await givenOrder(app, owner, integrationId, { number: "F1" })
  await givenOrder(app, owner, integrationId, { number: "F2", isOdd: true })
  const [image] = (await client.get("/api/images")).data as { _id: string }[]
  const files = await app.runtime.miniflare.getR2Bucket("FILES")
  await files.delete(`images/${image._id}/source`)
  await makeDue(app, pilot)
  await minutePasses(app)
  const run = await ranOut(client, pilot)
  const failed = await until("the print's failure", async () => {
    const print = await printOf(client, run.printId ?? "")
    return print.failureMessage === null ? null : print
  })
  const made = "Autopilot of Tea towels: The print of 1 copy for 1 order could not be completed."
  await app.mailed(email, made)
  const letters = await app.mails(email)
  expect(letters.filter(({ subject }) => !subject.startsWith("Verify"))).toHaveLength(1)
  expect(letters[0].text).toContain(failed.failureMessage)
  expect(letters[0].text).toContain("1 item has no artwork or size.")
  expect(letters[0].html).not.toContain("<img")

  // Cut off after it had begun to process, it finds the failure and tells nothing twice.
  await app.db
    .prepare(
      "UPDATE autopilot_run SET state = 'processing', ended_at = NULL, is_announced = 0, retry_at = 1000 WHERE id = ?",
    )
    .bind(run._id)
    .run()
  await minutePasses(app)
  await ranOut(client, pilot)
  await minutePasses(app)
  const unannounced = await app.db.prepare("SELECT id FROM autopilot_run WHERE is_announced = 0").all()
  expect(unannounced.results).toEqual([])
  const told = async () => (await app.mails(email)).filter(({ subject }) => subject.startsWith("Autopilot"))
  expect(await told()).toHaveLength(1)

  // Its credits came back, so they do not count for the day.
  await givenOrder(app, owner, integrationId, { number: "F3" })
  await client.expect("POST", `/api/autopilots/${pilot._id}/run`, {})
  expect(await ranOut(client, pilot, 2)).toMatchObject({ credits: 1, message: null })
})
