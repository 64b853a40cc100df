/**
 * The index of words by their letters, three at a time (FTS5's trigrams): it finds texts with any part of a
 * word, however many there are. All accounts share it, so each text begins with three letters of its account's
 * own, which triggers put there (the migration with `order_words` has them). It finds a few too many, never
 * too few: what it finds is compared once more.
 */
import type { Id } from "../../contract/id.ts"
import { casesOf } from "./paging.ts"

const LETTERS = 3
/** The parts of a search that are looked up; what has all of these is rarely anything else. */
const MAX_PARTS = 16
/** The private letters that stand for the end of an account's id, a byte each. */
const FIRST_PRIVATE = 0xe000

/**
 * Returns the index's query for an account's texts that contain a search, in any case and both ways of writing
 * accents; null if it has fewer than three letters.
 */
export function wordsQuery(userId: Id, search: string): string | null {
  const forms = [...new Set(["NFC", "NFD"].map((form) => search.normalize(form)))].map(partsOf)
  if (forms.some((parts) => parts.length === 0)) return null
  const matches = forms.map((parts) => `(${parts.join(" AND ")})`)
  return `${quoted(lettersOf(userId))} AND (${matches.join(" OR ")})`
}

/** Returns the index's queries for each three letters in a row. */
function partsOf(text: string): string[] {
  const letters = [...text].map((letter) => (isFolded(letter) ? [letter] : casesOf(letter)))
  return letters.slice(0, MAX_PARTS).flatMap((_, at) => {
    const [first, second, third] = letters.slice(at, at + LETTERS)
    if (third === undefined) return []
    const all = first.flatMap((one) =>
      second.flatMap((two) => third.map((three) => quoted(one + two + three))),
    )
    return all.length === 1 ? all : `(${all.join(" OR ")})`
  })
}

/** Returns whether the index takes all cases of a letter for the same; it does not know the rarer ones. */
function isFolded(letter: string): boolean {
  return (
    (letter < "\u0528" && !/[\u0131\u0250-\u036f\u037f\u03f3]/.test(letter)) || casesOf(letter).length === 1
  )
}

function lettersOf(userId: Id): string {
  const bytes = [-6, -4, -2].map((at) => Number.parseInt(userId.slice(at, at + 2 || undefined), 16))
  return String.fromCharCode(...bytes.map((byte) => FIRST_PRIVATE + byte))
}

function quoted(part: string): string {
  return `"${part.replaceAll('"', '""')}"`
}
