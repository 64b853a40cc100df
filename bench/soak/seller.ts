import sharp from "sharp"
import { softArtPng } from "../../harness/artwork.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import type { Client } from "../../local/client.ts"

export type Seller = {
  client: Client
  origin: string
  standInsOrigin: string
  random: () => number
  images: string[]
  sizes: string[]
  prints: string[]
}

/** The most prints of one seller in the queue. */
const MAX_PROCESSING = 5

type Act = { weight: number; run(seller: Seller): Promise<void> }

/** The acts of sellers in a day, by frequency. Every act may be refused; none may break anything. */
const acts: Record<string, Act> = {
  upload: { weight: 4, run: upload },
  "upload cut off": { weight: 1, run: uploadCutOff },
  "make a print": { weight: 5, run: makePrint },
  "process twice at once": { weight: 6, run: process },
  "process and cancel": { weight: 2, run: processAndCancel },
  "delete a print": { weight: 1, run: deletePrint },
  "buy credits": { weight: 2, run: buy },
  "look around": { weight: 8, run: look },
}

/** Performs one act, drawn by its weight; returns its name. */
export async function actOnce(seller: Seller): Promise<string> {
  const entries = Object.entries(acts)
  let at = seller.random() * entries.reduce((sum, [, act]) => sum + act.weight, 0)
  for (const [name, act] of entries) {
    at -= act.weight
    if (at >= 0) continue
    await act.run(seller).catch((cause) => {
      throw new Error(name, { cause })
    })
    return name
  }
  throw new Error("no act was drawn")
}

/** Returns whether a seller's queue of prints is full: work that only piles up is no steady state. */
export async function isBusy({ client }: Seller): Promise<boolean> {
  const { pagination } = await send(client, "GET", "/api/prints?status=Processing&limit=1")
  return (pagination as { totalDocuments: number }).totalDocuments >= MAX_PROCESSING
}

async function upload({ client, random, images }: Seller): Promise<void> {
  const form = new FormData()
  const bytes = new Uint8Array(random() < 0.3 ? logoSvg() : await art(random))
  form.append("files", new File([bytes], random() < 0.3 ? "logo.svg" : "art.png"))
  const { status, data } = await send(client, "POST", "/api/images/bulk-upload", form)
  if (status === 201) images.push((data as { _id: string }[])[0]._id)
}

/** Uploads until the browser loses its network somewhere in the body. */
async function uploadCutOff({ client, random }: Seller): Promise<void> {
  const bytes = await art(random)
  const cut = Math.floor(bytes.length * random())
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(
        new TextEncoder().encode(
          '--cut\r\nContent-Disposition: form-data; name="files"; filename="cut.png"\r\nContent-Type: image/png\r\n\r\n',
        ),
      )
      controller.enqueue(new Uint8Array(bytes.subarray(0, cut)))
      controller.error(new Error("the network is gone"))
    },
  })
  await client
    .fetch("POST", "/api/images/bulk-upload", body, { "content-type": "multipart/form-data; boundary=cut" })
    .catch(() => {
      // The abort is intended.
    })
}

/** Returns a square picture, smooth or noisy. */
export function art(random: () => number): Promise<Buffer> {
  const side = 200 + Math.floor(random() * 800)
  return random() < 0.5 ? softArtPng(side, side) : noise(side)
}

function noise(side: number): Promise<Buffer> {
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
}

async function makePrint({ client, random, images, sizes, prints }: Seller): Promise<void> {
  if (images.length === 0) return
  const printItems = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    imageId: pick(images, random),
    sizeId: pick(sizes, random),
    quantity: 1 + Math.floor(random() * 3),
  }))
  const { status, data } = await send(client, "POST", "/api/prints", {
    printItems,
    requestKey: crypto.randomUUID(),
  })
  if (status === 201) prints.push((data as { _id: string })._id)
}

async function process({ client, random, prints }: Seller): Promise<void> {
  if (prints.length === 0) return
  const id = pick(prints, random)
  await Promise.all([
    send(client, "POST", `/api/prints/${id}/proccess`),
    send(client, "POST", `/api/prints/${id}/proccess`),
  ])
}

async function processAndCancel({ client, random, prints }: Seller): Promise<void> {
  if (prints.length === 0) return
  const id = pick(prints, random)
  await send(client, "POST", `/api/prints/${id}/proccess`)
  if (random() < 0.5) await pause(random() * 1_500)
  await send(client, "POST", `/api/prints/${id}/cancel`)
}

async function deletePrint({ client, random, prints }: Seller): Promise<void> {
  if (prints.length === 0) return
  const id = pick(prints, random)
  const { status } = await send(client, "DELETE", random() < 0.5 ? `/prints/${id}` : `/prints/${id}/force`)
  if (status === 404) prints.splice(prints.indexOf(id), 1)
}

/** Goes to PayPal's page and back, or away, or never back. */
async function buy({ client, random, standInsOrigin }: Seller): Promise<void> {
  const { status, data } = await send(client, "POST", "/api/buyCredits", { sku: "credits100" })
  if (status !== 201 && status !== 200) return
  const orderId = new URL((data as { link: string }).link).searchParams.get("token")
  const choice = random() < 0.75 ? "approve" : "cancel"
  const answer = await fetch(`${standInsOrigin}/checkoutnow/${orderId}/${choice}`, {
    method: "POST",
    redirect: "manual",
  })
  const back = answer.headers.get("location")
  if (back === null || random() < 0.3) return
  const { pathname, search } = new URL(back)
  await send(client, "GET", pathname.replace(/^\/api/, "") + search)
}

async function look({ client, random }: Seller): Promise<void> {
  const paths = [
    "/profile",
    "/statistics",
    "/prints?limit=10",
    "/images?limit=50",
    "/notifications",
    "/payments",
  ]
  await send(client, "GET", pick(paths, random))
}

/** The status allowed as an answer to a vendor's trouble; any other server error is a failure. */
const VENDOR_UNAVAILABLE = 502

/**
 * The time after which the local runtime closes a connection whose first request it has not read, as
 * on a busy machine. The call is then repeated. A connection closed sooner is a failure.
 */
const UNREAD_MS = 15_000

async function send(client: Client, method: string, path: string, body?: unknown) {
  const startedMs = performance.now()
  const reply = await client.send(method, path, body).catch((error) => {
    if (performance.now() - startedMs < UNREAD_MS) throw error
    return client.send(method, path, body)
  })
  if (reply.status >= 500 && reply.status !== VENDOR_UNAVAILABLE)
    throw new Error(`${method} ${path.replace(/[0-9a-f-]{36}/g, "…")} answered ${reply.status}`)
  return reply
}

export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
