import { z } from "zod"
import { ApiError } from "../../contract/error.ts"
import type { EdgeSettings } from "../env.ts"
import { errorText, logWarning } from "../log.ts"
import { recordVendorError } from "../vendor-error.ts"

const TIMEOUT_MS = 10_000
const replySchema = z.object({ success: z.boolean() })

/**
 * Whether Turnstile accepts this token; each passes once. If Turnstile is unreachable, the answer
 * is 502. See developers.cloudflare.com/turnstile/get-started/server-side-validation
 */
export async function isHuman(settings: EdgeSettings, token: string, address: string): Promise<boolean> {
  try {
    const response = await fetch(settings.TURNSTILE_VERIFY_URL, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ secret: settings.TURNSTILE_SECRET, response: token, remoteip: address }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return replySchema.parse(await response.json()).success
  } catch (error) {
    logWarning("turnstile gave no usable answer", { error })
    recordVendorError({ vendor: "Turnstile", code: "no-answer", text: errorText(error) })
    throw new ApiError(
      "vendor-unavailable",
      "The captcha service did not answer. Please try again in a moment.",
    )
  }
}
