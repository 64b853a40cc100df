import { createHmac, timingSafeEqual } from "node:crypto"
import { Hono } from "hono"
import { z } from "zod"

/**
 * `/__control`: the secrets of a listener, any of which may sign; and how it answers `times` calls once it has taken `taken` more: with this
 * `status` (a redirect leads to `to`), after `stallMs`, or with a body of so many bytes.
 */
const orderSchema = z.object({
  vendor: z.literal("listener"),
  name: z.string(),
  secrets: z.array(z.string()).optional(),
  status: z.number().int().min(200).max(599).optional(),
  to: z.string().optional(),
  stallMs: z.number().int().min(0).max(60_000).optional(),
  bytes: z.number().int().min(0).optional(),
  taken: z.number().int().min(0).max(1_000).default(0),
  times: z.number().int().min(0).max(1_000_000).default(1),
})
type Trouble = { status: number; to: string | undefined; stallMs: number; bytes: number }
type Order = Trouble & { taken: number; times: number }

const bodySchema = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.looseObject({ id: z.string() }),
})

/** An event as it came, and whether its signature is right (Standard Webhooks 1.0). */
export type HeardEvent = {
  name: string
  id: string
  body: z.infer<typeof bodySchema>
  /** The numbers of the secrets that have signed it. */
  signedBy: number[]
  status: number
  at: number
}

/** The events that are remembered, newest last. */
const MAX_HEARD = 1_000
/** The age of a timestamp that is still accepted, in seconds. */
const TOLERANCE_S = 300
const CHUNK_BYTES = 64 * 1024

/** Programs that are told of events at `/listener/{name}`: each checks signatures, and fails, stalls or talks too much on request. */
export function listener() {
  const app = new Hono()
  const secrets = new Map<string, string[]>()
  const troubles = new Map<string, Order>()
  let heard: HeardEvent[] = []

  app.post("/listener/:name", async (c) => {
    const name = c.req.param("name")
    const text = await c.req.text()
    const trouble = take(name)
    if (trouble.stallMs > 0) await new Promise((resolve) => setTimeout(resolve, trouble.stallMs))
    const body = bodySchema.safeParse(parsed(text))
    const id = c.req.header("webhook-id") ?? ""
    const signedBy = signersOf(name, {
      id,
      sentAtS: c.req.header("webhook-timestamp") ?? "",
      signatures: (c.req.header("webhook-signature") ?? "").split(" "),
      text,
    })
    const isRight =
      body.success &&
      c.req.header("content-type") === "application/json" &&
      (signedBy === null || signedBy.length > 0)
    const status = isRight ? trouble.status : 400
    if (body.success)
      heard = [
        ...heard,
        { name, id, body: body.data, signedBy: signedBy ?? [], status, at: Date.now() },
      ].slice(-MAX_HEARD)
    const headers = new Headers(trouble.to === undefined ? [] : [["location", trouble.to]])
    if (trouble.bytes === 0) return new Response(null, { status, headers })
    return new Response(endless(trouble.bytes), { status, headers })
  })

  function take(name: string): Trouble {
    const trouble = troubles.get(name)
    const isTaken = !trouble || trouble.times === 0 || trouble.taken > 0
    if (trouble?.taken) trouble.taken -= 1
    if (isTaken) return { status: 204, to: undefined, stallMs: 0, bytes: 0 }
    trouble.times -= 1
    return trouble
  }

  /** Returns which secrets have signed; null if it was told none, and takes everything. */
  function signersOf(
    name: string,
    { id, sentAtS, signatures, text }: { id: string; sentAtS: string; signatures: string[]; text: string },
  ): number[] | null {
    const known = secrets.get(name)
    if (!known) return null
    const age = Math.abs(Date.now() / 1000 - Number(sentAtS))
    if (!(age < TOLERANCE_S)) return []
    return known.flatMap((secret, number) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
      const right = createHmac("sha256", key).update(`${id}.${sentAtS}.${text}`).digest()
      const hasSigned = signatures.some((signature) => {
        const [version, given] = signature.split(",")
        const bytes = Buffer.from(given ?? "", "base64")
        return version === "v1" && bytes.length === right.length && timingSafeEqual(bytes, right)
      })
      return hasSigned ? [number] : []
    })
  }

  return {
    app,
    control(body: unknown) {
      const {
        name,
        secrets: told,
        status = 204,
        to,
        stallMs = 0,
        bytes = 0,
        taken,
        times,
      } = orderSchema.parse(body)
      if (told) secrets.set(name, told)
      else troubles.set(name, { status, to, stallMs, bytes, taken, times })
      return { name }
    },
    state: () => ({ heard }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A body that is not JSON is refused as any other wrong body.
    return null
  }
}

/** Returns a body of so many bytes, made as it is read. */
function endless(bytes: number): ReadableStream<Uint8Array> {
  let remaining = bytes
  return new ReadableStream({
    pull(controller) {
      const chunk = new Uint8Array(Math.min(CHUNK_BYTES, remaining))
      remaining -= chunk.length
      controller.enqueue(chunk)
      if (remaining === 0) controller.close()
    },
  })
}
