import { z } from "zod"
import type { Site } from "../site.ts"
import { missing, right, type Step, wrong } from "../step.ts"
import { NO_DATABASE } from "../worker-configs.ts"

const databaseSchema = z.object({ uuid: z.string(), name: z.string() })
const bucketSchema = z.object({ name: z.string() })

export const database: Step = {
  name: "D1 database",
  async look(site) {
    const { database_id: id } = site.deployment
    if (id === undefined) return missing("no database_id yet")
    if (id === NO_DATABASE) return wrong("database_id is all zeros")
    const seen: string[] = []
    for (const { binding, id: one } of site.configs.edge.databases) {
      if (one === NO_DATABASE) return missing(`${binding} has no id yet`)
      const known = await site.cloudflare.find(`${site.accountPath}/d1/database/${one}`, databaseSchema)
      if (!known) return wrong(`the account has no D1 database ${one}`)
      seen.push(`${known.name}, ${one}`)
    }
    return right(seen.join("; "))
  },
  async make(site) {
    const path = `${site.accountPath}/d1/database`
    for (const { binding, name, id } of site.configs.edge.databases) {
      if (id !== NO_DATABASE && binding !== "DB") continue
      const named = await site.cloudflare.list(`${path}?name=${name}`, databaseSchema)
      // A resource of that name is ours: made by a run that stopped before it got the answer.
      const known = named.find((one) => one.name === name)
      const { uuid } = known ?? (await site.cloudflare.write("POST", path, { name }, databaseSchema))
      if (binding === "DB") site.file.keep("database_id", uuid)
      else site.file.keepDatabase(binding, uuid)
    }
  },
}

export const bucket: Step = {
  name: "R2 bucket",
  async look(site) {
    const name = site.configs.edge.bucketName
    const bucket = await site.cloudflare.find(`${site.accountPath}/r2/buckets/${name}`, bucketSchema)
    return bucket ? right(name) : missing(name)
  },
  async make(site) {
    const name = site.configs.edge.bucketName
    await site.cloudflare.write("POST", `${site.accountPath}/r2/buckets`, { name }, bucketSchema)
  },
}

export const queues: Step = {
  name: "Queues",
  async look(site) {
    const absent = await absentQueues(site)
    return absent.length > 0 ? missing(absent.join(", ")) : right(`all ${wantedQueues(site).length}`)
  },
  make: makeQueues,
}

/** Makes the queues that are missing. A new version may send to some that the one before it did not know. */
export async function makeQueues(site: Site): Promise<void> {
  for (const name of await absentQueues(site))
    await site.cloudflare.write("POST", `${site.accountPath}/queues`, { queue_name: name }, z.unknown())
}

function wantedQueues(site: Site): string[] {
  const { producedQueues, consumers } = site.configs.press
  return [...new Set([...producedQueues, ...consumers.map(({ queue }) => queue)])]
}

async function absentQueues(site: Site): Promise<string[]> {
  const queues = await site.cloudflare.list(
    `${site.accountPath}/queues`,
    z.object({ queue_name: z.string() }),
  )
  return wantedQueues(site).filter((name) => !queues.some((queue) => queue.queue_name === name))
}
