import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from "obscenity"
import type { ArtworkValues } from "../artwork/artwork-field.ts"

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })
const WORDS = /\S+/gu

/**
 * Returns words that may be rude in English, as they are written, even with disguised letters. Names
 * such as Dick are among them, so people are warned and nothing is refused. The list has 50 kB: the
 * page loads this file when it is needed.
 */
export function rudeWords(text: string): string[] {
  const matches = matcher.getAllMatches(text)
  if (matches.length === 0) return []
  const rude = Array.from(text.matchAll(WORDS)).filter(({ 0: word, index }) =>
    matches.some(({ startIndex, endIndex }) => startIndex < index + word.length && endIndex >= index),
  )
  return [...new Set(rude.map(([word]) => word))]
}

/** Returns the warning before such a text is printed; null if there is none. */
export function rudeWarning(values: ArtworkValues): string | null {
  const words = [...new Set(Object.values(values).flatMap(rudeWords))].map((word) => `"${word}"`)
  if (words.length === 0) return null
  return `${words.join(" and ")} may be ${words.length === 1 ? "a rude word" : "rude words"}`
}
