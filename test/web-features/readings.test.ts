import { expect, test } from "vitest"
import type { Order, OrderItem } from "../../contract/orders/order.ts"
import { wordingOf } from "../../contract/orders/personalisation.ts"
import { readWording } from "../../contract/reading/read-wording.ts"
import { markAnswer } from "../../web/features/readings/mark-answer.ts"
import { groupDoubtful } from "../../web/features/readings/reading-rules.ts"
import {
  questionsLeft,
  questionsOf,
  readSamples,
  withIgnored,
  withSource,
} from "../../web/features/readings/rule-draft.ts"
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

const answers = (...message: [string, string][]) =>
  message.map(([question, answer]) => ({ question, answer, isFile: false }))
const sampleOf = (message: ReturnType<typeof answers>) =>
  ({ personalisation: message, wording: wordingOf(message), quantity: 1 }) as OrderItem

test("a rule that is not saved yet reads the last answers, and names the questions it leaves out", () => {
  const items = [
    sampleOf(answers(["Name on back", "ZOE"], ["Number", "7"], ["Font", "Varsity"])),
    sampleOf(answers(["Personalization", "Name: Mia, Number: 12"])),
  ]
  const none = { fields: {}, ignores: [] }
  const [first, second] = readSamples(items, fields, none)
  expect([first.read.reading, second.read.reading]).toEqual(["doubtful", "certain"])
  expect(questionsOf([first, second], none)).toEqual(["Name on back", "Number", "Font"])
  expect(questionsLeft([first, second], none)).toEqual(["Name on back", "Font"])

  const named = withIgnored(withSource(none, "name", { question: "Name on back" }), "Font", true)
  const [read] = readSamples(items, fields, named)
  expect(read.read).toMatchObject({ reading: "certain", values: { name: "ZOE", number: "7" } })
  expect(questionsLeft([read], named)).toEqual(["Font"])
  expect(withSource(named, "name", { question: undefined })).toEqual({ fields: {}, ignores: ["Font"] })
  expect(withSource(named, "number", { question: "Font" }).ignores).toEqual([])
})

test("texts that only wait for a rule's first confirmation are kept apart from those in doubt", () => {
  const item = (change: Partial<OrderItem>) =>
    ({ ruleKey: "A", status: "Pending", reading: "doubtful", rule: null, doubts: [], ...change }) as OrderItem
  const [first, other, later] = [
    item({}),
    item({ doubts: ["“Number” is missing."] }),
    item({
      ruleKey: "B",
      rule: { isConfirmed: true, printsWithoutText: false },
      doubts: ["The buyer’s words have changed."],
    }),
  ]
  const settled = [item({ status: "Completed" }), item({ reading: "certain" })]
  const order = { isCancelled: false, orderItems: [later, first, other, ...settled] } as Order
  expect(groupDoubtful([order, { ...order, isCancelled: true }])).toEqual([
    { ruleKey: "A", firstUses: [first], others: [other] },
    { ruleKey: "B", firstUses: [], others: [later] },
  ])
})
