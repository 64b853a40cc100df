import { z } from "zod"
import type { Scope } from "./accounts/scope.ts"
import { type LayoutViolation, layoutViolationSchema } from "./prints/layout.ts"

/** Every refusal has a code; one table maps it to its HTTP status. */
export const statusOfCode = {
  "validation-failed": 400,
  "signed-out": 401,
  "token-invalid": 401,
  "credits-too-few": 402,
  forbidden: 403,
  "not-a-member": 403,
  "scope-missing": 403,
  "not-found": 404,
  "timed-out": 408,
  conflict: 409,
  "idempotency-key-busy": 409,
  "balance-moved": 409,
  gone: 410,
  "too-large": 413,
  "unsupported-type": 415,
  unprocessable: 422,
  "idempotency-key-reused": 422,
  "layout-invalid": 422,
  "too-many-requests": 429,
  "internal-error": 500,
  "vendor-unavailable": 502,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof statusOfCode

export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
  /** The address that explains the code. */
  docs: z.string().optional(),
  /** The scope that the access token lacks, with `scope-missing`. */
  scope: z.string().optional(),
  /** The credits available now, with `balance-moved`. */
  availableCredits: z.number().optional(),
  /** The problems of the document, with `layout-invalid`; a hundred violations at most. */
  violations: z.array(layoutViolationSchema).optional(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** An expected refusal; people see `message` as it is. */
export class ApiError extends Error {
  override name = "ApiError"
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterS: number | undefined
  readonly scope: Scope | undefined
  readonly availableCredits: number | undefined
  readonly violations: LayoutViolation[] | undefined
  constructor(
    code: ErrorCode,
    message: string,
    more: Partial<
      Pick<ApiError, "fields" | "retryAfterS" | "scope" | "availableCredits" | "violations">
    > = {},
  ) {
    super(message)
    this.code = code
    this.fields = more.fields
    this.retryAfterS = more.retryAfterS
    this.scope = more.scope
    this.availableCredits = more.availableCredits
    this.violations = more.violations
  }
}

/** Returns a 404 for things that do not exist or belong to someone else: the caller cannot tell which. */
export function unknown(noun: string): ApiError {
  return new ApiError("not-found", `This ${noun} does not exist`)
}
