import { expect, test } from "vitest"
import type { ReadRule } from "../../../contract/artwork/artwork-rule.ts"
import { MAX_FIELDS } from "../../../contract/limit.ts"
import { readByRule } from "../../../contract/reading/read-by-rule.ts"
import { ruleProblem } from "../../../contract/reading/rule-problem.ts"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { fieldSets } from "./field-sets.ts"

const free = (answer: string) => [{ question: "Personalization", answer, isFile: false }]
const patterns = (name: string, number: string): ReadRule => ({
  fields: { name: { pattern: name }, number: { pattern: number } },
  ignores: [],
})
const read = (answer: string, rule: ReadRule, quantity = 1) =>
  readByRule(free(answer), fieldSets.jersey, rule, quantity)

test("patterns read an answer for certain where they account for all of it", () => {
  const rule = patterns(String.raw`who:\s*(.+?)\s*(?:/|$)`, String.raw`no (\d+)`)
  const answer = "Who:\u00a0Zoë O&#39;Neil / no 7"
  const result = readByRule(free(answer), fieldSets.jersey, rule, 1)
  expect(result).toMatchObject({
    reading: "certain",
    values: { name: "Zoë O'Neil", number: "7" },
    doubts: [],
  })
  expect(result.marks.map(({ field, start, end }) => [field, answer.slice(start, end)])).toEqual([
    ["name", "Zoë O&#39;Neil"],
    ["number", "7"],
  ])
})

test("what a pattern leaves over, finds twice or does not find waits for a person", () => {
  const rule = patterns(String.raw`who: (\p{L}+)`, String.raw`no (\d+)`)
  for (const [answer, doubt] of [
    ["who: Zoe, no 7, sorry I meant Chloe", "matches no pattern"],
    ["who: Zoe no 7 who: Max", "appears twice"],
    ["who: Zoe", "“Number” is missing"],
    ["Zoe 7", "matches no pattern"],
    ["who: Zoe no 1234", "cannot be read"],
    ["who: Bartholomewwwwwwwwwwww no 7", "letters, 20 at most"],
  ] as const)
    expect(read(answer, rule), answer).toMatchObject({
      reading: "doubtful",
      doubts: expect.arrayContaining([expect.stringContaining(doubt)]),
    })
})

test("a pattern may be for one question's answer, beside questions and what names say", () => {
  const answers = [
    { question: "Back print", answer: "name ZOE", isFile: false },
    { question: "Number", answer: "#7", isFile: false },
    { question: "Gift note", answer: "name MAX", isFile: false },
  ]
  const rule: ReadRule = {
    fields: { name: { question: "Back print", pattern: "^name (.+)$" } },
    ignores: ["Gift note"],
  }
  expect(readByRule(answers, fieldSets.jersey, rule, 1)).toMatchObject({
    reading: "certain",
    values: { name: "ZOE", number: "7" },
    marks: [{ answer: 0 }, { answer: 1 }],
  })
  expect(readByRule(answers, fieldSets.jersey, { ...rule, ignores: [] }, 1)).toMatchObject({
    reading: "doubtful",
    doubts: ["“Gift note” belongs to no field."],
  })
})

test("a pattern that takes too long on a text is a doubt, at once", () => {
  const rule = patterns(`(?:${"a?".repeat(90)})(b)`, String.raw`(\d)`)
  const started = process.cpuUsage().user
  expect(read("a".repeat(1024), rule)).toMatchObject({
    reading: "doubtful",
    doubts: expect.arrayContaining(["“Name”: The pattern takes too long."]),
  })
  expect((process.cpuUsage().user - started) / 1000).toBeLessThan(500)
  expect(ruleProblem(fieldSets.jersey, patterns("(a)\\1", "(b)"))).toMatchObject({ field: "name" })
})

test("a stored pattern that is too dear to be made ready is a doubt", () => {
  const rule = patterns("(?:(?:(?:(?:){100}){100}){100}){100}(b)", String.raw`(\d)`)
  expect(read("Zoe 7", rule)).toMatchObject({
    reading: "doubtful",
    doubts: expect.arrayContaining(["“Name”: The pattern repeats too much."]),
  })
})

test("an item of as many fields and questions as there may be is read within milliseconds", () => {
  const all = Array.from({ length: MAX_FIELDS }, (_, n) => n)
  const fields = all.map((n) => ({ ...fieldSets.jersey[0], name: `name ${n}`, label: `Name ${n}` }))
  const answers = all.map((n) => ({
    question: `Name ${n}`,
    answer: `Zoe, of ${n} `.repeat(16),
    isFile: false,
  }))
  const started = cpuMs()
  for (let items = 0; items < 20; items++) readByRule(answers, fields, { fields: {}, ignores: [] }, 1)
  expect((cpuMs() - started) / 20).toBeLessThan(50)
  expect(
    readByRule([{ ...answers[7], answer: "Zoe" }], fields, { fields: {}, ignores: [] }, 1),
  ).toMatchObject({
    values: { "name 7": "Zoe" },
  })
})
