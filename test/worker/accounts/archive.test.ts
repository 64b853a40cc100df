import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  BlobReader,
  BlobWriter,
  type FileEntry,
  TextReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from "@zip.js/zip.js"
import { expect, onTestFinished, test, vi } from "vitest"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { addressInput } from "../../../harness/delivery-address.ts"
import { destinationOf } from "../../../harness/destination.ts"
import { ownFontFile } from "../../../harness/font-files.ts"
import { buildPressProfile } from "../../../harness/icc-profile.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { longTest } from "../../../harness/long-test.ts"
import { exportAccount, importAccount } from "../../../local/account-archive.ts"
import { localOperatorKey } from "../../../local/local-settings.ts"
import { formOf, givenImage } from "../artwork/artwork-steps.ts"

const app = useApp()

async function readEntry(path: string, name: string): Promise<string> {
  const entries = await new ZipReader(new BlobReader(new Blob([readFileSync(path)]))).getEntries()
  const entry = entries.find(({ filename }) => filename === name) as FileEntry
  return (await entry.getData(new BlobWriter())).text()
}

const shelf = () => mkdtempSync(join(tmpdir(), "sheetsmith-archive-"))

test("an account goes into an archive and comes back whole, once", async () => {
  const operator = { origin: app.origin, operatorKey: localOperatorKey }
  const maya = await app.givenUser({ name: "Maya", credits: 70 })
  const { client } = maya
  const retro = (await client.post("/api/image-categories", { name: "Retro" })).data as { _id: string }
  const size = (await client.post("/api/sizes", { name: "Left chest", value: 3.5 })).data as { _id: string }
  const narrow = { ...defaultSheetTemplate, name: "Narrow", widthIn: 13, isDefault: false }
  const press = await client.expect<{ _id: string }>("POST", "/api/destinations", destinationOf())
  await client.expect("PUT", `/api/destinations/${press._id}/profile`, buildPressProfile({ name: "Film" }))
  const filmPrice = { amount: 240, per: "roll", rollLengthIn: 3_937, currency: "EUR" }
  const pressed = { ...narrow, destinationId: press._id, filmPrice, creditPrice: 0.1 }
  expect((await client.post("/api/sheet-templates", pressed)).status).toBe(201)
  const font = [{ name: "club.ttf", bytes: ownFontFile("graduate-400", "Club") }]
  const [club] = (await client.post("/api/fonts", formOf(font))).data as { _id: string }[]
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  await client.put(`/api/images/${image._id}`, {
    name: "Logo, final",
    imageCategoryId: retro._id,
    score: 4.5,
  })
  const fields = [{ name: "player", label: "Player" }]
  const layers = [{ field: "player", box: { x: 0, y: 0, width: 1000, height: 200 }, fontId: club._id }]
  expect((await client.put(`/api/images/${image._id}`, { fields, layers })).status).toBe(200)
  await client.expect("PUT", `/api/images/${image._id}/accepted`, { codes: ["thin-gap"] })
  const zoe = { imageId: image._id, sizeId: size._id, quantity: 3, values: { player: "Zoë" } }
  const items = { printItems: [zoe, { quantity: 1 }] }
  const print = (await client.post("/api/prints", items)).data as { _id: string }
  await client.post("/api/prints", {
    printItems: [{ imageId: image._id, quantity: 2 }],
    name: "Friday batch",
  })
  await app.db
    .prepare("UPDATE print SET status = 'Deleted', printed_at = 1700000000000 WHERE id = ?")
    .bind(print._id)
    .run()
  await app.db.prepare("UPDATE print SET is_test = 1 WHERE name = 'Friday batch'").run()

  await client.expect("POST", "/api/delivery-addresses", addressInput({ password: "never-in-a-file" }))

  const folder = shelf()
  const paths = await exportAccount(operator, maya.email, folder)
  expect(paths).toEqual([join(folder, "part-1.zip")])
  expect(statSync(paths[0]).mode & 0o777).toBe(0o600)
  const account = await readEntry(paths[0], "account.json")
  expect(JSON.parse(account).deliveryAddresses).toMatchObject([{ kind: "WebDAV", name: "My shop" }])
  expect(account).not.toContain("never-in-a-file")

  const email = "returned@shop.test"
  await expect(importAccount(operator, paths, email)).rejects.toThrow(/already taken/)
  const other = await app.givenUser({ name: "Other" })
  const report = await importAccount(operator, paths, other.email)
  expect(report).toEqual({ images: 1, prints: 2, credits: 70, unusable: [], leftOut: [] })
  const again = await importAccount(operator, paths, other.email)
  expect(again).toMatchObject({ images: 0, prints: 0 })

  expect((await other.hub.balance()).available).toBe(90)
  expect((await other.client.get("/api/fonts?source=account")).data).toMatchObject([{ family: "Club" }])
  const [copy] = (await other.client.get("/api/images")).data as Image[]
  expect(copy).toMatchObject({ name: "Logo, final", score: 4.5, imageCategory: { name: "Retro" }, fields })
  const [ownFont] = (await other.client.get("/api/fonts?source=account")).data as { _id: string }[]
  expect(copy.layers).toMatchObject([{ field: "player", fontId: ownFont._id }])
  const ink = await other.client.get(`/api/images/${copy._id}/findings`)
  expect(ink).toMatchObject({ status: 200, data: { accepted: ["thin-gap"] } })
  const source = await other.client.fetch("GET", `/api/files/images/${copy._id}/source`)
  expect(Buffer.from(await source.arrayBuffer()).equals(Buffer.from(logoSvg()))).toBe(true)
  const templates = (await other.client.get("/api/sheet-templates")).data as {
    name: string
    widthIn: number
    destinationId: string | null
  }[]
  expect(templates.map(({ name, widthIn }) => [name, widthIn]).sort()).toEqual([
    ["22 in roll", 22],
    ["Narrow", 13],
  ])
  const own = (await other.client.get("/api/destinations?search=Press&limit=1")).data as { _id: string }[]
  expect(own).toMatchObject([{ ...destinationOf(), profile: { name: "Film", colours: "CMYK" } }])
  const brought = { destinationId: own[0]._id, filmPrice, creditPrice: 0.1 }
  expect(templates.find(({ name }) => name === "Narrow")).toMatchObject(brought)
  const prints = (await other.client.get("/api/prints?sortBy=status&sort=asc")).data as {
    _id: string
    name: string
    status: string
    printedAt: string | null
    isTest: boolean
  }[]
  expect(prints.map(({ name, status, printedAt, isTest }) => [name, status, printedAt, isTest])).toEqual([
    ["Logo, final", "Deleted", "2023-11-14T22:13:20.000Z", false],
    ["Friday batch", "In Draft", null, true],
  ])
  const printed = (await other.client.get(`/api/prints/${prints[0]._id}`)).data as {
    printItems: { imageId: { _id: string } | null; sizeId: { value: number } | null; quantity: number }[]
  }
  expect(printed.printItems).toMatchObject([
    { imageId: { _id: copy._id }, sizeId: { value: 3.5 }, quantity: 3, values: { player: "Zoë" } },
    { imageId: null, sizeId: null, quantity: 1, values: {} },
  ])
})

/** A copy of an archive in which the file's text is another; null takes the file out. */
async function changed(
  path: string,
  name: string,
  change: ((text: string) => string) | null,
): Promise<string> {
  const entries = await new ZipReader(new BlobReader(new Blob([readFileSync(path)]))).getEntries()
  const zip = new ZipWriter(new Uint8ArrayWriter())
  for (const entry of entries as FileEntry[]) {
    const blob = await entry.getData(new BlobWriter())
    if (entry.filename !== name) await zip.add(entry.filename, new BlobReader(blob))
    else if (change) await zip.add(name, new TextReader(change(await blob.text())))
  }
  const copy = join(shelf(), "part-1.zip")
  writeFileSync(copy, await zip.close())
  return copy
}

test("an archive grants what this deployment signed, into the account that is named", async () => {
  const operator = { origin: app.origin, operatorKey: localOperatorKey }
  const maya = await app.givenUser({ name: "Maya", credits: 70 })
  const admin = await app.givenUser({ name: "Admin", role: "admin" })
  await maya.client.post("/api/sizes", { name: "Left chest", value: 3.5 })
  const folder = shelf()
  // The remainder of an interrupted export is as open as it was.
  writeFileSync(join(folder, "part-1.zip.partial"), "half")
  chmodSync(join(folder, "part-1.zip.partial"), 0o644)
  const [path] = await exportAccount(operator, maya.email, folder)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const into = async (archive: string) => {
    const { email, client, hub } = await app.givenUser({ name: "Target" })
    const before = (await hub.balance()).available
    const report = await importAccount(operator, [archive], email)
    const sizes = (await client.get("/api/sizes?search=Left chest")).data as unknown[]
    return { report, sizes: sizes.length, gained: (await hub.balance()).available - before }
  }

  // More in the statement grants nothing; more in the balance breaks its seal.
  const more = (text: string) => text.replaceAll(/("(?:availableAfter|credits)":\s*)\d+/g, "$11000000")
  const wordy = await changed(path, "statement.jsonl", more)
  expect(await into(wordy)).toMatchObject({ report: { credits: 70 }, sizes: 1, gained: 70 })
  const unsigned = { credits: 0, noCredits: expect.stringContaining("not signed") }
  const richer = await changed(path, "balance.json", more)
  expect(readFileSync(richer).equals(readFileSync(path))).toBe(false)
  expect(await into(richer)).toMatchObject({ report: unsigned, sizes: 1, gained: 0 })
  // The same for one of another deployment, and one from before balances were signed.
  const signature = (text: string) => text.replace(/("signature": ")[^"]+/, `$1${"A".repeat(43)}`)
  for (const archive of [
    await changed(path, "balance.json", signature),
    await changed(path, "balance.json", null),
  ])
    expect(await into(archive)).toMatchObject({ report: unsigned, sizes: 1, gained: 0 })

  // The mail that the file names does not matter.
  const noor = await app.givenUser({ name: "Noor", credits: 30 })
  await noor.client.post("/api/sizes", { name: "Left chest", value: 3.5 })
  const [noors] = await exportAccount(operator, noor.email, shelf())
  const forAdmin = (text: string) => text.replaceAll(noor.email, admin.email)
  const had = (await admin.hub.balance()).available
  expect(await into(await changed(noors, "account.json", forAdmin))).toMatchObject({ gained: 30 })
  expect((await admin.hub.balance()).available).toBe(had)
  expect((await admin.client.get("/api/sizes?search=Left chest")).data).toEqual([])
})

test("an import gives each image its own texts and mends, past a limit of calls too, and a repeat finishes it", async () => {
  const operator = { origin: app.origin, operatorKey: localOperatorKey }
  const maya = await app.givenUser({ name: "Maya" })
  const font = [{ name: "club.ttf", bytes: ownFontFile("graduate-400", "Club") }]
  const [club] = (await maya.client.post("/api/fonts", formOf(font))).data as { _id: string }[]
  const [green, red, rule] = ["#00ff00", "#ff0000", "#0000ff"].map(
    (colour): Mend => ({ kind: "knock-out", isOn: true, colour, tolerance: 2 }),
  )
  // Two images of one file, one as it came.
  const file = { name: "logo.png", bytes: await softArtPng(60, 60) }
  const image = await givenImage(maya.client, file)
  await givenImage(maya.client, file)
  const fields = [{ name: "player", label: "Player" }]
  const layers = [{ field: "player", box: { x: 0, y: 0, width: 1000, height: 200 }, fontId: club._id }]
  await maya.client.expect("PUT", `/api/images/${image._id}`, { fields, layers, mends: [green] })
  const [path] = await exportAccount(operator, maya.email, shelf())

  const givenTarget = async () => {
    const target = await app.givenUser({ name: "Target" })
    await target.client.expect("PUT", "/api/profile/settings", { mends: [rule] })
    return target
  }
  const own = async ({ client }: { client: typeof maya.client }) =>
    (await client.get("/api/images?sortBy=createdAt&sort=asc")).data as Image[]
  const target = await givenTarget()
  const open = globalThis.fetch
  let changes = 0
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (init.method !== "PUT" || !/\/api\/images\/[^/]+$/.test(url) || changes++ > 0) return open(url, init)
    return new Response(null, { status: 429, headers: { "retry-after": "0" } })
  })
  const report = await importAccount(operator, [path], target.email)
  vi.unstubAllGlobals()
  expect(report).toMatchObject({ images: 2, unusable: [], leftOut: [] })
  // Texts, sent twice, and the mends of two images; to wait for a reading costs nothing.
  expect(changes).toBe(4)
  const whole = [
    { fields, layers: [{ field: "player" }], mends: [green] },
    { fields: [], layers: [], mends: [] },
  ]
  expect(await own(target)).toMatchObject(whole)

  // A stop before the first image had its texts and mends; the seller has mended the other since.
  const [first, second] = await own(target)
  await app.db
    .prepare("UPDATE image SET fields = '[]', layers = '[]', mends = ? WHERE id = ?")
    .bind(JSON.stringify([rule]), first._id)
    .run()
  await target.client.expect("PUT", `/api/images/${second._id}`, { mends: [red] })
  expect(await importAccount(operator, [path], target.email)).toMatchObject({ images: 0, leftOut: [] })
  expect(await own(target)).toMatchObject([whole[0], { ...whole[1], mends: [red] }])

  // Texts in a font that is lost are refused, and nothing else is.
  const third = await givenTarget()
  const fontless = await changed(path, `fonts/${club._id}.ttf`, null)
  expect(await importAccount(operator, [fontless], third.email)).toMatchObject({
    images: 2,
    leftOut: [
      "The fields and texts of “logo.png” were left out. A layer names a font that does not exist. Choose another one.",
    ],
  })
  expect(await own(third)).toMatchObject([{ ...whole[1], mends: [green] }, whole[1]])
})

test("a damaged document of an archive is told in words, and nothing is taken in", async () => {
  const operator = { origin: app.origin, operatorKey: localOperatorKey }
  const { client, email } = await app.givenUser({ name: "Maya", credits: 70 })
  const target = await app.givenUser({ name: "Target" })
  await client.post("/api/sizes", { name: "Left chest", value: 3.5 })
  await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const [path] = await exportAccount(operator, email, shelf())
  const half = (text: string) => text.slice(0, text.length / 2)
  for (const name of ["account.json", "balance.json", "images.jsonl"])
    for (const change of [half, () => '{"credits":"many"}'])
      await expect(
        importAccount(operator, [await changed(path, name, change)], target.email),
        name,
      ).rejects.toThrow(
        `${name} in the archive is damaged or was changed. Export it once more and import that.`,
      )
  for (const list of ["sizes", "images"])
    expect((await target.client.get(`/api/${list}?search=Left`)).data, list).toEqual([])
  expect((await target.client.get("/api/images")).data).toEqual([])
})

test("a damaged colour profile of an archive is left out with a sentence, and the rest comes in", async () => {
  const operator = { origin: app.origin, operatorKey: localOperatorKey }
  const { client, email } = await app.givenUser({ name: "Maya" })
  const press = await client.expect<{ _id: string }>("POST", "/api/destinations", destinationOf())
  await client.expect("PUT", `/api/destinations/${press._id}/profile`, buildPressProfile())
  await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const [path] = await exportAccount(operator, email, shelf())
  const icc = `profiles/${press._id}.icc`
  // One was damaged before it came into the archive, the other in it.
  const garbled = readFileSync(path)
  garbled[garbled.indexOf("Dull press")] ^= 1
  const rotten = join(shelf(), "part-1.zip")
  writeFileSync(rotten, garbled)
  for (const [archive, why] of [
    [await changed(path, icc, () => "no profile"), "This file is no colour profile."],
    [await changed(path, icc, () => ""), "Choose a file"],
    [rotten, "It is damaged in the archive."],
  ]) {
    const target = await app.givenUser({ name: "Target" })
    const report = await importAccount(operator, [archive], target.email)
    expect(report).toMatchObject({
      images: 1,
      leftOut: [
        expect.stringContaining(`The colour profile of “${destinationOf().name}” was left out. ${why}`),
      ],
    })
    const [own] = (await target.client.get("/api/destinations?search=Press&limit=1")).data as object[]
    expect(own).toMatchObject({ ...destinationOf(), profile: null })
  }
})

test("an account's balance is granted once in all, whichever archive of it and into whichever account", async () => {
  const operator = { origin: app.origin, operatorKey: localOperatorKey }
  const header = { authorization: `Bearer ${localOperatorKey}` }
  const maya = await app.givenUser({ name: "Maya", credits: 70 })
  const paths = await exportAccount(operator, maya.email, shelf())
  const balance = JSON.parse(await readEntry(paths[0], "balance.json"))
  const targets = await Promise.all(
    ["First", "Second", "Third"].map((name) => app.givenUser({ name, credits: 30 })),
  )
  const grant = (userId: string, of = balance) =>
    maya.client.post("/api/operator/grants", { userId, balance: of }, header)

  // Only one account gets the balance if several ask at once.
  const replies = await Promise.all(targets.map(({ userId }) => grant(userId)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const winner = targets[replies.findIndex(({ status }) => status === 201)]
  const losers = targets.filter((target) => target !== winner)
  const had = "This account's balance has been granted before, to another account."
  for (const { message } of replies.filter(({ status }) => status === 409)) expect(message).toBe(had)

  // A repeat is harmless, a later archive is of the same balance, and the command says why it brings none.
  expect((await grant(winner.userId)).status).toBe(201)
  const later = await exportAccount(operator, maya.email, shelf())
  const report = await importAccount(operator, later, losers[0].email)
  expect(report).toMatchObject({ credits: 0, noCredits: had })
  // Nor does an account have its own balance twice.
  expect(await grant(maya.userId)).toMatchObject({ status: 409, message: "This account has its balance." })

  const available = async ({ hub }: (typeof targets)[number]) => (await hub.balance()).available
  expect(await available(winner)).toBe(100)
  for (const loser of losers) expect(await available(loser)).toBe(30)
  expect(await available(maya)).toBe(70)
})

longTest("names from before today's rules and prints of many items come in whole, and once", async () => {
  const operator = { origin: app.origin, operatorKey: localOperatorKey }
  const maya = await app.givenUser({ name: "Maya" })
  const { client } = maya
  await client.post("/api/image-categories", { name: "Retro" })
  const old = (await client.post("/api/image-categories", { name: "Old" })).data as { _id: string }
  await app.db
    .prepare("UPDATE image_category SET name = 're\u200Btro', name_key = 're\u200Btro' WHERE id = ?")
    .bind(old._id)
    .run()
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  await client.put(`/api/images/${image._id}`, { name: "Front / Back", imageCategoryId: old._id })
  // More than one call may carry, though fewer prints than one takes.
  const printItems = Array.from({ length: MAX_PRINT_ITEMS }, () => ({ imageId: image._id, quantity: 1 }))
  for (let i = 0; i < 7; i++) expect((await client.post("/api/prints", { printItems })).status).toBe(201)

  const paths = await exportAccount(operator, maya.email, shelf())
  const other = await app.givenUser({ name: "Other" })
  const counts = { images: 1, prints: 7, unusable: [] }
  expect(await importAccount(operator, paths, other.email)).toMatchObject(counts)
  expect(await importAccount(operator, paths, other.email)).toMatchObject({ images: 0, prints: 0 })
  const own = async (path: string) => (await other.client.get(path)).data as Image[]
  expect(await own("/api/images")).toMatchObject([{ name: "Front / Back", imageCategory: { name: "Retro" } }])
  expect(await own("/api/image-categories")).toMatchObject([{ name: "Retro" }])
  // An export that stopped before it gave the name is finished, not begun again.
  await app.db.prepare("UPDATE image SET name = 'Back' WHERE user_id = ?").bind(other.userId).run()
  await importAccount(operator, paths, other.email)
  expect((await own("/api/images")).map(({ name }) => name)).toEqual(["Front / Back"])
})

test("a seller takes the own account away; nobody else's, and no part that is not there", async () => {
  const maya = await app.givenUser({ name: "Maya" })
  expect((await maya.client.get("/api/profile/archive")).data).toEqual({ parts: 1, images: 0, sheets: 0 })
  const reply = await maya.client.fetch("GET", "/api/profile/archive/part-1.zip")
  expect(reply.headers.get("content-disposition")).toBe(
    'attachment; filename="sheetsmith-account-part-1.zip"',
  )
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect(bytes.subarray(0, 2).toString()).toBe("PK")
  expect(bytes.includes(maya.email)).toBe(true)
  expect((await maya.client.get("/api/profile/archive/part-2.zip")).status).toBe(404)
  expect((await maya.client.get("/api/profile/archive/part-0.zip")).status).toBe(404)
})

test("the operator's calls do not exist for anyone else", async () => {
  const { client, email, userId } = await app.givenUser({ name: "Maya", role: "admin" })
  const headers: Record<string, string>[] = [
    {},
    { authorization: "Bearer wrong" },
    { authorization: `Basic ${localOperatorKey}` },
  ]
  for (const header of headers) {
    expect((await client.post("/api/operator/sessions", { email }, header)).status).toBe(404)
    expect((await client.post("/api/operator/prints", { userId, prints: [] }, header)).status).toBe(404)
    expect(
      (await client.post("/api/operator/grants", { userId, balance: { userId, credits: 5 } }, header)).status,
    ).toBe(404)
  }
})

test("a seller deletes the own account with the password alone; an admin left alone cannot", async () => {
  const { client, email, userId } = await app.givenUser({ name: "Leaving" })
  const wrong = await client.post("/api/profile/delete", { password: "not-the-password" })
  expect(wrong).toMatchObject({ status: 422, fields: { password: "The password is wrong" } })
  expect((await client.get("/api/profile")).status).toBe(200)
  expect((await client.post("/api/profile/delete", { password: PASSWORD })).status).toBe(200)
  expect((await client.get("/api/profile")).status).toBe(401)
  const again = await app.human()
  expect((await again.post("/api/login", { email, password: PASSWORD })).status).toBe(401)
  const row = await app.db.prepare("SELECT first_name, email FROM user WHERE id = ?").bind(userId).first()
  expect(row).toMatchObject({ first_name: "Deleted" })
  expect(JSON.stringify(row)).not.toContain(email)

  await app.db.prepare("UPDATE user SET role = 'user'").run()
  const admin = await app.givenUser({ name: "Alone", role: "admin" })
  const last = await admin.client.post("/api/profile/delete", { password: PASSWORD })
  expect(last).toMatchObject({ status: 409, message: expect.stringContaining("last active admin") })
  expect((await admin.client.get("/api/profile")).status).toBe(200)
})
