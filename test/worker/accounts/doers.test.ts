import { expect, test } from "vitest"
import type { Doer } from "../../../contract/accounts/doer.ts"
import type { Member } from "../../../contract/accounts/member.ts"
import type { Profile } from "../../../contract/accounts/profile.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { StatementEntry } from "../../../contract/credits/payment.ts"
import type { Notification } from "../../../contract/live.ts"
import type { Print, PrintSummary } from "../../../contract/prints/print.ts"
import { givenToken } from "../../../harness/access-token.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { joined, workingIn } from "../../../harness/members.ts"
import { givenImage, givenPrint, givenSize, printOf, processed, until } from "../artwork/artwork-steps.ts"
import { givenOrder, givenPilotShop, makeDue, minutePasses, ranOut } from "../autopilots/autopilot-steps.ts"

const app = useApp()

function person({ userId }: GivenUser, name: string): Doer {
  return { kind: "person", name: `${name} Seller`, _id: userId as Doer["_id"] }
}

test("prints, artwork, credits and notifications say which of an account's people did it, by the name that they have now", async () => {
  const owner = await app.givenUser({ name: "Olga", credits: 60 })
  const ana = await app.givenUser({ name: "Ana" })
  const hasPeople = async ({ client }: Pick<GivenUser, "client">) =>
    (await client.expect<Profile>("GET", "/api/profile")).hasPeople
  expect(await hasPeople(owner)).toBe(false)
  await joined(app, owner, ana, "maker")
  const there = workingIn(ana, owner)
  expect([await hasPeople(owner), await hasPeople({ client: there })]).toEqual([true, true])

  const image = await givenImage(there, { name: "logo.svg", bytes: logoSvg() })
  const own = await givenImage(owner.client, { name: "own.svg", bytes: logoSvg() })
  const uploads = await owner.client.expect<Image[]>("GET", "/api/images")
  const byId = new Map(uploads.map(({ _id, uploadedBy }) => [_id, uploadedBy]))
  expect(byId.get(image._id)).toEqual(person(ana, "Ana"))
  expect(byId.get(own._id)).toEqual(person(owner, "Olga"))

  const sizeId = await givenSize(there, "Chest", 2)
  const { _id: print } = await givenPrint(there, [{ imageId: image._id, sizeId, quantity: 2 }])
  expect(await printOf(owner.client, print)).toMatchObject({ madeBy: person(ana, "Ana"), begunBy: null })
  await owner.client.expect("POST", `/api/prints/${print}/process`, {})
  await processed(owner.client, print)
  const [listed] = await there.expect<PrintSummary[]>("GET", "/api/prints")
  expect(listed).toMatchObject({ madeBy: person(ana, "Ana"), begunBy: person(owner, "Olga") })
  const notices = await owner.client.expect<Notification[]>("GET", "/api/notifications")
  expect(notices.map(({ message, by }) => [message.slice(0, 4), by])).toEqual([
    ["Your", person(owner, "Olga")],
    ["Size", person(ana, "Ana")],
  ])
  const spent = await until("the credits to be spent", async () => {
    const entries = await owner.client.expect<StatementEntry[]>("GET", "/api/statement")
    return entries[0].kind === "capture" && entries
  })
  expect(spent.map(({ kind, by }) => [kind, by])).toEqual([
    ["capture", person(owner, "Olga")],
    ["hold", person(owner, "Olga")],
    ["grant", null],
    ["grant", null],
  ])

  // A copy, and the pieces of one made again, are their maker's own.
  const copy = await owner.client.expect<Print>("POST", `/api/prints/${print}/duplicate`, {})
  expect(copy).toMatchObject({ madeBy: person(owner, "Olga"), begunBy: null })
  const again = { copies: [{ itemId: listed && (await printOf(there, print)).printItems[0]._id, copy: 1 }] }
  const remake = await there.expect<Print>("POST", `/api/prints/${print}/remake`, { ...again, reason: "cut" })
  expect(remake.madeBy).toEqual(person(ana, "Ana"))

  await app.db.prepare("UPDATE user SET first_name = 'Anna' WHERE id = ?").bind(ana.userId).run()
  expect((await printOf(owner.client, print)).madeBy).toEqual(person(ana, "Anna"))
  // Somebody who left is still named; of an account that was deleted nothing is left to name.
  const [{ _id: member }] = await owner.client.expect<Member[]>("GET", "/api/members")
  await owner.client.expect("DELETE", `/api/members/${member}`)
  expect(await hasPeople(owner)).toBe(false)
  expect((await printOf(owner.client, print)).madeBy).toEqual(person(ana, "Anna"))
  const admin = await app.givenUser({ name: "Chief", role: "admin" })
  await admin.client.expect("DELETE", `/api/users/${ana.userId}`)
  const gone = { kind: "person", name: "Deleted user", _id: ana.userId }
  expect((await printOf(owner.client, print)).madeBy).toEqual(gone)
  const audit = await admin.client.get("/api/audit?search=deleted")
  expect(audit.data).toMatchObject([
    { action: "User deleted", actor: "Chief Seller", subject: "Deleted user" },
  ])
})

test("what a program or an autopilot does is said to be theirs", async () => {
  const owner = await app.givenUser({ name: "Olga", credits: 60 })
  const { client } = owner
  const { program } = await givenToken(client)
  const image = await givenImage(program, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(program, "Chest", 2)
  const webShop = { kind: "program", name: "Web shop", _id: null }
  expect(image.uploadedBy).toEqual(webShop)
  const items = [{ imageId: image._id, sizeId, quantity: 1 }]
  const sent = await program.post("/api/jobs", { items, action: "process" }, { prefer: "wait=25" })
  const { printId } = sent.data as { printId: string }
  await processed(client, printId)
  // It is the token's name that counts, also once the token opens nothing any more.
  const [{ _id: token }] = await client.expect<{ _id: string }[]>("GET", "/api/tokens")
  await client.expect("DELETE", `/api/tokens/${token}`)
  expect(await printOf(client, printId)).toMatchObject({ madeBy: webShop, begunBy: webShop })

  const { pilot, integrationId } = await givenPilotShop(app, owner, { action: "process" })
  await givenOrder(app, owner, integrationId, { number: "9002" })
  await makeDue(app, pilot)
  await minutePasses(app)
  const run = await ranOut(client, pilot)
  const autopilot = { kind: "autopilot", name: "an autopilot", _id: null }
  expect(await printOf(client, run.printId ?? "")).toMatchObject({ madeBy: autopilot, begunBy: autopilot })
})
