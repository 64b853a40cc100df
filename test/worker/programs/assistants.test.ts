import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import sharp from "sharp"
import { expect, test } from "vitest"
import type { Scope } from "../../../contract/accounts/scope.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { givenToken } from "../../../harness/access-token.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { SHEET_VIEW } from "../../../worker/assistant/sheet-view.ts"
import { givenImage, givenSize, processed } from "../artwork/artwork-steps.ts"
import { givenDue } from "../orders/order-steps.ts"

const app = useApp()

/** Connects an assistant with a token of these scopes, all unless given. */
async function assistantOf(
  { client }: GivenUser,
  input: { scopes?: readonly Scope[]; isTest?: boolean } = {},
  version: "2026-07-28" | "legacy" = "2026-07-28",
) {
  const { token } = await givenToken(client, input)
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const transport = new StreamableHTTPClientTransport(new URL(`${app.origin}/mcp`), { requestInit })
  const mode = version === "legacy" ? version : { pin: version }
  const assistant = new Client({ name: "tester", version: "1" }, { versionNegotiation: { mode } })
  await assistant.connect(transport)
  const ask = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, structuredContent, isError } = await assistant.callTool({ name, arguments: given })
    const [first] = content
    if (first?.type !== "text") throw new Error(`${name} answered without text`)
    const pictures = content.flatMap((part) =>
      part.type === "image" ? Buffer.from(part.data, "base64") : [],
    )
    const data = structuredContent as Record<string, unknown>
    return { text: first.text, data, pictures, isError: isError ?? false }
  }
  return { assistant, token, ask }
}

test("an assistant is shown the tools that its token may use, by the protocol of today and the one before", async () => {
  const person = await app.givenUser({ name: "Asking" })
  for (const version of ["2026-07-28", "legacy"] as const) {
    const { assistant } = await assistantOf(person, {}, version)
    const { tools } = await assistant.listTools()
    expect(tools.length).toBeGreaterThanOrEqual(12)
    expect(tools.length).toBeLessThanOrEqual(15)
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual([
      "confirm_print",
    ])
    await assistant.close()
  }
  const { assistant, ask } = await assistantOf(person, { scopes: ["images:read"] })
  expect((await assistant.listTools()).tools.map(({ name }) => name)).toEqual([
    "find_artwork",
    "check_artwork",
  ])
  await expect(ask("confirm_print", { confirmation: "x" })).rejects.toThrow("confirm_print")
})

test("an assistant's window is given a view of sheets, which fetches nothing", async () => {
  const { assistant } = await assistantOf(await app.givenUser({ name: "Seeing" }))
  const { tools } = await assistant.listTools()
  const shown = tools.filter(({ _meta }) => _meta?.ui !== undefined)
  expect(shown.map(({ name }) => name)).toEqual([
    ...["prepare_print", "prepare_draft", "look_at_print", "prepare_orders_print"],
  ])
  for (const { _meta } of shown) expect(_meta?.ui).toEqual({ resourceUri: SHEET_VIEW })
  const { contents } = await assistant.readResource({ uri: SHEET_VIEW })
  expect(contents).toMatchObject([{ uri: SHEET_VIEW, mimeType: "text/html;profile=mcp-app" }])
  expect(JSON.stringify(contents)).not.toMatch(/https?:|innerHTML|fetch\(|import/)
})

test("a print is prepared, shown, and printed by the confirmation made for it, once", async () => {
  const person = await app.givenUser({ name: "Careful", credits: 40 })
  const image = await givenImage(person.client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const { ask } = await assistantOf(person)
  expect((await ask("find_artwork", { search: "moth" })).text).toContain(image._id)
  const items = [{ imageId: image._id, widthIn: 1, quantity: 4 }]
  expect((await ask("price_print", { items })).data).toMatchObject({ credits: 4 })
  const prepared = await ask("prepare_print", { items, name: "Friday" })
  expect(prepared.text).toMatch(/^Friday: 4 pieces on 1 sheet, [\d.]+ in of film\.\nIt takes 4 credits\./)
  const { confirmation, printId } = prepared.data as { confirmation: string; printId: string }
  // A plan of the sheet, with the film and four pieces of one artwork on it.
  expect(prepared.pictures).toHaveLength(1)
  const plan = sharp(prepared.pictures[0])
  expect(await plan.metadata()).toMatchObject({ format: "png", width: 512 })
  const colours = (await plan.raw().toBuffer()).toString("hex").match(/.{6}/g)
  expect(new Set(colours)).toEqual(new Set(["f1f5f9", "334155", "60a5fa"]))
  expect(await person.hub.balance()).toMatchObject({ used: 0, held: 0 })

  // What was shown is what is printed: with another piece, it is shown again.
  const path = `/api/prints/${printId}`
  const print = await person.client.expect<{ printItems: { _id: string }[] }>("GET", path)
  await person.client.expect("PUT", `${path}/${print.printItems[0]._id}`, { quantity: 5 })
  const changed = await ask("confirm_print", { confirmation })
  expect(changed).toMatchObject({
    isError: true,
    text: expect.stringContaining("has changed since it was shown"),
  })
  const fifth = (await ask("prepare_draft", { printId })).data as { confirmation: string; credits: number }
  expect(fifth.credits).toBe(5)
  // Nor is it on film that nobody has seen the length of.
  const [film] = await person.client.expect<{ _id: string }[]>("GET", "/api/sheet-templates")
  await person.client.expect("PUT", `/api/sheet-templates/${film._id}`, { ...film, edgeIn: 1 })
  expect((await ask("confirm_print", { confirmation: fifth.confirmation })).text).toContain(
    "has changed since",
  )
  const again = (await ask("prepare_draft", { printId })).data as { confirmation: string }
  const tester = await assistantOf(person, { isTest: true })
  expect(await tester.ask("prepare_draft", { printId })).toMatchObject({ isError: true })

  const stranger = await assistantOf(await app.givenUser({ name: "Stranger", credits: 40 }))
  expect(await stranger.ask("confirm_print", { confirmation: again.confirmation })).toMatchObject({
    isError: true,
  })
  expect(await ask("confirm_print", { confirmation: `${again.confirmation}x` })).toMatchObject({
    isError: true,
  })
  const noSpender = await assistantOf(person, { scopes: ["prints:read", "prints:write"] })
  await expect(noSpender.ask("confirm_print", { confirmation: again.confirmation })).rejects.toThrow()
  expect(await person.hub.balance()).toMatchObject({ used: 0, held: 0 })

  expect((await ask("confirm_print", { confirmation: again.confirmation })).text).toContain(
    "is being printed",
  )
  expect((await ask("confirm_print", { confirmation: again.confirmation })).isError).toBe(false)
  await processed(person.client, printId)
  expect(await ask("confirm_print", { confirmation: again.confirmation })).toMatchObject({
    isError: false,
    text: expect.stringContaining(" is printed. "),
  })
  expect(await person.hub.balance()).toMatchObject({ used: 5, held: 0 })
  const looked = await ask("look_at_print", { printId })
  const [, address] = /(https?:\S+)$/.exec(looked.text) ?? []
  expect((await fetch(address)).status).toBe(200)
  expect(looked.pictures).toHaveLength(1)
  expect(await sharp(looked.pictures[0]).metadata()).toMatchObject({ format: "png" })
  expect((await ask("find_prints", { status: "Completed" })).text).toContain("Friday")
})

test("a confirmed print that fails afterwards is not told as being printed", async () => {
  const { client, ...person } = await app.givenUser({ name: "Unlucky", credits: 40 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const { ask } = await assistantOf({ client, ...person })
  const items = [{ imageId: image._id, widthIn: 1, quantity: 1 }]
  const { printId } = (await ask("prepare_print", { items })).data as { printId: string }
  // As one that was tried before, it names its film.
  const [film] = await client.expect<{ _id: string }[]>("GET", "/api/sheet-templates")
  await app.db.prepare("UPDATE print SET sheet_template_id = ? WHERE id = ?").bind(film._id, printId).run()
  const { confirmation } = (await ask("prepare_draft", { printId })).data as { confirmation: string }
  expect((await ask("confirm_print", { confirmation })).isError).toBe(false)
  await processed(client, printId)
  await app.db
    .prepare("UPDATE print SET status = 'In Draft', failure_message = 'moth.png is lost.' WHERE id = ?")
    .bind(printId)
    .run()
  await client.expect("POST", `/api/prints/${printId}/layout`, {})
  const failed = await ask("confirm_print", { confirmation })
  expect(failed).toMatchObject({ isError: true, text: expect.stringMatching(/failed.*\nmoth.png is lost/) })
})

test("orders are found without their buyers' addresses, and what they need is prepared, priced and confirmed", async () => {
  const person = await app.givenUser({ name: "Ordering", credits: 40 })
  const { client, userId, hub } = person
  await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  await givenSize(client, "M", 1)
  await givenDue(app, userId, "1001", Date.now() - DAY_MS)
  await givenDue(app, userId, "1002", Date.now() + 40 * DAY_MS)
  await app.db
    .prepare(`UPDATE "order" SET buyer_address = '5 Elm Street' WHERE user_id = ?`)
    .bind(userId)
    .run()
  const { ask } = await assistantOf(person)
  expect((await ask("todays_work")).text).toContain("1 order late")
  const found = await ask("find_orders", { shipBy: "overdue" })
  expect(found.text).toContain("1 order in all:\n- 1001, Ann, to-do, ships by ")
  expect(found.text).toContain("1 × Shirt of 1001 (moth.png, M)")
  expect(JSON.stringify(found)).not.toMatch(/Elm|example\.test/)

  const prepared = await ask("prepare_orders_print", { shipWithinDays: 1 })
  expect(prepared.text).toMatch(
    /^1 order\.\n.+: 1 piece on 1 sheet, [\d.]+ in of film\.\nIt takes 1 credit\./,
  )
  const { confirmation, printId } = prepared.data as { confirmation: string; printId: string }
  expect((await ask("confirm_print", { confirmation })).isError).toBe(false)
  expect((await processed(client, printId)).status).toBe("Completed")
  expect(await hub.balance()).toMatchObject({ used: 1, held: 0 })
  expect((await ask("report")).text).toContain("1 print, 1 piece, ")

  // A test token reaches no order, and its prints cost nothing.
  const trial = await assistantOf(person, { isTest: true })
  expect(await trial.ask("prepare_orders_print")).toMatchObject({ isError: true })
  const [image] = (await client.get("/api/images")).data as { _id: string }[]
  const items = [{ imageId: image._id, widthIn: 1, quantity: 2 }]
  const tried = await trial.ask("prepare_print", { items })
  expect(tried.text).toContain("It is a test and costs nothing.")
  const test = tried.data as { confirmation: string; printId: string }
  expect((await trial.ask("confirm_print", { confirmation: test.confirmation })).isError).toBe(false)
  expect(await processed(client, test.printId)).toMatchObject({ status: "Completed", isTest: true })
  expect(await hub.balance()).toMatchObject({ used: 1, held: 0 })
})

test("what cannot be done is said in words that an assistant can pass on", async () => {
  const person = await app.givenUser({ name: "Wrong" })
  const { ask } = await assistantOf(person)
  const wide = await ask("prepare_print", { items: [{ url: "ftp://a.shop/x.png", widthIn: 3, quantity: 1 }] })
  expect(wide).toMatchObject({ isError: true, text: expect.stringMatching(/^Item 1: /) })
  expect(await ask("look_at_print", { printId: "../users" })).toMatchObject({ isError: true })
  expect(await ask("prepare_print", { items: [] })).toMatchObject({ isError: true })
  expect((await ask("prepare_orders_print")).text).toBe("Nothing to print.")
  expect((await ask("todays_work")).text).toContain("0 orders to print that ship today")
  expect((await ask("find_orders", { needsYou: true })).text).toBe("No such orders.")
  expect((await ask("report")).text).toContain("0 prints")
  expect((await ask("list_sizes")).text).toBe("No sizes yet.")
  expect((await ask("list_sheet_templates")).text).toContain("in wide")
})

test("without a token nothing is served, and a page's cookies count for nothing", async () => {
  const { client } = await app.givenUser({ name: "Cookie" })
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" }
  const accept = "application/json, text/event-stream"
  const bare = await client.post("/mcp", message, { accept })
  expect([bare.status, bare.code, bare.headers.get("www-authenticate")]).toEqual([
    401,
    "token-invalid",
    `Bearer resource_metadata="${app.origin}/.well-known/oauth-protected-resource/mcp"`,
  ])
  const wrong = await client.post("/mcp", message, { accept, authorization: "Bearer ss_live_wrong" })
  expect(wrong.status).toBe(401)
  const { token } = await givenToken(client)
  const headers = { accept, "content-type": "application/json", authorization: `Bearer ${token}` }
  expect((await client.post("/mcp", "no JSON", headers)).status).toBe(400)
  expect((await client.post("/mcp", "x".repeat(300 * 1024), headers)).status).toBe(413)
  expect((await client.get("/mcp", headers)).status).toBe(405)
})
