import { expect, test } from "vitest"
import { readWording } from "../../../contract/reading/read-wording.ts"
import { sampled } from "../../../harness/layer.ts"
import { longTest } from "../../../harness/long-test.ts"
import { fieldSets, type Message } from "./field-sets.ts"
import { alone } from "./messages/alone.ts"
import { asBuyersWrite } from "./messages/as-buyers-write.ts"
import { freeText } from "./messages/free-text.ts"
import { labelled } from "./messages/labelled.ts"
import { labelledInDoubt } from "./messages/labelled-in-doubt.ts"
import { noText } from "./messages/no-text.ts"
import { severalOrCorrected } from "./messages/several-or-corrected.ts"
import { sideBySide } from "./messages/side-by-side.ts"
import { toTheShop } from "./messages/to-the-shop.ts"

const messages = [
  ...labelled,
  ...labelledInDoubt,
  ...sideBySide,
  ...toTheShop,
  ...freeText,
  ...alone,
  ...noText,
  ...severalOrCorrected,
]

test("buyers' messages are read right or left to a person, never read wrong", () => {
  const judged = messages.map((message) => ({ ...message, verdict: judge(message) }))
  const those = (verdict: string) => judged.filter((one) => one.verdict.startsWith(verdict))
  console.info(
    `${messages.length} messages: ${those("right").length} read right, ${those("waiting").length} waiting, ${those("wrong").length} wrong`,
  )
  expect(those("wrong")).toEqual([])
  expect(those("waiting").filter(({ expected }) => expected !== "wait")).toEqual([])
})

test("of what buyers write without a thought of the reader, two thirds are read and none wrong", () => {
  const judged = asBuyersWrite.map((message) => ({ ...message, verdict: judge(message) }))
  const those = (verdict: string) => judged.filter((one) => one.verdict.startsWith(verdict))
  console.info(
    `${judged.length} messages: ${those("right").length} read right, ${those("waiting").length} waiting, ${those("wrong").length} wrong`,
  )
  expect(those("wrong")).toEqual([])
  expect(those("right").length).toBeGreaterThanOrEqual((judged.length * 2) / 3)
})

test("what was read is marked where it stands in the buyer's own words", () => {
  const answer = "Hi!\r\n\u200bName:\u00a0\u00a0Zoë\r\nNumber: ７"
  const read = readWording([{ question: "", answer, isFile: false }], fieldSets.jersey)
  expect(read).toMatchObject({ reading: "certain", values: { name: "Zoë", number: "7" } })
  expect(read.marks.map(({ field, start, end }) => [field, answer.slice(start, end)])).toEqual([
    ["name", "Zoë"],
    ["number", "７"],
  ])
})

test("a name by its label without a mark is read beside a number, which is missing where it has to be there", () => {
  const read = readWording([{ question: "", answer: "name zoe", isFile: false }], fieldSets.jersey)
  expect(read).toMatchObject({ values: { name: "zoe" }, doubts: ["“Number” is missing."] })
})

test("several questions go to fields by their names, or as the seller says", () => {
  const answers = [
    { question: "Name on back", answer: "ZOE", isFile: false },
    { question: "Number", answer: "#7", isFile: false },
    { question: "Your logo", answer: "https://i.etsystatic.com/1.png", isFile: true },
  ]
  expect(readWording(answers, fieldSets.jersey)).toMatchObject({
    reading: "doubtful",
    values: { number: "7" },
    doubts: ["“Name on back” belongs to no field.", "“Name” is missing."],
  })
  const questions = { name: "Name on back", number: "Number" }
  expect(readWording(answers, fieldSets.jersey, { questions })).toMatchObject({
    reading: "certain",
    values: { name: "ZOE", number: "7" },
  })
})

longTest("no long and nasty text makes the reader backtrack for seconds", () => {
  const longest = 1024
  const repeated = [
    "a",
    " ",
    "\n",
    "1",
    "- ",
    ", ",
    "Zoe & ",
    "Zoe, ",
    "and ",
    "please ",
    ", thanks ",
    "Name: ",
    "name ",
    "no ",
  ]
  const marks = [
    "(",
    "<",
    "!",
    ".",
    "#",
    "'",
    "=",
    "&#39;",
    "<br>",
    "\u200b",
    "12/",
    "est. ",
    "line 1 ",
    "🦄",
  ]
  const ends = ["", "!", " 7", " x", "thanks"]
  for (const piece of sampled([...repeated, ...marks], 4)) {
    for (const end of ends) {
      const answer = `Zoe ${piece.repeat(longest)}`.slice(0, longest - end.length) + end
      for (const set of Object.values(fieldSets)) {
        const read = () => readWording([{ question: "", answer, isFile: false }], set)
        expect(fastestMs(read), JSON.stringify(answer.slice(0, 20))).toBeLessThan(1000)
        const { reading, values } = read()
        if (reading === "certain") expect(Object.values(values).join("").length).toBeLessThan(longest / 2)
      }
    }
  }
})

test("initials are told from what stands for nothing", () => {
  const initials = fieldSets.initials.map((field) => ({ ...field, required: false }))
  const read = (answer: string) => readWording([{ question: "", answer, isFile: false }], initials).reading
  expect(["n/a", "NA", "na", "ZH"].map(read)).toEqual(["none", "doubtful", "doubtful", "certain"])
})

/** Returns the least time of a few runs, so that a pause of the machine does not count. */
function fastestMs(read: () => unknown): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let goes = 0; goes < 5 && fastest > 10; goes++) {
    const began = performance.now()
    read()
    fastest = Math.min(fastest, performance.now() - began)
  }
  return fastest
}

/** Returns "right", "waiting" or "wrong", with the values that were read. */
function judge({ fields, written, expected, quantity }: Message): string {
  const set = fieldSets[fields]
  const answers = [{ question: "Personalization", answer: written, isFile: false }]
  const { reading, values, doubts } = readWording(answers, set, { quantity })
  if (reading === "doubtful") return `waiting: ${doubts.join(" ")}`
  if (reading === "none") return expected === "none" ? "right" : "wrong: none"
  const read = set.map((field) => values[field.name] ?? "")
  const isRight = typeof expected !== "string" && expected.every((value, i) => value === read[i])
  return isRight ? "right" : `wrong: ${JSON.stringify(values)}`
}
