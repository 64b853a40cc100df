import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { makeId } from "../../../contract/id.ts"
import { JOB_DAYS, MAX_JOB_ERRORS } from "../../../contract/limit.ts"
import type { Job, JobRequest } from "../../../contract/programs/job.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client, Reply } from "../../../local/client.ts"
import { EVERY_MINUTE, NIGHTLY } from "../../../worker/work/triggers.ts"
import { download, givenImage, givenSize, printOf, processed, until } from "../artwork/artwork-steps.ts"

const app = useApp()

type Sent = Omit<JobRequest, "items"> & { items: object[] }

function send(client: Client, job: Sent, headers: Record<string, string> = {}): Promise<Reply> {
  return client.post("/api/jobs", job, headers)
}

async function given(client: Client, job: Sent): Promise<Job> {
  const reply = await send(client, job)
  expect(reply.status, `${reply.message} ${JSON.stringify(reply.fields)}`).toBe(202)
  return reply.data as Job
}

async function jobOf(client: Client, id: string): Promise<Job> {
  const reply = await client.get(`/api/jobs/${id}`)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as Job
}

function ended(client: Client, { _id }: Job): Promise<Job> {
  return until(`job ${_id}`, async () => {
    const job = await jobOf(client, _id)
    return job.endedAt === null ? null : job
  })
}

function formOf(job: unknown, files: readonly { name: string; bytes: Uint8Array | string }[]): FormData {
  const form = new FormData()
  for (const { name, bytes } of files)
    form.append("files", new File([bytes as Uint8Array<ArrayBuffer>], name))
  form.append("job", JSON.stringify(job))
  return form
}

/** Tells where names lead. */
async function tellDns(names: Record<string, string[]>): Promise<void> {
  const body = JSON.stringify({ vendor: "internet", names })
  expect((await fetch(`${app.standIns.origin}/__control`, { method: "POST", body })).status).toBe(200)
}

async function seenBeyond(): Promise<string[]> {
  const state = (await (await fetch(`${app.standIns.origin}/__state`)).json()) as {
    internet: { seen: string[] }
  }
  return state.internet.seen
}

async function counts(userId: string) {
  const sums = ["image", "size", "print", "attempt"].map(
    (table) => `(SELECT count(*) FROM ${table} WHERE user_id = ?1) AS ${table}`,
  )
  return app.db.prepare(`SELECT ${sums.join()}`).bind(userId).first<Record<string, number>>()
}

test("a job is quoted, drafted and printed: artwork by id, by file and by address, sizes by id and by width", async () => {
  const { client, hub, userId } = await app.givenUser({ name: "Whole", credits: 100 })
  const filmPrice = { amount: 12, per: "foot", currency: "USD" }
  const template = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
    ...{ ...defaultSheetTemplate, name: "Priced", filmPrice, creditPrice: 0.5 },
  })
  const moth = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 1)
  const picture = `${app.standIns.origin}/artwork/7.png`
  const items = [
    { imageId: moth._id, sizeId, quantity: 2 },
    { url: picture, widthIn: 2, quantity: 1 },
    { url: picture, widthIn: 1.5, quantity: 3 },
  ]
  const before = await counts(userId)
  const quoted = await ended(
    client,
    await given(client, {
      items,
      action: "quote",
      sheetTemplateId: template._id as never,
      reference: "web-1001",
    }),
  )
  expect(quoted).toMatchObject({
    status: "completed",
    printId: null,
    reference: "web-1001",
    files: [],
    errors: [],
  })
  const { credits, filmIn, cost, findings } = quoted.quote ?? {}
  expect([credits, (filmIn ?? 0) > 1]).toEqual([6, true])
  expect(cost).toMatchObject({ film: Math.round((filmIn ?? 0) * 100) / 100, credits: 3, currency: "USD" })
  expect(findings?.map(({ item }) => item).every((item) => item >= 0 && item < 3)).toBe(true)
  // The artwork is in the library, as the job asked for; nothing else is.
  expect(await counts(userId)).toEqual({ ...before, image: 2 })
  expect((await seenBeyond()).filter((path) => path === "/artwork/7.png")).toHaveLength(1)

  const drafted = await ended(client, await given(client, { items, action: "draft", name: "By program" }))
  expect(drafted).toMatchObject({ status: "completed", files: [] })
  expect(await printOf(client, drafted.printId ?? "")).toMatchObject({
    name: "By program",
    copies: 6,
    status: "In Draft",
  })
  expect(await counts(userId)).toMatchObject({ size: 3, print: 1, attempt: 0 })

  const job = {
    action: "process",
    maxCredits: 7,
    reference: "web-1002",
    items: [...items, { file: "logo.svg", widthIn: 2, quantity: 1 }],
  }
  const sent = await client.post("/api/jobs", formOf(job, [{ name: "logo.svg", bytes: logoSvg() }]))
  expect(sent.status, `${sent.message} ${JSON.stringify(sent.fields)}`).toBe(202)
  expect((sent.data as Job).status).toBe("reading")
  const printed = await ended(client, sent.data as Job)
  expect(printed).toMatchObject({ status: "completed", quote: { credits: 7 }, errors: [] })
  expect(printed.files.length).toBeGreaterThan(0)
  expect((await download(client, printed.files[0])).length).toBeGreaterThan(1_000)
  expect(await hub.balance()).toMatchObject({ used: 7, held: 0, available: 93 })

  const found = await client.get("/api/jobs?reference=web-1002")
  expect(found.data).toEqual([printed])
  const all = await client.get("/api/jobs?limit=2")
  expect((all.data as Job[]).map(({ _id }) => _id)).toEqual([printed._id, drafted._id])
  const { next } = all.pagination as { next: string }
  const rest = await client.get(`/api/jobs?limit=2&after=${encodeURIComponent(next)}`)
  expect(rest.data).toEqual([quoted])
  const stranger = await app.givenUser({ name: "Stranger" })
  expect((await stranger.client.get(`/api/jobs/${printed._id}`)).status).toBe(404)
  expect((await stranger.client.get("/api/jobs")).data).toEqual([])
})

test("who prefers to wait is answered at the end, and one key makes one job", async () => {
  const { client, userId, hub } = await app.givenUser({ name: "Waiting", credits: 40 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const job: Sent = { items: [{ imageId: image._id, widthIn: 1, quantity: 4 }], action: "process" }
  const waited = await send(client, job, { prefer: "respond-async, wait=25" })
  expect([waited.status, waited.headers.get("preference-applied")]).toEqual([202, "wait=25"])
  expect(waited.data).toMatchObject({ status: "completed", files: [{ format: "png" }] })

  const headers = { "idempotency-key": "order 1003" }
  const at = Array.from({ length: 20 }, () => send(client, { ...job, reference: "1003" }, headers))
  const statuses = (await Promise.all(at)).map(({ status }) => status)
  expect(statuses.every((status) => status === 202 || status === 409)).toBe(true)
  const [one, ...others] = (await client.get("/api/jobs?reference=1003")).data as Job[]
  expect(others).toEqual([])
  await ended(client, one)
  expect(await hub.balance()).toMatchObject({ used: 8, held: 0 })
  // The isolate died before anybody heard of it.
  await app.db
    .prepare("UPDATE keyed_call SET answer = NULL, lease_until = 0 WHERE user_id = ?")
    .bind(userId)
    .run()
  expect((await send(client, { ...job, reference: "1003" }, headers)).data).toMatchObject({ _id: one._id })
  expect(await counts(userId)).toMatchObject({ print: 2, attempt: 2, size: 1 })
  // With artwork beside it as well.
  const form = () =>
    formOf({ ...job, items: [{ file: "a.svg", widthIn: 1, quantity: 1 }], action: "quote" }, [
      { name: "a.svg", bytes: logoSvg() },
    ])
  const first = await client.post("/api/jobs", form(), { "idempotency-key": "form" })
  const again = await client.post("/api/jobs", form(), { "idempotency-key": "form" })
  expect([again.status, (again.data as Job)._id]).toEqual([202, (first.data as Job)._id])
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  await app.db
    .prepare("UPDATE keyed_call SET answer = NULL, lease_until = 0 WHERE user_id = ?")
    .bind(userId)
    .run()
  const resumed = await client.post("/api/jobs", form(), { "idempotency-key": "form" })
  expect((resumed.data as Job)._id).toBe((first.data as Job)._id)
  expect(await counts(userId)).toMatchObject({ image: 2 })
  await ended(client, first.data as Job)
})

test("what is wrong with a job names the item, at once where it can be told", async () => {
  const { client, userId } = await app.givenUser({ name: "Wrong" })
  const stranger = await app.givenUser({ name: "Stranger" })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const theirs = await givenImage(stranger.client, { name: "moth.png", bytes: await softArtPng(90, 90) })
  const sizeId = await givenSize(client, "Pocket", 1)
  const good = { imageId: image._id, sizeId, quantity: 1 }
  const refused = async (items: object[], more: object = {}) => {
    const { status, code, fields } = await send(client, { items, action: "quote", ...more } as Sent)
    return [status, code, Object.keys(fields)]
  }
  expect(await refused([])).toEqual([400, "validation-failed", ["items"]])
  expect(await refused([good, { sizeId, quantity: 1 }])).toEqual([
    400,
    "validation-failed",
    ["items.1.imageId"],
  ])
  expect(await refused([{ ...good, url: "https://a.shop/x.png" }])).toEqual([
    400,
    "validation-failed",
    ["items.0.url"],
  ])
  expect(await refused([{ imageId: image._id, quantity: 1 }])).toEqual([
    400,
    "validation-failed",
    ["items.0.widthIn"],
  ])
  expect(await refused([good, { ...good, imageId: theirs._id }])).toEqual([
    404,
    "not-found",
    ["items.1.imageId"],
  ])
  expect(await refused([{ ...good, sizeId: image._id }])).toEqual([404, "not-found", ["items.0.sizeId"]])
  expect(await refused([good, { ...good, values: { name: "Ann" } }])).toEqual([
    422,
    "unprocessable",
    ["items.1.values.name"],
  ])
  expect(await refused([{ file: "moth.png", widthIn: 1, quantity: 1 }])).toEqual([
    422,
    "unprocessable",
    ["items.0.file"],
  ])
  expect(await refused([good], { sheetTemplateId: image._id })).toEqual([
    404,
    "not-found",
    ["sheetTemplateId"],
  ])
  expect(await refused([{ ...good, quantity: 5_000 }, good])).toEqual([422, "unprocessable", ["items"]])
  for (const url of [
    "ftp://a.shop/x.png",
    "http://169.254.169.254/latest",
    "https://[::1]/x.png",
    "https://nas.local/x.png",
  ])
    expect(await refused([good, { url, widthIn: 1, quantity: 1 }])).toEqual([
      422,
      "unprocessable",
      ["items.1.url"],
    ])

  const before = await counts(userId)
  const form = await client.post(
    "/api/jobs",
    formOf({ items: [good, { file: "torn.svg", widthIn: 1, quantity: 1 }], action: "quote" }, [
      { name: "logo.svg", bytes: logoSvg() },
      { name: "torn.svg", bytes: "<svg" },
    ]),
  )
  expect([form.status, Object.keys(form.fields)]).toEqual([422, ["items.1.file"]])
  const unused = formOf({ items: [good], action: "quote" }, [{ name: "logo.svg", bytes: logoSvg() }])
  expect((await client.post("/api/jobs", unused)).status).toBe(422)
  expect(await counts(userId)).toEqual(before)

  const wide = await ended(
    client,
    await given(client, { items: [good, { ...good, sizeId: undefined, widthIn: 30 }], action: "draft" }),
  )
  expect(wide).toMatchObject({ status: "refused", errors: [{ item: 1, code: "unprocessable" }] })
  expect(wide.errors[0].message).toContain("does not fit")
  const dear = await ended(
    client,
    await given(client, { items: [{ ...good, quantity: 9 }], action: "process", maxCredits: 8 }),
  )
  expect(dear).toMatchObject({
    status: "refused",
    quote: { credits: 9 },
    errors: [{ item: null, code: "max-credits" }],
  })
  const poor = await ended(
    client,
    await given(client, { items: [{ ...good, quantity: 21 }], action: "process" }),
  )
  expect(poor).toMatchObject({ status: "refused", errors: [{ item: null, code: "credits-too-few" }] })
  // What it has made by then is a draft for a person.
  expect(await printOf(client, poor.printId ?? "")).toMatchObject({ status: "In Draft", copies: 21 })
})

test("an address is fetched from the public internet alone, wherever it redirects and whatever its name leads to", async () => {
  const { client, userId } = await app.givenUser({ name: "Fetching" })
  const beyond = app.standIns.origin
  await tellDns({
    "inside.shop-art.com": ["10.1.2.3"],
    "half.shop-art.com": ["93.184.216.34", "192.168.0.10"],
    "six.shop-art.com": ["fd00::1"],
    "mapped.shop-art.com": ["::ffff:127.0.0.1"],
  })
  const to = (url: string) => `${beyond}/artwork/to?url=${encodeURIComponent(url)}`
  const cases: [url: string, code: string][] = [
    ["https://inside.shop-art.com/x.png", "address-refused"],
    ["https://half.shop-art.com/x.png", "address-refused"],
    ["http://six.shop-art.com/x.png", "address-refused"],
    ["https://mapped.shop-art.com/x.png", "address-refused"],
    [to("http://169.254.169.254/latest/meta-data/"), "address-refused"],
    [to("http://3232235777/x.png"), "address-refused"],
    [to("https://[::ffff:10.0.0.1]/x.png"), "address-refused"],
    [to("file:///etc/passwd"), "address-refused"],
    [to(to("https://inside.shop-art.com/x.png")), "address-refused"],
    [`${beyond}/artwork/round`, "unprocessable"],
    [`${beyond}/artwork/page`, "unsupported-type"],
    [`${beyond}/artwork/huge`, "too-large"],
    [`${beyond}/artwork/endless.png`, "too-large"],
    [`${beyond}/artwork/packed.png`, "too-large"],
    [`${beyond}/artwork/none.png`, "unprocessable"],
  ]
  const before = await counts(userId)
  for (const [url, code] of cases) {
    const job = await ended(
      client,
      await given(client, { items: [{ url, widthIn: 1, quantity: 1 }], action: "quote" }),
    )
    expect(job, url).toMatchObject({ status: "refused", errors: [{ item: 0, code }] })
  }
  expect(await counts(userId)).toEqual(before)
  const moved = await given(client, {
    items: [{ url: to(`${beyond}/artwork/8.png`), widthIn: 1, quantity: 1 }],
    action: "quote",
  })
  expect(await ended(client, moved)).toMatchObject({ status: "completed", errors: [] })
  expect((await client.get("/api/images")).data).toMatchObject([{ name: "8.png" }])
})

test("a server that does not answer is asked again, and a job that stood still goes on", async () => {
  const { client } = await app.givenUser({ name: "Patient" })
  const order = (body: object) =>
    fetch(`${app.standIns.origin}/__control`, { method: "POST", body: JSON.stringify(body) })
  await order({ path: "/artwork/9.png", action: "fail", status: 503, times: 1 })
  const url = `${app.standIns.origin}/artwork/9.png`
  const job = await given(client, { items: [{ url, widthIn: 1, quantity: 1 }], action: "quote" })
  await until("the first try", async () => {
    const row = await app.db
      .prepare("SELECT tries FROM job WHERE id = ?")
      .bind(job._id)
      .first<{ tries: number }>()
    return row?.tries === 1
  })
  await app.runtime.runCron(EVERY_MINUTE, Date.now() + 5 * 60_000)
  expect(await ended(client, job)).toMatchObject({ status: "completed" })

  await order({ path: "/artwork/10.png", action: "fail", status: 503, times: 3 })
  const never = await given(client, {
    items: [{ url: `${app.standIns.origin}/artwork/10.png`, widthIn: 1, quantity: 1 }],
    action: "quote",
  })
  for (let minute = 1; minute <= 3; minute++) {
    await until("another try", async () => {
      const row = await app.db
        .prepare("SELECT tries, ended_at AS ended FROM job WHERE id = ?")
        .bind(never._id)
        .first<{ tries: number; ended: number | null }>()
      return (row?.tries ?? 0) >= minute || row?.ended
    })
    await app.runtime.runCron(EVERY_MINUTE, Date.now() + minute * 10 * 60_000)
  }
  expect(await ended(client, never)).toMatchObject({
    status: "refused",
    errors: [{ item: 0, code: "address-unreachable" }],
  })
})

test("a job's print that is cancelled or fails is its end; old jobs go", async () => {
  const { client, userId } = await app.givenUser({ name: "Cancelled", credits: 40 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const job = await given(client, {
    items: [{ imageId: image._id, widthIn: 1, quantity: 2 }],
    action: "process",
  })
  const printId = await until("its print", async () => {
    const { status, printId } = await jobOf(client, job._id)
    return status === "rendering" || status === "completed" ? printId : null
  })
  await client.post(`/api/prints/${printId}/cancel`)
  const { status } = await processed(client, printId)
  const end = await ended(client, job)
  expect(end.status).toBe(status === "Cancelled" ? "failed" : "completed")
  const left = async () =>
    (
      await app.db
        .prepare("SELECT count(*) AS n FROM job WHERE user_id = ?")
        .bind(userId)
        .first<{ n: number }>()
    )?.n
  await app.runtime.runCron(NIGHTLY, Date.now() + (JOB_DAYS - 1) * DAY_MS)
  expect(await left()).toBe(1)
  await app.runtime.runCron(NIGHTLY, Date.now() + (JOB_DAYS + 1) * DAY_MS)
  expect(await left()).toBe(0)
})

test("a job that has waited for seconds has its next look at a whole millisecond, as its message has to", async () => {
  const { client, userId } = await app.givenUser({ name: "Waited" })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(90, 90) })
  await app.db
    .prepare("UPDATE image SET status = 'Ingesting', retry_at = 9e15 WHERE id = ?")
    .bind(image._id)
    .run()
  const request = { items: [{ imageId: image._id, widthIn: 1, quantity: 1 }], action: "quote" }
  const jobs: Job[] = []
  for (let ms = 0; ms < 8; ms++) {
    const id = makeId(Date.now())
    await app.db
      .prepare(
        "INSERT INTO job (id, user_id, state, request, retry_at, created_at, updated_at) VALUES (?1, ?2, 'reading', ?3, 1000, ?4, ?4)",
      )
      .bind(id, userId, JSON.stringify(request), Date.now() - 4_000 - ms)
      .run()
    await app.deliver("sheetsmith-run", { kind: "job", jobId: id, leaseUntilMs: 1000 })
    jobs.push({ _id: id } as Job)
  }
  const { results } = await app.db
    .prepare("SELECT DISTINCT typeof(retry_at) AS type FROM job WHERE user_id = ?")
    .bind(userId)
    .all()
  expect(results).toEqual([{ type: "integer" }])
  await app.db
    .prepare("UPDATE image SET status = 'Ready', retry_at = NULL WHERE id = ?")
    .bind(image._id)
    .run()
  for (const job of jobs) expect(await ended(client, job)).toMatchObject({ status: "completed" })
})

test("an ended job keeps neither its items nor every error of a thousand", async () => {
  const { client, userId } = await app.givenUser({ name: "Spare" })
  const items = Array.from({ length: MAX_JOB_ERRORS + 20 }, () => {
    return { url: "https://inside.shop-art.com/art.png", widthIn: 1, quantity: 1 }
  })
  const job = await ended(client, await given(client, { items, action: "quote" }))
  expect(job.status).toBe("refused")
  expect(job.errors).toHaveLength(MAX_JOB_ERRORS)
  expect(job.action).toBe("quote")
  const { results } = await app.db
    .prepare("SELECT json_array_length(request, '$.items') AS items FROM job WHERE user_id = ?")
    .bind(userId)
    .all()
  expect(results).toEqual([{ items: 0 }])
})
