import { type Order, unfulfilled } from "./shopify-order.ts"

/**
 * Searches orders by Shopify's syntax (shopify.dev/docs/api/usage/search-syntax): terms with
 * comparators, joined by AND (also unwritten), OR, NOT or "-", and brackets. As there, a field that does
 * not exist is left out of the search, with a warning.
 */
export function searchOrders(query: string): { matches: (order: Order) => boolean; warnings: Warning[] } {
  const tokens = [
    ...query.matchAll(/\(|\)|-?[\w.]+:(?:<=|>=|<|>)?(?:'[^']*'|"[^"]*"|[^\s()]+)|[^\s()]+/g),
  ].map(([token]) => token)
  const warnings: Warning[] = []
  let at = 0

  function either(): Match {
    const choices = [all()]
    while (tokens[at]?.toUpperCase() === "OR") {
      at += 1
      choices.push(all())
    }
    return choices.length === 1 ? choices[0] : (order) => choices.some((matches) => matches(order))
  }
  function all(): Match {
    const parts: Match[] = []
    while (at < tokens.length && tokens[at] !== ")" && tokens[at].toUpperCase() !== "OR") {
      if (tokens[at].toUpperCase() === "AND") at += 1
      else parts.push(one())
    }
    return (order) => parts.every((matches) => matches(order))
  }
  function one(): Match {
    const token = tokens[at++]
    if (token.toUpperCase() === "NOT") {
      const matches = one()
      return (order) => !matches(order)
    }
    if (token === "(") {
      const matches = either()
      at += 1
      return matches
    }
    return term(token, warnings)
  }
  return { matches: either(), warnings }
}

export type Warning = { field: string; message: string }
type Match = (order: Order) => boolean

function term(token: string, warnings: Warning[]): Match {
  const parts = /^(-?)([\w.]+):(<=|>=|<|>)?(.*)$/.exec(token)
  if (!parts) return (order) => `#${order.number}`.includes(token)
  const [, minus, field, comparator = "=", quoted] = parts
  const value = quoted.replace(/^(['"])(.*)\1$/, "$2")
  const test = fieldTest(field, comparator, value)
  if (!test) {
    warnings.push({ field, message: "Invalid search field for this query." })
    return () => true
  }
  return minus ? (order) => !test(order) : test
}

function fieldTest(field: string, comparator: string, value: string): Match | null {
  const among = (wordsOf: (order: Order) => string[]) => {
    const values = value.toLowerCase().split(",")
    return (order: Order) => wordsOf(order).some((word) => values.includes(word))
  }
  const timed = (momentOf: (order: Order) => number) => {
    const moment = Date.parse(value)
    return Number.isNaN(moment) ? null : (order: Order) => compared(momentOf(order), comparator, moment)
  }
  switch (field) {
    case "updated_at":
      return timed((order) => order.updatedMs)
    case "created_at":
    case "processed_at":
      return timed((order) => order.createdMs)
    case "id":
      return (order) => compared(order.id, comparator, Number(value))
    case "name":
      return (order) => `#${order.number}` === value || String(order.number) === value
    case "test":
      return (order) => String(order.isTest) === value
    case "source_name":
      return among((order) => [order.sourceName])
    case "financial_status":
      return among((order) => [order.financial.toLowerCase()])
    case "status":
      return among(statusWords)
    case "fulfillment_status":
      return among(fulfilmentWords)
    default:
      return null
  }
}

function statusWords(order: Order): string[] {
  if (order.cancelled) return ["cancelled", "not_closed"]
  return order.closedMs === null ? ["open", "not_closed"] : ["closed"]
}

function fulfilmentWords(order: Order): string[] {
  if (order.isHeld) return ["on_hold"]
  if (order.fulfillments.length === 0) return ["unshipped", "unfulfilled"]
  return unfulfilled(order) === 0 ? ["shipped", "fulfilled"] : ["partial", "unfulfilled"]
}

function compared(value: number, comparator: string, bound: number): boolean {
  switch (comparator) {
    case ">=":
      return value >= bound
    case "<=":
      return value <= bound
    case ">":
      return value > bound
    case "<":
      return value < bound
    default:
      return value === bound
  }
}
