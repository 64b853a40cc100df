import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { softArtPng } from "../../harness/artwork.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { Client } from "../../local/client.ts"
import { signIn, signUp } from "../../local/people.ts"
import { type Runtime, startRuntime } from "../../local/runtime.ts"
import { type StandIns, serveStandIns } from "../../stand-ins/serve.ts"
import { until } from "../worker/artwork/artwork-steps.ts"

const COPIES = 12
const person = {
  firstName: "Maya",
  lastName: "Seller",
  username: "maya-killed",
  email: "maya-killed@shop.test",
  password: "a-good-password",
}

let stateDir: string
let standIns: StandIns
let child: ChildProcess | null = null
let second: Runtime | null = null

beforeAll(async () => {
  await buildKernels()
  await buildWorkers()
  stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-killed-"))
  standIns = await serveStandIns(0)
})
afterAll(async () => {
  kill()
  await second?.dispose()
  await standIns.close()
  rmSync(stateDir, { recursive: true, force: true })
})

/** Kills the runtime and its workerd at once, like a power cut: nothing can clean up. */
function kill(): void {
  if (child?.pid !== undefined) process.kill(-child.pid, "SIGKILL")
  child = null
}

async function startChild(): Promise<string> {
  const script = fileURLToPath(new URL("./runtime-process.ts", import.meta.url))
  // A process group of its own, so that workerd goes with it.
  child = spawn(process.execPath, [script, stateDir, standIns.origin], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  })
  if (!child.stdout) throw new Error("the runtime has no output")
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("ready ")) return line.slice("ready ".length)
  }
  throw new Error("the runtime ended before it listened")
}

type PrintReply = {
  _id: string
  status: string
  fileId: { path: string; widthPx: number; lengthPx: number }[]
  progress: { done: number; total: number } | null
}

async function ready(client: Client, form: FormData): Promise<string> {
  const [{ _id }] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  await until("the artwork to be read", async () => {
    const { status } = await client.expect<{ status: string }>("GET", `/api/images/${_id}`)
    return status === "Ready"
  })
  return _id
}

test("a runtime killed at work goes on with everything as it starts: nobody waits for the sweeps' clocks", async () => {
  const client = await signUp(await startChild(), standIns.origin, person)
  const form = new FormData()
  const artwork = new Uint8Array(await softArtPng(2400, 2880))
  form.append("files", new File([artwork], "moth.png"))
  const imageId = await ready(client, form)
  const { _id: sizeId } = await client.expect<{ _id: string }>("POST", "/api/sizes", {
    name: "Chest",
    value: 10,
  })
  const { _id } = await client.expect<PrintReply>("POST", "/api/prints", {
    printItems: [{ imageId, sizeId, quantity: COPIES }],
  })
  expect((await client.send("POST", `/api/prints/${_id}/proccess`)).status).toBe(202)
  await until("the render to be under way", async () => {
    const { status, progress } = await client.expect<PrintReply>("GET", `/api/prints/${_id}`)
    if (status !== "Processing") throw new Error(`the print is ${status} before it could be cut off`)
    return progress !== null && progress.done > 0
  })
  // Behind the render in the same isolate, and lost with the queue.
  const late = new FormData()
  for (const name of ["late-1.png", "late-2.png"]) late.append("files", new File([artwork], name))
  const uploaded = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", late)
  const gone = child ? once(child, "exit") : null
  kill()
  await gone

  second = await startRuntime({ stateDir, port: 0, standInsOrigin: standIns.origin })
  const returned = new Client(second.origin)
  await signIn(returned, person)
  const held = await returned.expect<{ credit: { availableCredits: number } }>("GET", "/api/profile")
  expect(held.credit.availableCredits).toBe(20 - COPIES)
  // No cron runs here: work goes on because the runtime has started.
  const done = await until("the print to be finished", async () => {
    const print = await returned.expect<PrintReply>("GET", `/api/prints/${_id}`)
    return print.status === "Processing" ? null : print
  })
  for (const { _id: lateId } of uploaded)
    await until("the late images to be read", async () => {
      const { status } = await returned.expect<{ status: string }>("GET", `/api/images/${lateId}`)
      return status === "Ready"
    })
  const health = await returned.expect<{ status: string }>("GET", "/api/health")
  expect(health.status).toBe("ok")
  expect(done.status).toBe("Completed")
  const [sheet] = done.fileId
  const file = await returned.fetch("GET", `/api/${sheet.path}`)
  const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
  expect({ width, height }).toEqual({ width: sheet.widthPx, height: sheet.lengthPx })
  const { credit } = await returned.expect<{
    credit: { availableCredits: number; usedCredits: number }
  }>("GET", "/api/profile")
  expect(credit).toEqual({ availableCredits: 20 - COPIES, usedCredits: COPIES })
})
