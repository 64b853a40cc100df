import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sized } from "../../harness/smoke.ts"
import { type Stage, setStage } from "../../harness/stage.ts"
import { connectShop } from "../../local/people.ts"
import { workerdMs } from "../lists/processor.ts"
import { givenLibrary, makeSheet, until } from "./sheet-by-hand.ts"
import { storedBytes, type TableBytes } from "./stored-bytes.ts"
import { type Counts, openTally } from "./tally.ts"

const SHEETS = 2
const RECEIPTS = sized(200, 5)
const MINUTES = sized(3, 1)

/** The cost of one thing: counts of calls, processor time, and stored bytes. */
export type Taken = {
  counts: Counts
  /** Time of the whole local runtime, with its own D1, R2 and queues: more than Cloudflare bills. */
  cpuMs: number
  databaseBytes: TableBytes
  hubBytes: TableBytes
  fileBytes: { images: number; stamps: number; sheets: number }
}

export type Measured = { account: Taken; sheet: Taken; order: Taken; minute: Taken }

/** Drives the product on the local runtime, once for each thing. */
export async function measure(): Promise<Measured> {
  const tally = openTally()
  const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-cost-"))
  const stage = await setStage({ ...tally.options, front: undefined, stateDir })
  const taken = (count: number, act: () => Promise<void>) => takenBy(stage, tally, stateDir, count, act)
  try {
    await stage.givenSeller("First")
    const account = await taken(1, async () => void (await stage.givenSeller("Second")))
    const sellers = [await givenLibrary(stage, "Third"), await givenLibrary(stage, "Fourth")]
    const sheet = await taken(SHEETS, async () => {
      for (const seller of sellers) await makeSheet(stage, seller)
    })
    const order = await taken(RECEIPTS, () => syncOrders(stage))
    await stage.runtime.runCron("* * * * *")
    const minute = await taken(MINUTES, async () => {
      for (let i = 0; i < MINUTES; i++) await stage.runtime.runCron("* * * * *")
    })
    return { account, sheet, order, minute }
  } finally {
    await stage.close()
  }
}

async function takenBy(
  { runtime }: Stage,
  tally: ReturnType<typeof openTally>,
  stateDir: string,
  count: number,
  act: () => Promise<void>,
): Promise<Taken> {
  const look = async () => ({
    cpuMs: workerdMs() ?? 0,
    databaseBytes: storedBytes(join(stateDir, "d1")),
    hubBytes: storedBytes(join(stateDir, "do")),
    files: await fileBytes(runtime),
  })
  const before = await look()
  const counts = await tally.of(act)
  const after = await look()
  const perOne = (total: number) => total / count
  const filesOf = (kind: keyof Taken["fileBytes"]) => perOne(after.files[kind] - before.files[kind])
  const grown = (kind: "databaseBytes" | "hubBytes") =>
    Object.fromEntries(
      Object.entries(after[kind]).map(([table, bytes]) => [
        table,
        perOne(bytes - (before[kind][table] ?? 0)),
      ]),
    )
  return {
    counts: Object.fromEntries(Object.entries(counts).map(([name, amount]) => [name, perOne(amount)])),
    cpuMs: perOne(after.cpuMs - before.cpuMs),
    databaseBytes: grown("databaseBytes"),
    hubBytes: grown("hubBytes"),
    fileBytes: { images: filesOf("images"), stamps: filesOf("stamps"), sheets: filesOf("sheets") },
  }
}

/** Returns the bytes of the bucket's objects by the first part of their keys. */
async function fileBytes({ miniflare }: Stage["runtime"]): Promise<Taken["fileBytes"]> {
  const bucket = await miniflare.getR2Bucket("FILES")
  const bytes = { images: 0, stamps: 0, sheets: 0 }
  for (const kind of ["images", "stamps", "sheets"] as const)
    for (const { size } of (await bucket.list({ prefix: `${kind}/` })).objects) bytes[kind] += size
  return bytes
}

/** Connects a shop with orders of the stand-in and waits until all are here. */
async function syncOrders({ standIns, givenSeller }: Stage): Promise<void> {
  const { client } = await givenSeller("Fifth")
  const shop = "CostShop"
  await fetch(`${standIns.origin}/__control`, {
    method: "POST",
    body: JSON.stringify({ vendor: "etsy", action: "receipts", shop, count: RECEIPTS }),
  })
  const id = await connectShop(client, shop)
  const readState = () => client.expect<{ syncState: string }>("GET", `/api/integrations/${id}`)
  await until("the orders are here", async () => (await readState()).syncState !== "running")
}
