import { expect, test } from "vitest"
import { readWording } from "../../contract/reading/read-wording.ts"
import { markAnswer } from "../../web/features/readings/mark-answer.ts"
import { valuesWords } from "../../web/features/values/values-words.ts"

const fields = [
  { name: "name", label: "Name", kind: "text" as const, maxLength: 20, required: true },
  { name: "number", label: "Number", kind: "number" as const, maxLength: 3, required: false },
]

test("what was read stands marked in the buyer's own words, and no word is lost", () => {
  const answer = "Hi! Name:\u00a0Zoë 👋\r\nNumber: ７"
  const { marks } = readWording([{ question: "", answer, isFile: false }], fields)
  const parts = markAnswer(answer, marks)
  expect(parts.map(({ text }) => text).join("")).toBe(answer)
  expect(parts.filter(({ field }) => field !== null)).toEqual([
    { text: "Zoë 👋", field: "name" },
    { text: "７", field: "number" },
  ])
})

test("marks of an answer that has changed are cut to it, and never show a word twice", () => {
  const marks = [
    { field: "number", start: 2, end: 40 },
    { field: "name", start: 0, end: 3 },
    { field: "gone", start: 30, end: 34 },
  ]
  expect(markAnswer("ZOE 7", marks)).toEqual([
    { text: "ZOE", field: "name" },
    { text: " 7", field: "number" },
  ])
  expect(markAnswer("ZOE 7", [])).toEqual([{ text: "ZOE 7", field: null }])
  expect(markAnswer("", marks)).toEqual([])
})

test("values are told in the order of the fields, and what is empty is left out", () => {
  expect(valuesWords(fields, { number: "7", name: "ZOE" })).toBe("Name: ZOE, Number: 7")
  expect(valuesWords(fields, { name: "", other: "x" })).toBe("")
})
