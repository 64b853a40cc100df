import { paypalAccount } from "../stand-ins/paypal/paypal-account.ts"

/** The key to the operator's calls on a local runtime, for `npm run export` and `npm run import`. */
export const localOperatorKey = "local-only-operator-key-of-sufficient-length"

/**
 * Returns settings and secrets of the local runtime: the vendors' documented test keys and
 * stand-ins, never production's.
 */
export function localSettings(appOrigin: string, standInsOrigin: string): Record<string, string> {
  return {
    APP_ORIGIN: appOrigin,
    MAIL_FROM: "Sheetsmith <hello@sheetsmith.test>",
    CONTACT_EMAIL: "hello@sheetsmith.test",
    CONTACT_PHONE: "+1 555 0142",
    SESSION_KEY: "local-only-session-key-of-sufficient-length",
    OPERATOR_KEY: localOperatorKey,
    TURNSTILE_SITE_KEY: "1x00000000000000000000AA",
    TURNSTILE_SECRET: "1x0000000000000000000000000000000AA",
    TURNSTILE_SCRIPT_URL: `${standInsOrigin}/turnstile/v0/api.js`,
    TURNSTILE_VERIFY_URL: `${standInsOrigin}/turnstile/v0/siteverify`,
    PAYPAL_API_URL: standInsOrigin,
    PAYPAL_CLIENT_ID: paypalAccount.clientId,
    PAYPAL_CLIENT_SECRET: paypalAccount.clientSecret,
    PAYPAL_MERCHANT_ID: paypalAccount.merchantId,
    ETSY_OAUTH_URL: `${standInsOrigin}/etsy/oauth/connect`,
    ETSY_API_URL: `${standInsOrigin}/etsy/v3`,
    ETSY_IMAGE_ORIGIN: standInsOrigin,
    ETSY_ACCESS: "commercial",
    ETSY_KEYSTRING: "sheetsmith-local-keystring",
    ETSY_SHARED_SECRET: "sheetsmith-local-secret",
    SHOPIFY_API_KEY: "stand-in-shopify-key",
    SHOPIFY_API_SECRET: "stand-in-shopify-secret",
    SHOPIFY_ORIGIN: `${standInsOrigin}/shopify`,
    SHOPIFY_IMAGE_ORIGIN: standInsOrigin,
    SHOPIFY_FILE_ORIGIN: standInsOrigin,
    DNS_URL: `${standInsOrigin}/dns-query`,
    TOKEN_KEYS: "local:AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=",
  }
}
