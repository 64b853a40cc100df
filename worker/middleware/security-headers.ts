import type { MiddlewareHandler } from "hono"
import type { OpenAppEnv } from "../app-env.ts"
import { type EdgeSettings, edgeSettingsOf } from "../env.ts"

const ONE_YEAR_S = 31_536_000

/** Adds security headers to every reply, assets too. A route's own stricter policy stays. */
export const securityHeaders: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  await next()
  if (c.res.status === 101) return
  const { headers } = c.res
  for (const [name, value] of guardsOf(edgeSettingsOf(c.env)))
    if (!headers.has(name)) headers.set(name, value)
}

const guards = new WeakMap<EdgeSettings, [string, string][]>()

function guardsOf(settings: EdgeSettings): [string, string][] {
  const known = guards.get(settings)
  if (known) return known
  const headers: [string, string][] = [
    ["content-security-policy", contentSecurityPolicy(settings)],
    ["strict-transport-security", `max-age=${ONE_YEAR_S}; includeSubDomains`],
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cross-origin-opener-policy", "same-origin"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"],
  ]
  guards.set(settings, headers)
  return headers
}

/**
 * Returns the policy. Inline styles are allowed because component libraries position layers with style
 * attributes. WASM may be compiled, for the preview's nesting; that does not let text run as a script.
 */
function contentSecurityPolicy(settings: EdgeSettings): string {
  const turnstileOrigin = new URL(settings.TURNSTILE_SCRIPT_URL).origin
  const photoOrigins = [...new Set([settings.ETSY_IMAGE_ORIGIN, settings.SHOPIFY_IMAGE_ORIGIN])]
  const socketOrigin = settings.APP_ORIGIN.replace(/^http/, "ws")
  return [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' ${turnstileOrigin}`,
    "style-src 'self' 'unsafe-inline'",
    // Listing photos are loaded from the marketplaces.
    `img-src 'self' blob: data: ${photoOrigins.join(" ")}`,
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin}`,
    `frame-src ${turnstileOrigin}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")
}
