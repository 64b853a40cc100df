import type { Context } from "hono"

type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500

/** The name of each status in the newer APIs, where the reason is an issue in `details`. */
const names: Record<Exclude<ProblemStatus, 401>, string> = {
  400: "INVALID_REQUEST",
  403: "NOT_AUTHORIZED",
  404: "RESOURCE_NOT_FOUND",
  409: "RESOURCE_CONFLICT",
  422: "UNPROCESSABLE_ENTITY",
  429: "RATE_LIMIT_REACHED",
  500: "INTERNAL_SERVER_ERROR",
}

/** A refusal in PayPal's words: HTTP status and issue. */
export class Problem extends Error {
  readonly status: ProblemStatus
  readonly issue: string
  constructor(status: ProblemStatus, issue: string) {
    super(issue)
    this.status = status
    this.issue = issue
  }

  body(): object {
    if (this.status === 401)
      return { error: this.issue, error_description: "Token signature verification failed" }
    return {
      name: names[this.status],
      message: "The requested action could not be performed.",
      debug_id: debugId(),
      details: [{ issue: this.issue, description: this.issue.toLowerCase().replaceAll("_", " ") }],
    }
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

export function answerProblem(c: Context, problem: Problem): Response {
  return c.json(problem.body(), problem.status)
}

function debugId(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, 13)
}
