import { type Context, Hono } from "hono"
import { z } from "zod"
import type { Account, Consumer, Queue } from "./cloudflare-account.ts"
import { answer, answerPage, CloudflareError, hexId, readBody } from "./cloudflare-reply.ts"

const MAX_BUCKETS = 100
const MAX_QUEUES = 100

/** Serves R2's buckets (developers.cloudflare.com/api/resources/r2/subresources/buckets), without objects. */
export function buckets(accountOf: (c: Context) => Account) {
  const app = new Hono()
  const find = (c: Context) => {
    const bucket = accountOf(c).buckets.find(({ name }) => name === c.req.param("bucket"))
    if (bucket) return bucket
    throw new CloudflareError(404, 10006, "The specified bucket does not exist.")
  }

  app.get("/", (c) => answer(c, { buckets: accountOf(c).buckets }))
  app.get("/:bucket", (c) => answer(c, find(c)))
  app.post("/", async (c) => {
    const account = accountOf(c)
    const { name } = await readBody(c, z.object({ name: z.string() }), 10005)
    if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name))
      throw new CloudflareError(400, 10005, "The specified bucket name is not valid.")
    if (account.buckets.some((bucket) => bucket.name === name))
      throw new CloudflareError(409, 10004, "The bucket you tried to create already exists, and you own it.")
    if (account.buckets.length === MAX_BUCKETS) throw new CloudflareError(400, 10009, "Too many buckets.")
    const bucket = {
      name,
      creation_date: new Date().toISOString(),
      location: "WEUR",
      storage_class: "Standard",
    }
    account.buckets.push(bucket)
    return answer(c, bucket)
  })
  return app
}

const consumerSchema = z.object({
  type: z.literal("worker"),
  script_name: z.string().min(1),
  dead_letter_queue: z.string().optional(),
  settings: z
    .object({
      batch_size: z.number().int().min(1).max(100).default(10),
      max_retries: z.number().int().min(0).max(100).default(3),
      max_wait_time_ms: z.number().int().min(0).max(60_000).default(5_000),
      max_concurrency: z.number().int().min(1).max(250).nullable().default(null),
      retry_delay: z.number().int().min(0).max(43_200).default(0),
    })
    .prefault({}),
})

/** Queues and their consumers: developers.cloudflare.com/api/resources/queues. */
export function queues(accountOf: (c: Context) => Account) {
  const app = new Hono()
  const find = (c: Context) => {
    const queue = accountOf(c).queues.find(({ queue_id }) => queue_id === c.req.param("queue"))
    if (queue) return queue
    throw new CloudflareError(404, 11000, "workers.api.error.queue_not_found")
  }

  app.get("/", (c) => {
    const names = c.req.queries("name") ?? []
    const account = accountOf(c)
    const all = account.queues.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name))
    return answerPage(
      c,
      all.map((queue) => described(account, queue)),
      100,
    )
  })
  app.get("/:queue", (c) => answer(c, described(accountOf(c), find(c))))
  app.post("/", async (c) => {
    const account = accountOf(c)
    const name = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
    const { queue_name } = await readBody(c, z.object({ queue_name: name }), 11003)
    if (account.queues.some((queue) => queue.queue_name === queue_name))
      throw new CloudflareError(409, 11009, `Queue name '${queue_name}' is already taken.`)
    if (account.queues.length === MAX_QUEUES) throw new CloudflareError(400, 11005, "Queue limit reached.")
    const queue: Queue = {
      queue_id: hexId(),
      queue_name,
      created_on: new Date().toISOString(),
      consumers: [],
    }
    account.queues.push(queue)
    return answer(c, described(account, queue))
  })
  app.delete("/:queue", (c) => {
    const account = accountOf(c)
    account.queues.splice(account.queues.indexOf(find(c)), 1)
    return answer(c, null)
  })
  app.get("/:queue/consumers", (c) => answer(c, find(c).consumers))
  app.post("/:queue/consumers", async (c) => {
    const queue = find(c)
    // A queue has one consumer: https://developers.cloudflare.com/queues/reference/how-queues-works
    if (queue.consumers.length > 0) throw new CloudflareError(400, 11004, "workers.api.error.consumer_exists")
    const consumer = await readConsumer(c, accountOf(c), hexId())
    queue.consumers.push(consumer)
    return answer(c, consumer)
  })
  app.put("/:queue/consumers/:consumer", async (c) => {
    const queue = find(c)
    const held = findConsumer(c, queue)
    const consumer = await readConsumer(c, accountOf(c), held.consumer_id)
    queue.consumers = [consumer]
    return answer(c, consumer)
  })
  app.delete("/:queue/consumers/:consumer", (c) => {
    const queue = find(c)
    findConsumer(c, queue)
    queue.consumers = []
    return answer(c, null)
  })
  return app
}

async function readConsumer(c: Context, account: Account, id: string): Promise<Consumer> {
  const { script_name, dead_letter_queue, settings } = await readBody(c, consumerSchema, 10026)
  if (!account.scripts.has(script_name))
    throw new CloudflareError(404, 10007, "This Worker does not exist on your account.")
  return {
    consumer_id: id,
    type: "worker",
    script: script_name,
    dead_letter_queue,
    settings,
    created_on: new Date().toISOString(),
  }
}

function findConsumer(c: Context, queue: Queue): Consumer {
  const consumer = queue.consumers.find(({ consumer_id }) => consumer_id === c.req.param("consumer"))
  if (consumer) return consumer
  throw new CloudflareError(404, 11002, "workers.api.error.consumer_not_found")
}

function described(account: Account, queue: Queue) {
  const producers = [...account.scripts.values()].flatMap((script) =>
    (script.versions.at(-1)?.bindings ?? [])
      .filter(({ type, queue_name }) => type === "queue" && queue_name === queue.queue_name)
      .map(() => ({ script: script.name, type: "worker" })),
  )
  return {
    ...queue,
    modified_on: queue.created_on,
    producers,
    producers_total_count: producers.length,
    consumers_total_count: queue.consumers.length,
    settings: { delivery_delay: 0, delivery_paused: false, message_retention_period: 345_600 },
  }
}
