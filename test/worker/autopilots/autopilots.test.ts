import { expect, test } from "vitest"
import type { Autopilot } from "../../../contract/autopilots/autopilot.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"
import { givenIntegration } from "../orders/order-steps.ts"
import { autopilotInput, givenTemplate } from "./autopilot-steps.ts"

const app = useApp()

async function changed(client: Client, id: string, change: unknown): Promise<Autopilot> {
  const reply = await client.put(`/api/autopilots/${id}`, change)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as Autopilot
}

async function autopilotOf({ client }: GivenUser, id: string): Promise<Autopilot> {
  return (await client.get(`/api/autopilots/${id}`)).data as Autopilot
}

test("a shop has one autopilot, which tells its next time, is paused and resumed, and deleted", async () => {
  const owner = await app.givenUser({ name: "Pilot" })
  const { client } = owner
  const { _id: integrationId } = await givenIntegration(client, "Morning shop")
  const sheetTemplateId = await givenTemplate(client)
  const input = autopilotInput({ integrationId, sheetTemplateId })

  const never = { ...input, days: [], minLengthIn: null }
  expect(await client.post("/api/autopilots", never)).toMatchObject({
    status: 400,
    fields: { times: "Choose days and times, or a length of film to wait for" },
  })
  expect(await client.post("/api/autopilots", { ...input, times: ["7:00"] })).toMatchObject({ status: 400 })
  expect(await client.post("/api/autopilots", { ...input, timeZone: "Mars/Olympus" })).toMatchObject({
    status: 400,
  })

  const added = await client.post("/api/autopilots", { ...input, days: [5, 1, 5], times: ["18:00", "07:00"] })
  expect(added).toMatchObject({ status: 201, message: "Autopilot added" })
  const { _id: id, nextRunAt } = added.data as Autopilot
  expect(added.data).toMatchObject({ ...input, days: [1, 5], times: ["07:00", "18:00"], isPaused: false })
  expect(added.data).toMatchObject({ minLengthIn: null, lastRun: null })
  expect(Date.parse(nextRunAt ?? "")).toBeGreaterThan(Date.now())
  const local = new Intl.DateTimeFormat("en-GB", { timeZone: "America/New_York", timeStyle: "short" })
  expect(["07:00", "18:00"]).toContain(local.format(new Date(nextRunAt ?? "")))
  expect(await client.post("/api/autopilots", input)).toMatchObject({
    status: 409,
    message: "This store already has an autopilot",
  })

  // A change that does not concern its times leaves the next one alone, also one that is due.
  await app.db.prepare("UPDATE autopilot SET next_run_at = 1000 WHERE id = ?").bind(id).run()
  const cheaper = await changed(client, id, { maxCreditsPerDay: 5 })
  expect(cheaper).toMatchObject({ maxCreditsPerDay: 5, nextRunAt: "1970-01-01T00:00:01.000Z" })
  expect(await changed(client, id, { isPaused: true })).toMatchObject({ isPaused: true, nextRunAt: null })
  const resumed = await changed(client, id, { isPaused: false })
  expect(Date.parse(resumed.nextRunAt ?? "")).toBeGreaterThan(Date.now())
  expect(await client.put(`/api/autopilots/${id}`, { times: [] })).toMatchObject({ status: 422 })
  expect(await client.put(`/api/autopilots/${id}`, {})).toMatchObject({ status: 400 })
  const waiting = await changed(client, id, { times: [], minLengthIn: 40 })
  expect(waiting).toMatchObject({ nextRunAt: null, minLengthIn: 40 })

  // Without its template it cannot be resumed; undone, the template is its again.
  await changed(client, id, { isPaused: true })
  const { undoId } = (await client.delete(`/api/sheet-templates/${sheetTemplateId}`)).data as {
    undoId: string
  }
  expect((await autopilotOf(owner, id)).sheetTemplateId).toBe(null)
  expect(await client.put(`/api/autopilots/${id}`, { isPaused: false })).toMatchObject({ status: 422 })
  expect(await client.post(`/api/undo/${undoId}`)).toMatchObject({ status: 200 })
  expect((await autopilotOf(owner, id)).sheetTemplateId).toBe(sheetTemplateId)

  const { _id: secondShop } = await givenIntegration(client, "Evening shop")
  const second = await client.post("/api/autopilots", { ...input, integrationId: secondShop })
  expect(second.status).toBe(201)
  const list = (await client.get("/api/autopilots")).data as Autopilot[]
  expect(list.map((one) => one.integrationId)).toEqual([secondShop, integrationId])
  expect(await client.put(`/api/autopilots/${id}`, { integrationId: secondShop })).toMatchObject({
    status: 409,
  })
  expect((await client.get(`/api/autopilots/${id}/runs`)).data).toEqual([])

  expect(await client.delete(`/api/autopilots/${id}`)).toMatchObject({ status: 200, data: { _id: id } })
  expect(await client.delete(`/api/autopilots/${id}`)).toMatchObject({ status: 404 })
  // A shop that is deleted takes its autopilot with it.
  expect((await client.delete(`/api/integrations/${secondShop}`)).status).toBe(200)
  expect((await client.get("/api/autopilots")).data).toEqual([])
})
