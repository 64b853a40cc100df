/**
 * A buyer's requests, read from a transaction's variations
 * (developers.etsy.com/documentation/tutorials/personalization-migration): up to five questions, each a
 * variation of property 54 with the seller's question as its name. A file's answer is its address.
 */
import { type BuyerAnswer, isUnnamed } from "../../../contract/orders/personalisation.ts"

export type Variation = { property_id?: number | null; formatted_name: string; formatted_value: string }

const PERSONALISATION_PROPERTY = 54
/** Etsy's text if the buyer requested nothing. */
const NOT_REQUESTED = /^not requested on this item\.?$/i
/** The most answers: five questions, one with ten files; the rest is room for Etsy's next change. */
const MAX_ANSWERS = 20
/** The hosts where Etsy keeps buyers' uploads. Any other address stays text, which nobody can click. */
const FILE_HOSTS = /(^|\.)(etsy|etsystatic)\.com$/

export function isPersonal({ property_id, formatted_name }: Variation): boolean {
  return property_id === PERSONALISATION_PROPERTY || isUnnamed(formatted_name)
}

/** Returns true for an answer that is not Etsy's text in its place. */
export function isRequested(answer: string): boolean {
  return answer !== "" && !NOT_REQUESTED.test(answer)
}

/** Returns the answers in Etsy's order; empty answers are left out. */
export function readAnswers(variations: readonly Variation[]): BuyerAnswer[] {
  return variations
    .filter(isPersonal)
    .flatMap(({ formatted_name: question, formatted_value: value }) => {
      if (!isRequested(value)) return []
      const files = filesIn(value)
      if (files === null) return [{ question, answer: value, isFile: false }]
      return files.map((answer) => ({ question, answer, isFile: true }))
    })
    .slice(0, MAX_ANSWERS)
}

/** Returns true if an address is one of Etsy's own, by https and in the usual way. */
export function isBuyerFile(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== "https:" || !FILE_HOSTS.test(url.hostname)) return false
  return url.username === "" && url.password === "" && url.port === ""
}

/** Returns the addresses that a value consists of; null if any part of it is something else. */
function filesIn(value: string): string[] | null {
  const files: string[] = []
  for (const part of value.split(/[\s,]+/).filter((text) => text !== "")) {
    if (!isBuyerFile(part)) return null
    files.push(new URL(part).href)
  }
  return files
}
