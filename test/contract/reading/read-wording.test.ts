import { expect, test } from "vitest"
import { readWording } from "../../../contract/reading/read-wording.ts"
import { fieldSets, type Message, messages } from "./messages.ts"

test("buyers' messages are read right or left to a person, never read wrong", () => {
  const judged = messages.map((message) => ({ ...message, verdict: judge(message) }))
  const those = (verdict: string) => judged.filter((one) => one.verdict.startsWith(verdict))
  console.info(
    `${messages.length} messages: ${those("right").length} read right, ${those("waiting").length} waiting, ${those("wrong").length} wrong`,
  )
  expect(those("wrong")).toEqual([])
  expect(those("waiting").filter(({ expected }) => expected !== "wait")).toEqual([])
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

/** "right", "waiting" or "wrong", with what was read. */
function judge({ fields, written, expected, quantity = 1 }: Message): string {
  const set = fieldSets[fields]
  const answers = [{ question: "Personalization", answer: written, isFile: false }]
  const { reading, values, doubts } = readWording(answers, set, { quantity })
  if (reading === "doubtful") return `waiting: ${doubts.join(" ")}`
  if (reading === "none") return expected === "none" ? "right" : "wrong: none"
  const read = set.map((field) => values[field.name] ?? "")
  const isRight = Array.isArray(expected) && expected.every((value, i) => value === read[i])
  return isRight ? "right" : `wrong: ${JSON.stringify(values)}`
}
