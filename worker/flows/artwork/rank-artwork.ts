/**
 * Ranks a library's images by how likely an order's item means them. Words of SKU, title and file
 * name are compared, each weighed by how rare it is in the library (inverse document frequency), with
 * Jaro-Winkler for words spelt otherwise and Dice's coefficient of trigrams for words run together.
 */
import { jaroWinkler } from "@skyra/jaro-winkler"
import type { Id } from "../../../contract/id.ts"
import { createPace, type InSteps } from "../../../sheet/in-steps.ts"
import { designWords, isJoining } from "./artwork-words.ts"

export type Artwork = { id: Id; name: string }
export type Wanted = { sku: string; title: string }
/** An image that the seller chose for a SKU before. */
export type EarlierChoice = { sku: string; imageId: Id }
/** An image with its certainty from 0 to 1. */
export type Ranked = { id: Id; certainty: number }

/** The share of trigrams that two keys must have in common to be compared at all. */
const MIN_DICE = 0.5
const MISSPELT = 0.95
/** The likeness from which words are one word: `vibes` and `vibe`, `leopard` and `lepoard`. */
const SAME_WORD = 0.92
/** The fewest letters of a misspelt word; shorter words differ by meaning, not by spelling. */
const MIN_FUZZY_LETTERS = 4
/** The weight of `and` beside a word that says something. */
const JOINING_WEIGHT = 0.1
/** The images read or half indexed between two rests, some 6 ms; an item costs as much as a hundred. */
const STEP_UNITS = 800
const ITEM_UNITS = 100
/** The images that are compared in full for one item. */
const MAX_CANDIDATES = 40
/** The certainty below which an image is not worth showing. */
const MIN_CERTAINTY = 0.15
/** The weight of a title, which speaks to buyers, beside a SKU, the seller's own name for the design. */
const TITLE_WEIGHT = 0.8
const CHOSEN_BEFORE = 0.97
/** The certainty of a SKU that is exactly the name. */
const WHOLE_SKU = 0.98
/** The weight of a title beside a telling SKU: both are one person's words for one thing. */
const TITLE_BESIDE_SKU = 0.3
/** The factor for a number that the name lacks: a size, a count, or another design of a series. */
const NUMBER_UNSAID = 0.75
/** The factor for one word in a title, which is found there by chance too often. */
const ONE_WORD_TITLE = 0.7
/** The most SKUs of a word without images; in more, the word is a code of the shop, such as `TSH`. */
const MAX_SKUS_OF_WORD = 3

type Entry = {
  id: Id
  words: readonly string[]
  /** The words run together as one, for names without spaces. */
  key: string
  weight: number
}

/**
 * Returns, for each wanted item, at most `limit` images, the most certain first. If several images have
 * the same words, the first in `library` counts. If two designs fit equally well, neither is certain.
 * An image chosen before for the same SKU in another size comes first. Yields every few milliseconds.
 */
export function* rankArtwork(
  library: readonly Artwork[],
  wanted: readonly Wanted[],
  earlier: readonly EarlierChoice[],
  limit: number,
): InSteps<Ranked[][]> {
  const isWorkedOff = createPace(STEP_UNITS)
  const index = yield* indexOf(library, isWorkedOff)
  const chosen = imageOfDesign(earlier)
  const codes = codesOf(
    index,
    wanted.map(({ sku }) => sku),
  )
  const all: Ranked[][] = []
  for (const item of wanted) {
    const before = chosen.get(designWords(item.sku).join(" "))
    const ranked = rank(index, item, codes).filter(({ id }) => id !== before)
    all.push((before ? [{ id: before, certainty: CHOSEN_BEFORE }, ...ranked] : ranked).slice(0, limit))
    if (isWorkedOff(ITEM_UNITS)) yield
  }
  return all
}

/** Returns the images chosen for SKUs, by the words of these; none if two were chosen. */
function imageOfDesign(earlier: readonly EarlierChoice[]): Map<string, Id> {
  const images = new Map<string, Id | null>()
  for (const { sku, imageId } of earlier) {
    const design = designWords(sku).join(" ")
    const known = images.get(design)
    if (design !== "") images.set(design, known === undefined || known === imageId ? imageId : null)
  }
  return new Map([...images].flatMap(([design, id]) => (id === null ? [] : [[design, id]])))
}

type Index = {
  entries: readonly Entry[]
  entriesOfWord: ReadonlyMap<string, readonly number[]>
  entriesOfTrigram: ReadonlyMap<string, readonly number[]>
  /** The words by their first two letters: people rarely mistype those. */
  wordsOfStart: ReadonlyMap<string, readonly string[]>
  weightOf: (word: string) => number
  /** The words of the library that a word may be, with how alike they are. */
  spellings: Map<string, readonly Spelling[]>
}
type Spelling = { word: string; likeness: number }

function* indexOf(library: readonly Artwork[], isWorkedOff: (units: number) => boolean): InSteps<Index> {
  const named = new Map<string, { id: Id; words: string[] }>()
  const entriesOfWord = new Map<string, number[]>()
  for (const { id, name } of library) {
    const words = designWords(name)
    const key = words.join(" ")
    if (words.length > 0 && !named.has(key)) {
      for (const word of new Set(words)) listOf(entriesOfWord, word).push(named.size)
      named.set(key, { id, words })
    }
    if (isWorkedOff(1)) yield
  }
  const weightOf = (word: string) => {
    const rarity = Math.log(1 + named.size / (entriesOfWord.get(word)?.length ?? 1))
    return isJoining(word) ? rarity * JOINING_WEIGHT : rarity
  }
  const entriesOfTrigram = new Map<string, number[]>()
  const entries: Entry[] = []
  for (const { id, words } of named.values()) {
    const key = words.join("")
    for (const trigram of trigramsOf(key)) listOf(entriesOfTrigram, trigram).push(entries.length)
    entries.push({ id, words, key, weight: sum(words.map(weightOf)) })
    if (isWorkedOff(1)) yield
  }
  const wordsOfStart = Map.groupBy(entriesOfWord.keys(), (word) => word.slice(0, 2))
  return { entries, entriesOfWord, entriesOfTrigram, wordsOfStart, weightOf, spellings: new Map() }
}

function rank(index: Index, { sku, title }: Wanted, codes: ReadonlySet<string>): Ranked[] {
  const skuWords = designWords(sku).filter((word) => !codes.has(word))
  const titleWords = [...new Set(designWords(title))]
  const skuTrigrams = trigramsOf(skuWords.join(""))
  const inSku = spellingsOf(index, skuWords)
  const inTitle = spellingsOf(index, titleWords)
  const scored = candidatesOf(index, inSku, inTitle, skuTrigrams).map((at) => {
    const entry = index.entries[at]
    const bySku = Math.max(wordLikeness(index, entry, skuWords, inSku, inTitle), keyLikeness(entry, skuWords))
    const byTitle = titleLikeness(index, entry, inTitle) * TITLE_WEIGHT
    // An image that SKU and title both name is surer than one named once.
    return {
      id: entry.id,
      certainty: 1 - (1 - bySku * WHOLE_SKU) * (1 - byTitle * (bySku > 0 ? TITLE_BESIDE_SKU : 1)),
    }
  })
  scored.sort((a, b) => b.certainty - a.certainty)
  return scored
    .map(({ id, certainty }, at) => ({ id, certainty: certainty * leadOf(scored, at) }))
    .filter(({ certainty }) => certainty >= MIN_CERTAINTY)
    .sort((a, b) => b.certainty - a.certainty)
    .map(({ id, certainty }) => ({ id, certainty: Math.round(certainty * 100) / 100 }))
}

/** Returns 1 for a clear best; down to a half for one that another image comes close to. */
function leadOf(scored: readonly Ranked[], at: number): number {
  const other = at === 0 ? scored[1] : scored[0]
  if (other === undefined) return 1
  const closeness = Math.min(1, other.certainty / scored[at].certainty)
  return 1 - 0.5 * Math.min(1, Math.max(0, (closeness - 0.88) / 0.1))
}

/**
 * Returns how alike SKU and name are, from both sides: the name's words in the SKU (the title helps
 * out), and the SKU's words in the name. A word that no image has counts against all of them: its own
 * image may not be uploaded yet.
 */
function wordLikeness(
  index: Index,
  { words, weight }: Entry,
  skuWords: readonly string[],
  inSku: Spellings,
  inTitle: Spellings,
): number {
  if (skuWords.length === 0) return 0
  const own = new Set(words)
  let saidWeight = 0
  let wholeWeight = 0
  for (const word of skuWords) {
    const meant = inSku.of(word).filter((spelling) => own.has(spelling.word))
    const best = meant.length === 0 ? null : meant[0]
    const rarity = index.weightOf(best?.word ?? word)
    wholeWeight += rarity
    saidWeight += rarity * (best?.likeness ?? 0)
  }
  if (saidWeight === 0) return 0
  const named = sum(
    words.map(
      (word) =>
        index.weightOf(word) * Math.max(inSku.likenessOf(word), inTitle.likenessOf(word) * TITLE_WEIGHT),
    ),
  )
  const isNumberSaid = skuWords.every((word) => !isNumber(word) || own.has(word))
  return harmonicMean(saidWeight / wholeWeight, named / weight) * (isNumberSaid ? 1 : NUMBER_UNSAID)
}

/** Compares names run together: `GOODVIBES` and `good vibes`. Other numbers are other designs. */
function keyLikeness({ key, words }: Entry, skuWords: readonly string[]): number {
  const numbers = numbersOf(words)
  if (numbers === numbersOf(skuWords)) return keysLikeness(key, skuWords.join(""))
  const bare = skuWords.slice(0, -1)
  const isSuffixed = isNumber(skuWords.at(-1) ?? "") && numbers === numbersOf(bare)
  return isSuffixed ? keysLikeness(key, bare.join("")) * NUMBER_UNSAID : 0
}

function keysLikeness(key: string, other: string): number {
  if (key === other) return 1
  const trigrams = trigramsOf(key)
  const others = trigramsOf(other)
  if (trigrams.size < 2 || others.size < 2) return 0
  const shared = [...trigrams].filter((trigram) => others.has(trigram)).length
  const dice = (2 * shared) / (trigrams.size + others.size)
  return dice < MIN_DICE ? 0 : dice * MISSPELT
}

/** Returns how much of the name is in the title, a little less if the title names much else. */
function titleLikeness(index: Index, { words, weight }: Entry, inTitle: Spellings): number {
  const named = sum(words.map((word) => index.weightOf(word) * inTitle.likenessOf(word))) / weight
  if (named === 0) return 0
  const sharedWords = words.filter((word) => inTitle.likenessOf(word) > 0 && !isJoining(word)).length
  const share = Math.min(1, (named * weight) / (inTitle.weight || 1))
  return named * named * (0.7 + 0.3 * Math.sqrt(share)) * (sharedWords > 1 ? 1 : ONE_WORD_TITLE)
}

type Spellings = {
  of: (word: string) => readonly Spelling[]
  /** Returns how alike the closest of the words is to this one of the library. */
  likenessOf: (word: string) => number
  all: ReadonlyMap<string, number>
  /** The weight of all words that the library knows. */
  weight: number
}

function spellingsOf(index: Index, words: readonly string[]): Spellings {
  const all = new Map<string, number>()
  let weight = 0
  for (const word of words) {
    const similar = spellings(index, word)
    if (similar.length > 0) weight += index.weightOf(similar[0].word)
    for (const spelling of similar)
      all.set(spelling.word, Math.max(all.get(spelling.word) ?? 0, spelling.likeness))
  }
  return {
    of: (word) => spellings(index, word),
    likenessOf: (word) => all.get(word) ?? 0,
    all,
    weight,
  }
}

/** Returns the library's words that this one may be, the most alike first. A word it has is no other. */
function spellings(index: Index, word: string): readonly Spelling[] {
  const known = index.spellings.get(word)
  if (known) return known
  const candidates = index.entriesOfWord.has(word) ? [{ word, likeness: 1 }] : misspellings(index, word)
  index.spellings.set(word, candidates)
  return candidates
}

function misspellings(index: Index, word: string): Spelling[] {
  if (word.length < MIN_FUZZY_LETTERS || isNumber(word)) return []
  return (index.wordsOfStart.get(word.slice(0, 2)) ?? [])
    .filter((other) => other.length >= MIN_FUZZY_LETTERS && Math.abs(other.length - word.length) <= 2)
    .map((other) => ({ word: other, likeness: jaroWinkler(word, other) }))
    .filter(({ likeness }) => likeness >= SAME_WORD)
    .sort((a, b) => b.likeness - a.likeness)
}

/** Returns the entries that share the rarest words or most trigrams with the item. */
function candidatesOf(
  { entries, entriesOfWord, entriesOfTrigram, weightOf }: Index,
  inSku: Spellings,
  inTitle: Spellings,
  skuTrigrams: ReadonlySet<string>,
): number[] {
  const shared = new Map<number, number>()
  const count = (at: number, weight: number) => shared.set(at, (shared.get(at) ?? 0) + weight)
  for (const { all, share } of [
    { all: inSku.all, share: 1 },
    { all: inTitle.all, share: TITLE_WEIGHT },
  ]) {
    for (const [word, likeness] of all) {
      if (isJoining(word)) continue
      const weight = weightOf(word) * likeness * share
      for (const at of entriesOfWord.get(word) ?? []) count(at, weight / Math.sqrt(entries[at].words.length))
    }
  }
  for (const trigram of skuTrigrams) {
    const sharing = entriesOfTrigram.get(trigram) ?? []
    const weight = Math.log(1 + entries.length / (sharing.length || 1)) / skuTrigrams.size
    for (const at of sharing) count(at, weight)
  }
  return [...shared]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_CANDIDATES)
    .map(([at]) => at)
}

/** Returns the words of SKUs that no image has and many of these SKUs share. */
function codesOf({ entriesOfWord }: Index, skus: readonly string[]): Set<string> {
  const different = new Map(skus.map(designWords).map((words) => [words.join(" "), new Set(words)]))
  const counts = new Map<string, number>()
  for (const words of different.values()) {
    for (const word of words) {
      if (!entriesOfWord.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return new Set([...counts].filter(([, count]) => count > MAX_SKUS_OF_WORD).map(([word]) => word))
}

function trigramsOf(key: string): Set<string> {
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= key.length; at++) trigrams.add(key.slice(at, at + 3))
  return trigrams
}

function numbersOf(words: readonly string[]): string {
  return words.filter(isNumber).sort().join(" ")
}

function isNumber(word: string): boolean {
  return /^\d/.test(word)
}

function harmonicMean(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function listOf(lists: Map<string, number[]>, key: string): number[] {
  const known = lists.get(key)
  if (known) return known
  const list: number[] = []
  lists.set(key, list)
  return list
}
