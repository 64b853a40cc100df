/** How deep a reason may lie: Drizzle wraps what D1 threw, and D1 what its storage said. */
const MAX_CAUSES = 5

/**
 * What D1 says when it is away for a moment, not when it refuses a statement
 * (developers.cloudflare.com/d1/observability/debug-d1/#error-list); the network's words are the same for R2, queues and
 * Durable Objects.
 */
const passingWords = [
  "Network connection lost",
  "storage caused object to be reset",
  "reset because its code was updated",
  "D1 DB is overloaded",
  "storage operation exceeded timeout",
  "due to transient issue on remote node",
  "internal error",
]

/**
 * R2 ends its messages with a code (developers.cloudflare.com/r2/api/error-codes): unspecified, internal error, service
 * unavailable, too many requests.
 */
const R2_AWAY = /\((0|10001|10043|10058)\)$/

/** Whether storage or a Durable Object was away for a moment, so that the same call is worth making again. */
export function isOutage(error: unknown): boolean {
  let reason = error
  for (let depth = 0; depth < MAX_CAUSES && reason instanceof Error; depth++) {
    if (isPassing(reason)) return true
    reason = reason.cause
  }
  return false
}

function isPassing(error: Error): boolean {
  // What the runtime adds to errors of Durable Objects (developers.cloudflare.com/durable-objects/best-practices/error-handling).
  if (["retryable", "overloaded"].some((mark) => Reflect.get(error, mark) === true)) return true
  const { message } = error
  // A failed query is told with its text and values, in which any words may stand; its cause follows.
  if (message.startsWith("Failed query:")) return false
  return R2_AWAY.test(message) || passingWords.some((words) => message.includes(words))
}
