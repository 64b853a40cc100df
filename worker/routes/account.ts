import { account } from "../../contract/api/account-api.ts"
import { makeId } from "../../contract/id.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import { edgeSettingsOf } from "../env.ts"
import { addUser } from "../flows/accounts/add-user.ts"
import { takenError } from "../flows/accounts/taken-error.ts"
import { mailVerification } from "../flows/accounts/verify-address.ts"
import { logSecurity } from "../log.ts"
import { giveCaptchaPass, spendCaptchaPass } from "../middleware/captcha-pass.ts"
import { clientAddress, fullClientAddress } from "../middleware/client-address.ts"
import { giveSignUpPass } from "../middleware/sign-up-pass.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { hashPassword } from "../secrets/password-hash.ts"
import { judgeCaptcha } from "../services/cloudflare/turnstile.ts"

export const accountRoutes = new ApiRoutes()
  .serve(account.verifyCaptcha, async (c) => {
    await limitRate(c, rateRules.captchaByAddress, clientAddress(c))
    const { token } = c.req.valid("json")
    const verdict = await judgeCaptcha(edgeSettingsOf(c.env), token, fullClientAddress(c))
    if (verdict.kind === "refused") {
      logSecurity("captcha-refused", { requestId: c.var.requestId, codes: verdict.codes.join(" ") })
      return { data: { success: false }, message: texts.captchaFailed }
    }
    await giveCaptchaPass(c, verdict.form)
    return { data: { success: true } }
  })
  .serve(account.register, async (c) => {
    const { password, ...form } = c.req.valid("json")
    await spendCaptchaPass(c, "sign-up", texts.captchaMissing)
    await limitRate(c, rateRules.signUpByAddress, clientAddress(c))
    const nowMs = Date.now()
    const id = makeId(nowMs)
    const passwordHash = await hashPassword(password)
    const result = await addUser(c.env, { ...form, id, passwordHash, nowMs })
    if (result.kind === "taken") throw takenError(result.fields)
    await giveSignUpPass(c, { id, passwordHash })
    await mailVerification(c, { id, ...form })
    return { data: { _id: id, email: form.email }, message: texts.registered }
  })
