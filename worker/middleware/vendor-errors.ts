import type { MiddlewareHandler } from "hono"
import type { OpenAppEnv } from "../app-env.ts"
import { withVendorErrors } from "../vendor-error.ts"

/** Lets a request note wrong answers of vendors, without waiting for the note. */
export const vendorErrors: MiddlewareHandler<OpenAppEnv> = (c, next) =>
  withVendorErrors(c.env, c.executionCtx, next)
