import bidiFactory from "bidi-js"

const bidi = bidiFactory()

/** A piece of a line in one direction and one script. */
export type TextRun = { text: string; from: number; isRightToLeft: boolean }

/** Scripts whose letters are joined: space between them would tear words apart. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}]/u

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Hangul}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
]
/** The number for characters of no script (digits, signs, spaces), which stay with the ones before. */
const NO_SCRIPT = -1

/** Returns whether the letters of a text are joined, so that no space may be put between them. */
export function isJoined(text: string): boolean {
  return JOINING.test(text)
}

/**
 * Cuts a line into runs and orders them as they are read from left to right (Unicode's
 * bidirectional algorithm). The line's direction is that of its first letter.
 */
export function visualRuns(line: string): TextRun[] {
  if (line === "") return []
  const { levels } = bidi.getEmbeddingLevels(line, "auto")
  const runs = logicalRuns(line, levels)
  // Rule L2: from the highest level down to the lowest odd one, runs of at least that level are reversed.
  const highest = Math.max(...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < runs.length; from++) {
      if (runs[from].level < level) continue
      let to = from
      while (to < runs.length && runs[to].level >= level) to++
      runs.splice(from, to - from, ...runs.slice(from, to).reverse())
      from = to
    }
  }
  return runs.map(({ text, from, level }) => ({ text, from, isRightToLeft: level % 2 === 1 }))
}

type LevelRun = { text: string; from: number; level: number }

function logicalRuns(line: string, levels: Uint8Array): LevelRun[] {
  const runs: LevelRun[] = []
  let script = NO_SCRIPT
  let at = 0
  for (const letter of line) {
    const own = SCRIPTS.findIndex((known) => known.test(letter))
    const last = runs.at(-1)
    const isOther = own !== NO_SCRIPT && script !== NO_SCRIPT && own !== script
    if (last && last.level === levels[at] && !isOther) last.text += letter
    else runs.push({ text: letter, from: at, level: levels[at] })
    if (own !== NO_SCRIPT) script = own
    at += letter.length
  }
  return runs
}
