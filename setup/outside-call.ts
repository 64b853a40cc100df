const TIMEOUT_MS = 30_000

/**
 * Calls a vendor or the live app. SETUP_ADDRESSES, a JSON object of origins, redirects some of them:
 * tests call stand-ins while the deployment names the real vendors.
 */
export async function outsideCall(url: string, init: RequestInit = {}): Promise<Response> {
  const moved: Record<string, string> = JSON.parse(process.env.SETUP_ADDRESSES || "{}")
  const { origin } = new URL(url)
  const target = origin in moved ? moved[origin] + url.slice(origin.length) : url
  try {
    return await fetch(target, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "manual", ...init })
  } catch (error) {
    throw new Unreachable(`${new URL(url).host} cannot be reached: ${reasonOf(error)}`)
  }
}

/** The error of a call without an answer: the network, an unknown name, a certificate, or time. */
export class Unreachable extends Error {}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message || message : message
}
