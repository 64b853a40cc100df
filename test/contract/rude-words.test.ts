import { expect, test } from "vitest"
import { rudeWarning, rudeWords } from "../../contract/orders/rude-words.ts"

test("rude words are found as they are written, and names that hold one by chance are not", () => {
  expect(rudeWords("You are a Sh1t, b1tch")).toEqual(["Sh1t,", "b1tch"])
  expect(rudeWords("ＦＵＣＫ FUUUCK")).toEqual(["ＦＵＣＫ", "FUUUCK"])
  // A name, too: which is why nobody is refused.
  expect(rudeWords("Dick")).toEqual(["Dick"])
  expect(rudeWords("Cassandra Hancock, Scunthorpe 7, Essex, Zoë")).toEqual([])
  expect(rudeWords("")).toEqual([])
  expect(rudeWarning({ name: "Zoë", line: "sh1t" })).toBe('"sh1t" may be a rude word')
  expect(rudeWarning({ name: "Dick", line: "FUCK Dick" })).toBe('"Dick" and "FUCK" may be rude words')
  expect(rudeWarning({ name: "Zoë" })).toBeNull()
})
