import { z } from "zod"
import { texts } from "../../../contract/text.ts"
import { ApiFailure, apiSend } from "../../lib/api.ts"

const replySchema = z.object({ success: z.boolean() })

/** Trades the widget's token for the pass that sign-in and sign-up ask for; a refusal says so in the exact words. */
export async function passCaptcha(token: string): Promise<void> {
  const { success } = await apiSend("POST", "/verify-captcha", { token }, replySchema)
  if (!success) throw new ApiFailure(200, "captcha-failed", texts.captchaFailed)
}
