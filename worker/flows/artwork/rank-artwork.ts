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
/** `certainty` from 0 to 1. */
export type Ranked = { id: Id; certainty: number }

/** Trigrams that two keys must share to be compared at all, and what a key spelt otherwise is worth. */
const MIN_DICE = 0.5
const MISSPELT = 0.95
/** Words this alike are one word: `vibes` and `vibe`, `leopard` and `lepoard`. */
const SAME_WORD = 0.92
/** Shorter words differ by meaning, not by spelling. */
const MIN_FUZZY_LETTERS = 4
/** What `and` weighs beside a word that says something. */
const JOINING_WEIGHT = 0.1
/** Images read or half indexed between two rests, some 6 ms; an item costs as much as a hundred. */
const STEP_UNITS = 800
const ITEM_UNITS = 100
/** Images that are compared in full for one item. */
const MAX_CANDIDATES = 40
/** What is less alike is not worth showing. */
const MIN_CERTAINTY = 0.15
/** A SKU is the seller's own name for the design; a title speaks to buyers. */
const TITLE_WEIGHT = 0.8
const CHOSEN_BEFORE = 0.97
/** How certain a SKU is that says exactly the name. */
const WHOLE_SKU = 0.98
/** What a title adds where the SKU speaks too: both are one person's words for one thing. */
const TITLE_BESIDE_SKU = 0.3
/** A number that the name lacks may be a size, a count, or another design of a series. */
const NUMBER_UNSAID = 0.75
/** One word in a title is found there by chance too often. */
const ONE_WORD_TITLE = 0.7
/** A word without images in more SKUs than this is a code of the shop, such as `TSH`. */
const MAX_SKUS_OF_WORD = 3

type Entry = {
  id: Id
  words: readonly string[]
  /** All words in one, for names that are run together. */
  key: string
  weight: number
}

/**
 * Answers, for each wanted item, at most `limit` images, the most certain first. Of images with the
 * same words the first in `library` counts. Where two designs fit equally well, neither is certain.
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

/** The images chosen for SKUs, by the words of these; none where two were chosen. */
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
  /** Words by their first two letters: people rarely mistype those. */
  wordsOfStart: ReadonlyMap<string, readonly string[]>
  weightOf: (word: string) => number
  /** Words of the library that a word may be, with how alike they are. */
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
    // What speaks for it twice is surer than what speaks once.
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

/** 1 for a clear best; down to a half for one that another image comes close to. */
function leadOf(scored: readonly Ranked[], at: number): number {
  const other = at === 0 ? scored[1] : scored[0]
  if (other === undefined) return 1
  const closeness = Math.min(1, other.certainty / scored[at].certainty)
  return 1 - 0.5 * Math.min(1, Math.max(0, (closeness - 0.88) / 0.1))
}

/**
 * How alike SKU and name are, from both sides: what of the name the SKU says (the title helps out),
 * and what of the SKU the name says. A word that no image has counts against all of them: its own
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
  let said = 0
  let whole = 0
  for (const word of skuWords) {
    const meant = inSku.of(word).filter((spelling) => own.has(spelling.word))
    const best = meant.length === 0 ? null : meant[0]
    const rarity = index.weightOf(best?.word ?? word)
    whole += rarity
    said += rarity * (best?.likeness ?? 0)
  }
  if (said === 0) return 0
  const named = sum(
    words.map(
      (word) =>
        index.weightOf(word) * Math.max(inSku.likenessOf(word), inTitle.likenessOf(word) * TITLE_WEIGHT),
    ),
  )
  const isNumberSaid = skuWords.every((word) => !isNumber(word) || own.has(word))
  return harmonicMean(said / whole, named / weight) * (isNumberSaid ? 1 : NUMBER_UNSAID)
}

/** For names run together: `GOODVIBES` and `good vibes`. Other numbers are other designs. */
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

/** What of the name the title says, a little less where the title names much else. */
function titleLikeness(index: Index, { words, weight }: Entry, inTitle: Spellings): number {
  const named = sum(words.map((word) => index.weightOf(word) * inTitle.likenessOf(word))) / weight
  if (named === 0) return 0
  const meant = words.filter((word) => inTitle.likenessOf(word) > 0 && !isJoining(word)).length
  const share = Math.min(1, (named * weight) / (inTitle.weight || 1))
  return named * named * (0.7 + 0.3 * Math.sqrt(share)) * (meant > 1 ? 1 : ONE_WORD_TITLE)
}

type Spellings = {
  of: (word: string) => readonly Spelling[]
  /** How alike the closest of the words is to this one of the library. */
  likenessOf: (word: string) => number
  all: ReadonlyMap<string, number>
  /** Of all words that the library knows. */
  weight: number
}

function spellingsOf(index: Index, words: readonly string[]): Spellings {
  const all = new Map<string, number>()
  let weight = 0
  for (const word of words) {
    const found = spellings(index, word)
    if (found.length > 0) weight += index.weightOf(found[0].word)
    for (const one of found) all.set(one.word, Math.max(all.get(one.word) ?? 0, one.likeness))
  }
  return {
    of: (word) => spellings(index, word),
    likenessOf: (word) => all.get(word) ?? 0,
    all,
    weight,
  }
}

/** The library's words that this one may be, the most alike first. A word it has is none other. */
function spellings(index: Index, word: string): readonly Spelling[] {
  const known = index.spellings.get(word)
  if (known) return known
  const found = index.entriesOfWord.has(word) ? [{ word, likeness: 1 }] : misspellings(index, word)
  index.spellings.set(word, found)
  return found
}

function misspellings(index: Index, word: string): Spelling[] {
  if (word.length < MIN_FUZZY_LETTERS || isNumber(word)) return []
  return (index.wordsOfStart.get(word.slice(0, 2)) ?? [])
    .filter((other) => other.length >= MIN_FUZZY_LETTERS && Math.abs(other.length - word.length) <= 2)
    .map((other) => ({ word: other, likeness: jaroWinkler(word, other) }))
    .filter(({ likeness }) => likeness >= SAME_WORD)
    .sort((a, b) => b.likeness - a.likeness)
}

/** The entries that share the rarest words or most trigrams with the item. */
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
    const found = entriesOfTrigram.get(trigram) ?? []
    const weight = Math.log(1 + entries.length / (found.length || 1)) / skuTrigrams.size
    for (const at of found) count(at, weight)
  }
  return [...shared]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_CANDIDATES)
    .map(([at]) => at)
}

/** The words of SKUs that no image has and many of these SKUs share. */
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
  const found = new Set<string>()
  for (let at = 0; at + 3 <= key.length; at++) found.add(key.slice(at, at + 3))
  return found
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
