import type { Settings } from "../../env.ts"
import { errorText, logWarning } from "../../log.ts"
import { endpointProblem } from "../delivery/outside-address.ts"
import { AddressError, publicUrl } from "../internet/open-public-file.ts"

/** What an endpoint has answered; `message` is what was wrong, for its owner. */
export type Answer = { status: number | null; message: string | null }

/** The status by which an endpoint says that it wants no more events (Standard Webhooks 1.0, "Deliverability"). */
export const GONE = 410
/** What is said of an endpoint that does not answer in time. */
export const SILENT: Answer = { status: null, message: "The server did not answer in time." }

/**
 * Sends an event to an endpoint, whose address has to be a public name of public machines each time. Redirects are not
 * followed, as they could lead anywhere, and not a byte of the answer's body is read.
 */
export async function postEvent(
  address: string,
  { headers, body, mostMs }: { headers: Record<string, string>; body: string; mostMs: number },
  settings: Pick<Settings, "APP_ORIGIN" | "DNS_URL">,
): Promise<Answer> {
  const signal = AbortSignal.timeout(mostMs)
  try {
    const url = await publicUrl(address, endpointProblem(address, settings.APP_ORIGIN), settings)
    const reply = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Sheetsmith", ...headers },
      body,
      redirect: "manual",
      signal,
    })
    await dismiss(reply)
    return { status: reply.status, message: reply.ok ? null : problemOf(reply.status) }
  } catch (error) {
    if (error instanceof AddressError) return { status: null, message: error.message }
    if (error instanceof DOMException && error.name === "TimeoutError") return SILENT
    logWarning("event not answered", { error })
    return { status: null, message: "The server could not be reached." }
  }
}

async function dismiss(reply: Response): Promise<void> {
  try {
    await reply.body?.cancel()
  } catch (error) {
    // The connection is lost; the status has arrived.
    logWarning("answer not dismissed", { text: errorText(error) })
  }
}

function problemOf(status: number): string {
  if (status === GONE) return `The server wants no more events (${status}).`
  if (status >= 300 && status < 400)
    return `The server redirects to another address, which is not followed (${status}): enter that address.`
  if (status === 401 || status === 403)
    return `The server refuses the event (${status}). Does it have the secret?`
  if (status === 404) return `There is nothing at this address (${status}).`
  return status >= 500 ? `The server has a problem (${status}).` : `The server refuses the event (${status}).`
}
