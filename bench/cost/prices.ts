/**
 * Cloudflare's public prices of November 2026 for Workers Paid, and the amounts they include each month:
 * developers.cloudflare.com, workers/platform/pricing (with Workers Logs),
 * durable-objects/platform/pricing, d1/platform/pricing, r2/pricing, queues/platform/pricing,
 * email-service/platform/pricing.
 */
export type Price = { included: number; usdPerUnit: number }

export const BASE_USD = 5
const MILLION = 1_000_000
const perMillion = (usd: number, included: number): Price => ({ included, usdPerUnit: usd / MILLION })

const prices = {
  "Worker requests": perMillion(0.3, 10 * MILLION),
  "Worker CPU, ms": perMillion(0.02, 30 * MILLION),
  "Workers Logs, lines": perMillion(0.6, 20 * MILLION),
  "Object requests": perMillion(0.15, MILLION),
  "Object time, GB-s": perMillion(12.5, 400_000),
  "Object rows read": perMillion(0.001, 25_000 * MILLION),
  "Object rows written": perMillion(1, 50 * MILLION),
  "Object storage, GB": { included: 5, usdPerUnit: 0.2 },
  "Queue operations": perMillion(0.4, MILLION),
  "D1 rows read": perMillion(0.001, 25_000 * MILLION),
  "D1 rows written": perMillion(1, 50 * MILLION),
  "D1 storage, GB": { included: 5, usdPerUnit: 0.75 },
  "R2 writes (A)": perMillion(4.5, MILLION),
  "R2 reads (B)": perMillion(0.36, 10 * MILLION),
  "R2 storage, GB": { included: 10, usdPerUnit: 0.015 },
  "E-mail": { included: 3_000, usdPerUnit: 0.35 / 1_000 },
} satisfies Record<string, Price>

export type Meter = keyof typeof prices
export type Usage = Record<Meter, number>

export const meters = Object.keys(prices) as Meter[]

/** Returns a month's price of each meter, in dollars. */
export function priceOf(usage: Usage): Record<Meter, number> {
  const usdOf = (meter: Meter) =>
    Math.max(0, usage[meter] - prices[meter].included) * prices[meter].usdPerUnit
  return Object.fromEntries(meters.map((meter) => [meter, usdOf(meter)])) as Record<Meter, number>
}

/** Cloudflare's limits, from the same pages' `platform/limits`. */
export const limits = {
  /** The most invocations of one queue's consumer at the same time. */
  consumers: 250,
  /** The most messages that one queue takes in a second. */
  messagesPerSecond: 5_000,
  databaseGb: 10,
  /** The size of all databases of an account; more on request. */
  accountDatabasesGb: 1_000,
}
