import { expect } from "vitest"
import { hasText } from "../../../contract/reading/has-text.ts"
import { readByRule } from "../../../contract/reading/read-by-rule.ts"
import { longTest } from "../../../harness/long-test.ts"
import { fieldSets } from "./field-sets.ts"

/** The pieces that fit what the patterns repeat. */
const pieces = [
  ..." ,.-–_!x1(\n:;|#e",
  ", ",
  ". ",
  "x ",
  "1 ",
  ",\n",
  "and ",
  "thanks ",
  "a ",
  "danke, ",
  "Name: ",
  "e, ",
  "red, ",
  "(no ",
  "1: a ",
]

/** The processor's time that an answer may take with one set of fields. */
const MOST_MS = 8

longTest("reading takes time that grows with the text, whatever it repeats", () => {
  const slow: string[] = []
  for (const piece of pieces) {
    for (const [start, end] of [
      ["hi", "z"],
      ["Zoe", ""],
      ["", " 7z"],
    ]) {
      const textOf = (length: number) => start + piece.repeat(length / piece.length) + end
      const takes = (length: number) => {
        const answer = textOf(length)
        return fastestMs(() => {
          hasText([{ question: "", answer, isFile: false }], { ignores: [] })
          for (const set of Object.values(fieldSets))
            readByRule([{ question: "", answer, isFile: false }], set, { fields: {}, ignores: [] }, 1)
        })
      }
      const ms = takes(3_900) / Object.keys(fieldSets).length
      if (ms > MOST_MS) slow.push(`${JSON.stringify([start, piece, end])} takes ${ms.toFixed(1)} ms`)
    }
  }
  expect(slow).toEqual([])
})

/** Returns the least time of several runs, up to one that is short enough: other processes only make a run longer. */
function fastestMs(run: () => unknown): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let goes = 0; goes < 20 && fastest > MOST_MS * Object.keys(fieldSets).length; goes++) {
    const began = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(began)
    fastest = Math.min(fastest, (user + system) / 1000)
  }
  return fastest
}
