import { MAX_REDIRECTS, MAX_UPLOAD_BYTES, MIB } from "../../../contract/limit.ts"
import type { Settings } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { isLocalOrigin } from "../../sample-settings.ts"
import { fetchProblem } from "../delivery/outside-address.ts"
import { isPublicAddress } from "./public-address.ts"
import { resolveName } from "./resolve-name.ts"

/** The longest time from the look-up of the first name to the last byte, redirects included. */
const MAX_MS = 60_000

/** The reason why an address gave no file; `message` is for the caller. */
export class AddressError extends Error {
  override name = "AddressError"
  /** `refused` is not called at all; `unreachable` may work later; `too-large` and `unusable` never will. */
  readonly kind: "refused" | "unreachable" | "too-large" | "unusable"
  constructor(kind: AddressError["kind"], message: string) {
    super(message)
    this.kind = kind
  }
}

type OpenFile = {
  /** The bytes; reading throws an AddressError if they break off or are late. */
  body: AsyncIterable<Uint8Array>
  /** The most bytes that it can have; infinite if nobody says. */
  mostBytes: number
  /** The address at which it was in the end. */
  url: URL
}

/**
 * Opens a file on the public internet. The address, and each that it redirects to, has to be a public name all of whose
 * machines are public. Throws an AddressError, also where all of it takes longer than `mostMs`.
 */
export async function openPublicFile(
  address: string,
  settings: Pick<Settings, "APP_ORIGIN" | "DNS_URL">,
  mostMs = MAX_MS,
): Promise<OpenFile> {
  const signal = AbortSignal.timeout(mostMs)
  let text = address
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const url = await checked(text, settings)
    const reply = await fetch(url, {
      redirect: "manual",
      signal,
      headers: { "user-agent": "Sheetsmith", accept: "image/*, application/pdf;q=0.5, */*;q=0.1" },
    }).catch((error: unknown) => {
      logWarning("artwork not fetched", { host: url.host, error })
      throw new AddressError("unreachable", `${url.host} did not answer.`)
    })
    const next = reply.headers.get("location")
    if (reply.status < 300 || reply.status >= 400 || next === null) return opened(reply, url)
    await reply.body?.cancel()
    text = URL.parse(next, url.href)?.href ?? next
  }
  throw new AddressError("unusable", `The address redirects more than ${MAX_REDIRECTS} times.`)
}

function checked(text: string, settings: Pick<Settings, "APP_ORIGIN" | "DNS_URL">): Promise<URL> {
  return publicUrl(text, fetchProblem(text, settings.APP_ORIGIN), settings)
}

/** Returns an address whose name leads to public machines alone; `problem` is what is wrong with its text. Throws an AddressError. */
export async function publicUrl(
  text: string,
  problem: string | null,
  { APP_ORIGIN, DNS_URL }: Pick<Settings, "APP_ORIGIN" | "DNS_URL">,
): Promise<URL> {
  if (problem !== null) throw new AddressError("refused", problem)
  const url = new URL(text)
  // A local runtime may also fetch from its own machine.
  if (isLocalOrigin(APP_ORIGIN) && isLocalOrigin(url.origin)) return url
  const addresses = await resolveName(url.hostname, DNS_URL).catch((error: unknown) => {
    logWarning("name not resolved", { host: url.host, error })
    throw new AddressError("unreachable", `The name ${url.hostname} could not be looked up.`)
  })
  if (addresses.length === 0) throw new AddressError("unreachable", `There is no server ${url.hostname}.`)
  if (!addresses.every(isPublicAddress))
    throw new AddressError("refused", `${url.hostname} is not on the public internet.`)
  return url
}

async function opened(reply: Response, url: URL): Promise<OpenFile> {
  const isPacked = reply.headers.has("content-encoding")
  const length = Number((!isPacked && reply.headers.get("content-length")) || Number.NaN)
  const problem = problemOf(reply, length, url)
  if (problem === null && reply.body) {
    const mostBytes = Number.isFinite(length) ? length : Number.POSITIVE_INFINITY
    return { body: bytesOf(reply.body as unknown as AsyncIterable<Uint8Array>, url), mostBytes, url }
  }
  await reply.body?.cancel()
  throw problem ?? new AddressError("unreachable", `${url.host} answered with an empty file.`)
}

async function* bytesOf(body: AsyncIterable<Uint8Array>, { host }: URL): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body
  } catch (error) {
    logWarning("artwork broke off", { host, error })
    throw new AddressError("unreachable", `${host} did not send all of the file in time.`)
  }
}

function problemOf({ status, ok }: Response, length: number, { host }: URL): AddressError | null {
  if (status >= 500 || status === 429)
    return new AddressError("unreachable", `${host} cannot send the file right now (${status}).`)
  if (!ok) return new AddressError("unusable", `${host} does not hand out the file (${status}).`)
  if (length > MAX_UPLOAD_BYTES)
    return new AddressError("too-large", `The file is larger than ${MAX_UPLOAD_BYTES / MIB} MB.`)
  return null
}
