import { z } from "zod"

/** Settings and secrets, parsed once per isolate; a missing one stops the Worker with its name. */
const settingsSchema = z.object({
  /** The one origin the app is served from, no trailing slash. */
  APP_ORIGIN: z.url(),
  MAIL_FROM: z.string().min(3),
  TURNSTILE_SITE_KEY: z.string().min(1),
  TURNSTILE_SCRIPT_URL: z.url(),
  TURNSTILE_VERIFY_URL: z.url(),
  TURNSTILE_SECRET: z.string().min(1),
  /** Signs session and captcha cookies; at least 32 characters. */
  SESSION_KEY: z.string().min(32),
  /** Lets `npm run export` and `npm run import` act for an account; left out, nobody can. */
  OPERATOR_KEY: z.string().min(32).optional(),
})
export type Settings = z.infer<typeof settingsSchema>

export type Bindings = {
  ASSETS: Fetcher
  DB: D1Database
  FILES: R2Bucket
  INGEST_QUEUE: Queue
  RENDER_QUEUE: Queue
  USER_HUB: DurableObjectNamespace
  EMAIL: SendEmail
}
export type Env = Bindings & { [name in keyof Settings]: string }

const parsed = new WeakMap<Env, Settings>()

/** The parsed settings of this environment. */
export function settingsOf(env: Env): Settings {
  const known = parsed.get(env)
  if (known) return known
  const settings = settingsSchema.parse(env)
  parsed.set(env, settings)
  return settings
}
