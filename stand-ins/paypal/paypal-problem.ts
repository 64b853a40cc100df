import type { Context } from "hono"
import type { z } from "zod"

type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500

/** Name and message of each status in the newer APIs (error_400 … error_500 of their schemas). */
const errors: Record<ProblemStatus, [name: string, message: string]> = {
  400: ["INVALID_REQUEST", "Request is not well-formed, syntactically incorrect, or violates schema."],
  401: [
    "AUTHENTICATION_FAILURE",
    "Authentication failed due to missing authorization header, or invalid authentication credentials.",
  ],
  403: ["NOT_AUTHORIZED", "Authorization failed due to insufficient permissions."],
  404: ["RESOURCE_NOT_FOUND", "The specified resource does not exist."],
  409: ["RESOURCE_CONFLICT", "The server has detected a conflict while processing this request."],
  422: [
    "UNPROCESSABLE_ENTITY",
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
  ],
  429: ["RATE_LIMIT_REACHED", "Too many requests. Blocked due to rate limiting."],
  500: ["INTERNAL_SERVER_ERROR", "An internal server error occurred."],
}

/** `field` is a JSON pointer into the body. */
type Detail = { issue: string; field?: string; value?: string; location?: "body" | "path" }

/** A refusal in PayPal's words: HTTP status and issue. */
export class Problem extends Error {
  readonly status: ProblemStatus
  readonly #details: readonly Detail[]
  constructor(status: ProblemStatus, issue: string, where: Omit<Detail, "issue"> = {}, more: Detail[] = []) {
    super(issue)
    this.status = status
    this.#details = [{ issue, ...where }, ...more]
  }

  get issue(): string {
    return this.message
  }

  body(): object {
    const [name, message] = errors[this.status]
    return {
      name,
      message,
      debug_id: debugId(),
      details: this.#details.map((detail) => ({
        ...detail,
        description: detail.issue.toLowerCase().replaceAll("_", " "),
      })),
      links: [
        {
          href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${this.issue}`,
          rel: "information_link",
          method: "GET",
        },
      ],
    }
  }
}

/** The refusal of a token that PayPal does not know or has withdrawn, in OAuth's form. */
export class TokenProblem extends Problem {
  constructor() {
    super(401, "invalid_token")
  }

  override body(): object {
    return { error: this.issue, error_description: "Token signature verification failed" }
  }
}

/**
 * A refusal of the webhooks' API (developer.paypal.com/api/webhooks/v1/errors), which is older: the
 * reason is the name, and `details` say which field is wrong.
 */
export class WebhookProblem extends Problem {
  readonly #text: string
  readonly #field: string | undefined
  constructor(status: 400 | 404, name: string, text: string, field?: string) {
    super(status, name)
    this.#text = text
    this.#field = field
  }

  override body(): object {
    return {
      name: this.issue,
      message: this.#field === undefined ? this.#text : "Invalid data provided",
      debug_id: debugId(),
      information_link: "https://developer.paypal.com/docs/api/webhooks/v1/#errors",
      ...(this.#field === undefined ? {} : { details: [{ field: this.#field, issue: this.#text }] }),
    }
  }
}

/** Returns the refusal of a body of another form than documented, with a detail for each wrong field. */
export function malformed(error: z.ZodError, body: unknown): Problem {
  const [first, ...more] = error.issues.map((issue) => ({
    issue: issueOf(issue, valueAt(body, issue.path)),
    field: `/${issue.path.join("/")}`,
    location: "body" as const,
  }))
  const { issue, ...where } = first
  return new Problem(400, issue, where, more)
}

export function answerProblem(c: Context, problem: Problem): Response {
  return c.json(problem.body(), problem.status)
}

function issueOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return "MISSING_REQUIRED_PARAMETER"
  if (issue.code === "too_small" || issue.code === "too_big") {
    if (typeof value === "string") return "INVALID_STRING_LENGTH"
    return issue.code === "too_small" ? "INVALID_ARRAY_MIN_ITEMS" : "INVALID_ARRAY_MAX_ITEMS"
  }
  return issue.code === "invalid_value" ? "INVALID_PARAMETER_VALUE" : "INVALID_PARAMETER_SYNTAX"
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value: unknown, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    body,
  )
}

function debugId(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, 13)
}
