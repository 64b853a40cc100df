/** The number of causes to unwrap: Drizzle wraps D1's error, and D1 wraps its storage's. */
const MAX_CAUSES = 5

/**
 * D1's messages for a short outage, not for a refused statement
 * (developers.cloudflare.com/d1/observability/debug-d1/#error-list). The network messages are the
 * same for R2, queues and Durable Objects.
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
 * The codes with which R2 ends its messages (developers.cloudflare.com/r2/api/error-codes):
 * unspecified, internal error, service unavailable, too many requests.
 */
const R2_AWAY = /\((0|10001|10043|10058)\)$/

/** Returns true if storage or a Durable Object was briefly unavailable, so that a retry makes sense. */
export function isOutage(error: unknown): boolean {
  let reason = error
  for (let depth = 0; depth < MAX_CAUSES && reason instanceof Error; depth++) {
    if (isPassing(reason)) return true
    reason = reason.cause
  }
  return false
}

function isPassing(error: Error): boolean {
  // Marks of the runtime: developers.cloudflare.com/durable-objects/best-practices/error-handling
  if (["retryable", "overloaded"].some((mark) => Reflect.get(error, mark) === true)) return true
  const { message } = error
  // This message quotes the query, which may contain any words; look at its cause instead.
  if (message.startsWith("Failed query:")) return false
  return R2_AWAY.test(message) || passingWords.some((words) => message.includes(words))
}
