import type { VendorCheck } from "../../../contract/api/site-api.ts"
import type { EdgeSettings } from "../../env.ts"
import { isSecretKnown } from "../../services/cloudflare/turnstile.ts"
import { isEtsyKeyKnown } from "../../services/etsy/etsy.ts"
import { checkPayPal } from "../../services/paypal/paypal-check.ts"

/**
 * Asks each vendor at once whether our settings are right; none of the calls changes anything. The
 * Email Service is not asked: it judges a sender only by mail that is sent.
 */
export async function checkVendors(settings: EdgeSettings): Promise<VendorCheck[]> {
  const checks = [paypalCheck(settings), etsyCheck(settings), turnstileCheck(settings)]
  return [...(await Promise.all(checks)), ...shopifyCheck(settings)]
}

async function paypalCheck(settings: EdgeSettings): Promise<VendorCheck> {
  const vendor = "PayPal"
  const check = await checkPayPal(settings)
  if (check.kind === "unanswered") return { vendor, ...silent(vendor) }
  const { mistakes } = check
  if (mistakes.length > 0) return { vendor, isRight: false, message: mistakes.join(" ") }
  return { vendor, isRight: true, message: "The credentials are known, and the webhook calls us." }
}

async function etsyCheck(settings: EdgeSettings): Promise<VendorCheck> {
  const vendor = "Etsy"
  const isKnown = await isEtsyKeyKnown(settings)
  if (isKnown === null) return { vendor, ...silent(vendor) }
  const message = isKnown
    ? "The app's key is known."
    : "Etsy does not know ETSY_KEYSTRING with ETSY_SHARED_SECRET, or has not approved the app yet."
  return { vendor, isRight: isKnown, message }
}

/** Checks that there are both a key and a secret: Shopify has no call that tries a key without a shop. */
function shopifyCheck({ SHOPIFY_API_KEY, SHOPIFY_API_SECRET }: EdgeSettings): VendorCheck[] {
  const vendor = "Shopify"
  if (SHOPIFY_API_KEY && SHOPIFY_API_SECRET)
    return [{ vendor, isRight: true, message: "Key and secret are set; the first store proves them." }]
  const isNeither = !SHOPIFY_API_KEY && !SHOPIFY_API_SECRET
  const message = "SHOPIFY_API_KEY and SHOPIFY_API_SECRET belong together: one of them is missing."
  return isNeither ? [] : [{ vendor, isRight: false, message }]
}

async function turnstileCheck(settings: EdgeSettings): Promise<VendorCheck> {
  const vendor = "Turnstile"
  const isKnown = await isSecretKnown(settings)
  if (isKnown === null) return { vendor, ...silent(vendor) }
  const message = isKnown
    ? "The secret is known."
    : "Turnstile does not know TURNSTILE_SECRET: nobody can sign in."
  return { vendor, isRight: isKnown, message }
}

function silent(vendor: string): Pick<VendorCheck, "isRight" | "message"> {
  return { isRight: null, message: `${vendor} did not answer as expected. Try again in a minute.` }
}
