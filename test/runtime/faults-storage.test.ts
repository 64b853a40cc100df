import { expect, test } from "vitest"
import type { Image } from "../../contract/artwork/image.ts"
import { UNAVAILABLE } from "../../contract/text.ts"
import { PASSWORD, useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import type { Client } from "../../local/client.ts"
import {
  download,
  givenImage,
  givenPrint,
  givenSize,
  keysIn,
  printOf,
} from "../worker/artwork/artwork-steps.ts"
import {
  atEveryCall,
  breakCalls,
  deliverOnce,
  drainQueue,
  faultNames,
  faultyFronts,
  keepIngest,
} from "./crash-steps.ts"

const app = useApp({}, faultyFronts)
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000
const LONG_MS = 15 * MINUTE_MS
const D1_AWAY = "D1_ERROR: Network connection lost. "
const R2_AWAY = "put: We encountered an internal error. Please try again. (10001) "

async function upload(client: Client, name: string): Promise<Response> {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(await softArtPng(150, 180))], name))
  return client.fetch("POST", "/api/images/bulk-upload", form)
}

async function imagesOf(client: Client, search = ""): Promise<Image[]> {
  const reply = await client.get(`/api/images?limit=100&search=${search}`)
  expect(reply.status).toBe(200)
  return reply.data as Image[]
}

/**
 * Checks the answer of a call that could not reach storage, and the log's line of its id.
 */
async function expectOutage(response: Response, where: string): Promise<void> {
  const body = (await response.json()) as { requestId: string }
  expect(response.status, where).toBe(503)
  expect(response.headers.get("retry-after"), where).toBe("30")
  expect(response.headers.get("x-request-id"), where).toBe(body.requestId)
  expect(body, where).toMatchObject({ code: "unavailable", message: UNAVAILABLE })
  const linesOfIt = () => app.errorLog().filter((line) => line.includes(body.requestId))
  await expect.poll(linesOfIt).not.toEqual([])
  const lines = linesOfIt()
  expect(
    lines.map((line) => JSON.parse(line)),
    where,
  ).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ message: "unexpected error", requestId: body.requestId }),
    ]),
  )
}

test("while D1 is away every call says so, its id leads to the log, and nothing is half done", async () => {
  app.expectErrors(/planned:/)
  const { client, hub, email } = await app.givenUser({ name: "Database" })
  const image = await givenImage(client, { name: "kept.png", bytes: await softArtPng(150, 180) })
  const sizeId = await givenSize(client, "Pocket", 1)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 3 }])
  const human = await app.human()
  const keysBefore = await keysIn(app, "images/")
  const before = await hub.balance()

  await breakCalls(app, "d1", D1_AWAY)
  await expectOutage(await app.visitor().fetch("GET", "/api/health"), "health")
  await expectOutage(await human.fetch("POST", "/api/login", { email, password: PASSWORD }), "sign-in")
  await expectOutage(await client.fetch("GET", "/api/prints"), "list")
  await expectOutage(await upload(client, "lost.png"), "upload")
  await expectOutage(await client.fetch("POST", `/api/prints/${print._id}/proccess`, {}), "process")
  await expectOutage(await client.fetch("POST", "/api/buyCredits", { sku: "credits100" }), "purchase")
  // Browsers on their way back from a vendor are led to a page all the same.
  const navigation = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }
  const paid = await client.fetch(
    "GET",
    "/api/payments/return?token=5O190127TN364715T",
    undefined,
    navigation,
  )
  expect(paid.headers.get("location")).toBe(`${app.origin}/dashboard?PaymentResult=Pending`)
  const shop = await client.fetch(
    "GET",
    "/api/integrations/etsy/callback?code=a&state=b",
    undefined,
    navigation,
  )
  expect(shop.headers.get("location")).toBe("/integrations?error=auth_failed")
  await app.runtime.runCron(MINUTE)
  await breakCalls(app, null)

  expect((await imagesOf(client)).map(({ name }) => name)).toEqual(["kept.png"])
  expect(await keysIn(app, "images/")).toEqual(keysBefore)
  expect(await hub.balance()).toEqual(before)
  expect(await printOf(client, print._id)).toMatchObject({ status: "In Draft" })
  expect((await client.get("/api/payments")).data).toEqual([])
  expect((await app.visitor().get("/api/health")).data).toMatchObject({ status: "ok" })
})

test("while R2 is away uploads are refused whole, prints wait, and all goes on when it is back", async () => {
  app.expectErrors(/planned:/)
  const { client, hub } = await app.givenUser({ name: "Bucket" })
  const image = await givenImage(client, { name: "kept.png", bytes: await softArtPng(150, 180) })
  const sizeId = await givenSize(client, "Pocket", 1)
  const items = [{ imageId: image._id, sizeId, quantity: 3 }]
  const print = await givenPrint(client, items)
  const late = await givenPrint(client, items)
  const keysBefore = await keysIn(app, "images/")
  expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)

  await breakCalls(app, "r2", R2_AWAY)
  await expectOutage(await upload(client, "lost.png"), "upload")
  await expectOutage(await client.fetch("GET", `/api/files/images/${image._id}/preview`), "picture")
  // Its silhouettes are out of reach: the search waits in its queue.
  expect((await client.post(`/api/prints/${late._id}/proccess`)).status).toBe(202)
  await deliverOnce(app)
  for (const { _id } of [print, late])
    expect(await printOf(client, _id)).toMatchObject({ status: "Processing", progress: { stage: "layout" } })
  expect(await hub.balance()).toMatchObject({ available: 14, held: 6, used: 0 })
  await breakCalls(app, null)

  expect((await imagesOf(client)).map(({ name }) => name)).toEqual(["kept.png"])
  expect(await keysIn(app, "images/")).toEqual(keysBefore)
  await drainQueue(app)
  for (const { _id } of [print, late]) {
    const done = await printOf(client, _id)
    expect(done.status).toBe("Completed")
    expect((await download(client, done.fileId[0])).length).toBeGreaterThan(1_000)
  }
  expect(await hub.balance()).toMatchObject({ available: 14, held: 0, used: 6 })
})

test.each(faultNames)(
  "upload: %s at any call loses no file that was said to be there",
  async (_name, fault) => {
    app.expectErrors(/planned:|Failed query/i)
    const { client } = await app.givenUser({ name: "Upload" })
    await keepIngest(app, true)
    let files = 0
    const { calls } = await atEveryCall(app, fault, {
      async prepare() {
        files += 1
        return { name: `${fault.when}-${fault.how}-${files}.png`, isSaid: false }
      },
      async act(given) {
        given.isSaid = (await upload(client, given.name)).status === 201
        await deliverOnce(app)
      },
      async recover({ name, isSaid }) {
        await drainQueue(app)
        // Half an hour later, an upload that nobody sends is ended, and an unread image is read.
        await app.runtime.runCron(MINUTE, Date.now() + 31 * MINUTE_MS)
        await drainQueue(app)
        const [image] = await imagesOf(client, name)
        if (!isSaid && image?.status !== "Ready") {
          expect((await upload(client, name)).status).toBe(201)
          await drainQueue(app)
        }
        // Deleted objects go with the next run.
        await app.runtime.runCron(MINUTE)
      },
      async check({ name, isSaid }, where) {
        const result = await imagesOf(client, name)
        expect(
          result.filter(({ status }) => status === "Ready"),
          where,
        ).toHaveLength(1)
        const others = result.filter(({ status }) => status !== "Ready")
        expect(others.length, where).toBeLessThanOrEqual(isSaid ? 0 : 1)
        for (const other of others) {
          expect(other, where).toMatchObject({
            status: "Failed",
            failureReason: expect.stringContaining("again"),
          })
          expect(await keysIn(app, `images/${other._id}/`), where).toEqual([])
        }
        const { data } = await app.visitor().get("/api/health")
        expect(data, where).toMatchObject({ status: "ok" })
      },
    })
    await keepIngest(app, false)
    expect(calls.length).toBeGreaterThan(8)
    for (const kind of ["d1", "r2", "queue"])
      expect(
        calls.some((call) => call.startsWith(`${kind}.`)),
        kind,
      ).toBe(true)
  },
  LONG_MS,
)
