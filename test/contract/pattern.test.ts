import { expect, test } from "vitest"
import { compilePattern, findPattern } from "../../contract/pattern/find-pattern.ts"
import { keptPattern } from "../../contract/pattern/kept-pattern.ts"
import { randomFrom } from "../../harness/seeded-random.ts"

const plenty = () => ({ left: 10_000_000 })
const groupIn = (pattern: string, text: string) => {
  const result = findPattern(compilePattern(pattern), text, plenty())
  return result?.group ? text.slice(result.group.start, result.group.end) : null
}

test("a pattern's group is found as people mean it", () => {
  expect(groupIn(String.raw`name\s*[:=]\s*(\w+)`, "Hi! NAME: Zoë, number 7")).toBe("Zoë")
  expect(groupIn(String.raw`#(\d{1,2})\b`, "ZOE #07 please")).toBe("07")
  expect(groupIn(String.raw`^(?:back|rear): (.+?)\s*$`, "front: A\nback: De la Cruz \nx")).toBe("De la Cruz")
  expect(groupIn(String.raw`([\p{Lu}']+) \d`, "for O'NEIL 3")).toBe("O'NEIL")
  expect(groupIn("(a|ab)(?:c|bcd)", "abcd")).toBe("a")
  expect(groupIn("x(y?)z", "xz")).toBe("")
  expect(groupIn("no(thing)", "none")).toBeNull()
  expect(groupIn(String.raw`([^\]\-]+)\]`, "a-b]")).toBe("b")
  expect(groupIn("(😀+)", "a😀😀b")).toBe("😀😀")
})

test("what might never end, or is not understood, is refused in words", () => {
  for (const [pattern, words] of [
    ["(a)\\1", "References to a group"],
    ["(?=a)(b)", "Lookarounds"],
    ["(?<n>a)", "Lookarounds"],
    ["name", "one group"],
    ["(a)(b)", "one group"],
    ["(a)*", "cannot be repeated"],
    ["(?:(a))+", "cannot be repeated"],
    ["(a", "not closed"],
    ["a)", "not opened"],
    ["([a", "not closed"],
    ["(a**)", "twice"],
    ["(*a)", "nothing to repeat"],
    ["(a{2,1})", "ends before it begins"],
    ["(a{101})", "at most 100 times"],
    ["(?:(?:a{100}){100})(b)", "repeats too much"],
    ["(?:(?:(?:(?:){100}){100}){100}){100}(b)", "repeats too much"],
    [`${"(?:|".repeat(9)}${"){9}".repeat(9)}(b)`, "repeats too much"],
    ["(\\q)", "not supported"],
    ["(\\", "last backslash"],
    [`(${"a".repeat(200)})`, "at most 200"],
    [`${"(?:".repeat(30)}(a)${")".repeat(30)}`, "Too many brackets"],
  ] as const)
    expect(() => compilePattern(pattern), pattern).toThrow(words)
})

test("patterns that make others run for ever end at once, or say that they take too long", () => {
  const text = "a".repeat(1024)
  for (const pattern of ["(?:a+)+(b)", "(?:a|a)*(b)", "(?:a|aa)+(b)", "(a*a*a*a*a*a*b)", "(?:(?:a*)*)*(b)"]) {
    const work = plenty()
    expect(findPattern(compilePattern(pattern), `${text}!`, work), pattern).toBeNull()
    expect(plenty().left - work.left, pattern).toBeLessThan(100_000)
  }
  // Jumps and the parts of a set are steps, too.
  expect(() => findPattern(compilePattern("(?:(?:|x){80}y)?(b)"), text, { left: 50_000 })).toThrow(
    "takes too long",
  )
  const letters = "bcdefghijklmnopqrstuvwxyz"
  expect(() => findPattern(compilePattern(`([${letters}])`), text, { left: 10_000 })).toThrow(
    "takes too long",
  )
  const wide = `(?:${"a?".repeat(90)})(b)`
  expect(() => findPattern(compilePattern(wide), text, { left: 1_000 })).toThrow("takes too long")
})

test("a pattern is compiled once, and what is wrong with it is said each time", () => {
  expect(keptPattern("(a+)")).toBe(keptPattern("(a+)"))
  for (let again = 0; again < 2; again++) expect(() => keptPattern("(a")).toThrow("not closed")
})

test("it finds what the language's own engine finds, on patterns and texts by chance", () => {
  const random = randomFrom(2311)
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T
  const atoms = ["a", "b", "c", " ", ".", "[ab]", "[^a]", "\\d", "\\w", "\\s", "1", "\\b", "^", "$"]
  const piece = (depth: number): string => {
    if (depth > 2 || random() < 0.6) return pick(atoms)
    return `(?:${some(depth + 1)}|${some(depth + 1)})`
  }
  const repeated = (depth: number): string => {
    const one = piece(depth)
    // Engines differ in what repeats of nothing at all count for.
    const mayBeNothing = /\\b|\^(?!a)|\$/.test(one) || new RegExp(`^(?:${one})$`).test("")
    return mayBeNothing || random() < 0.6
      ? one
      : one + pick(["*", "+", "?", "{1,2}", "{2}", "*?", "+?", "??"])
  }
  const some = (depth: number): string =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => repeated(depth)).join("")
  let matches = 0
  for (let n = 0; n < 1_500; n++) {
    const pattern = `${random() < 0.5 ? some(0) : ""}(${some(0)})${random() < 0.5 ? some(0) : ""}`
    const text = Array.from({ length: 12 }, () => pick(["a", "b", "c", "1", " ", "\n", "A"])).join("")
    if (pattern.length > 200) continue
    const expected = new RegExp(pattern, "dim").exec(text)
    const result = findPattern(compilePattern(pattern), text, plenty())
    if (expected) matches += 1
    expect(
      result && [result.start, result.end, result.group?.start, result.group?.end],
      `${pattern} in ${JSON.stringify(text)}`,
    ).toEqual(
      expected && [
        expected.index,
        expected.index + expected[0].length,
        ...(expected.indices?.[1] ?? [undefined, undefined]),
      ],
    )
  }
  expect(matches).toBeGreaterThan(400)
})
