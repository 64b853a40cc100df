import { expect, test } from "vitest"
import type { ImageInk } from "../../../contract/api/ink-api.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import type { LayoutReply } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { boxedLogoPng } from "../../../harness/artwork.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenPrint, givenSize, imageOf, printOf, until } from "./artwork-steps.ts"

const app = useApp()

test("a white box is told with its figure at each size, and marked until the seller knows it", async () => {
  const { client } = await app.givenUser({ name: "Ink" })
  const { client: stranger } = await app.givenUser({ name: "Stranger" })
  const image = await givenImage(client, { name: "boxed.png", bytes: await boxedLogoPng(900, 600) })
  const path = `/api/images/${image._id}`
  expect(image.ink).toEqual([{ code: "white-box", severity: "bad", isAccepted: false }])
  const own = await client.expect<ImageInk>("GET", `${path}/findings`)
  expect(own).toMatchObject({ widthIn: 3, dpi: 300, state: "ready", reason: null })
  expect(own.findings).toMatchObject([
    {
      ...{ code: "white-box", figure: 76.2, unit: "mm", count: 1, isAccepted: false },
      text: "There is a white box around the art, 76 mm × 51 mm. It prints with it.",
      places: [{ x: 0, y: 0, width: 1000, height: 1000 }],
      mends: [{ kind: "remove-background", colour: "#ffffff" }],
    },
  ])

  expect(await client.expect<ImageInk>("GET", `${path}/findings?widthIn=6`)).toMatchObject({
    state: "waiting",
    findings: [],
  })
  const wide = await checked(client, `${path}/findings?widthIn=6`)
  expect(wide.dpi).toBe(150)
  expect(codesOf(wide)).toEqual(["white-box", "low-dpi"])
  expect(wide.findings[0].figure).toBe(152.4)
  const { _id: sheetTemplateId } = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
    ...defaultSheetTemplate,
    ...{ name: "Light", isDefault: false, ink: { maxInkPercent: 50 } },
  })
  const light = await checked(client, `${path}/findings?widthIn=6&sheetTemplateId=${sheetTemplateId}`)
  expect(codesOf(light)).toContain("heavy-ink")

  const open = () =>
    client.get("/api/images?ink=open").then(({ data }) => (data as Image[]).map(({ _id }) => _id))
  expect(await open()).toEqual([image._id])
  const accepted = await client.expect<Image>("PUT", `${path}/accepted`, { codes: ["white-box"] })
  expect(accepted.ink).toMatchObject([{ code: "white-box", isAccepted: true }])
  expect(await open()).toEqual([])
  expect((await checked(client, `${path}/findings?widthIn=6`)).findings).toMatchObject([
    { code: "white-box", isAccepted: true },
    { code: "low-dpi", isAccepted: false },
  ])

  expect((await client.put(`${path}/accepted`, { codes: ["white"] })).status).toBe(400)
  expect((await client.get(`${path}/findings?widthIn=0`)).status).toBe(400)
  expect((await client.get(`${path}/findings?sheetTemplateId=${image._id}`)).status).toBe(404)
  expect((await stranger.get(`${path}/findings`)).status).toBe(404)
  expect((await stranger.put(`${path}/accepted`, { codes: [] })).status).toBe(404)
})

test("a dry run and a print tell each item's findings, and which items are not checked yet", async () => {
  const { client } = await app.givenUser({ name: "Printer" })
  const image = await givenImage(client, { name: "boxed.png", bytes: await boxedLogoPng(900, 600) })
  const sizeId = await givenSize(client, "Chest", 6)
  const { _id, printItems, notChecked } = await givenPrint(client, [
    { imageId: image._id, sizeId, quantity: 2 },
  ])
  const [{ _id: itemId }] = printItems
  expect(notChecked).toEqual([{ itemId, reason: null }])
  const print = await until("the item's ink", async () => {
    const now = await printOf(client, _id)
    return now.notChecked.length === 0 && now
  })
  expect(print.findings).toMatchObject([
    { itemId, code: "white-box", severity: "bad", figure: 152.4 },
    { itemId, code: "low-dpi", severity: "warn", figure: 150 },
  ])
  const run = await client.expect<LayoutReply>("POST", `/api/prints/${_id}/layout`, {})
  expect(run).toMatchObject({ findings: print.findings, notChecked: [] })
  const manifest = await client.expect<Manifest>("GET", `/api/prints/${_id}/manifest`)
  expect(manifest).toMatchObject({ findings: print.findings, notChecked: [] })
})

test("a check that a lost message left, or a lost file ends, is made again or says why it was not", async () => {
  const { client } = await app.givenUser({ name: "Lost" })
  const image = await givenImage(client, { name: "boxed.png", bytes: await boxedLogoPng(900, 600) })
  const path = `/api/images/${image._id}/findings?widthIn=4`
  const first = await checked(client, path)
  const { digest } = (await app.db
    .prepare("SELECT digest FROM image_ink WHERE image_id = ? ORDER BY created_at DESC LIMIT 1")
    .bind(image._id)
    .first<{ digest: string }>()) ?? { digest: "" }
  const message = { imageId: image._id, kind: "ink", digest }
  expect(await app.deliver("sheetsmith-reading", message, message)).toMatchObject({ retried: [] })
  await app.db
    .prepare("UPDATE image_ink SET state = 'waiting', findings = '[]', retry_at = 1 WHERE digest = ?")
    .bind(digest)
    .run()
  await app.runtime.runCron("* * * * *")
  expect(await checked(client, path)).toEqual(first)

  await app.files.delete(`images/${image._id}/source`)
  const lost = await checked(client, `/api/images/${image._id}/findings?widthIn=5`)
  expect(lost).toMatchObject({ state: "failed", findings: [] })
  expect(lost.reason).toBe("The image's file is missing. Upload it again.")
  expect((await imageOf(client, image._id)).ink).toHaveLength(1)
})

function checked(client: Client, path: string): Promise<ImageInk> {
  return until("the check", async () => {
    const ink = await client.expect<ImageInk>("GET", path)
    return ink.state !== "waiting" && ink
  })
}

function codesOf({ findings }: ImageInk): string[] {
  return findings.map(({ code }) => code)
}
