import { expect, test } from "vitest"
import { fileNamePatternSchema, sheetNameFrom } from "../../contract/file-name-pattern.ts"

const USUAL = "{date}-{print}-{sheet}-{length}in"
const atMs = Date.parse("2026-11-23T23:59:00Z")
const nameOf = (print: string, pattern = USUAL, sheet = 1): string =>
  sheetNameFrom(pattern, { atMs, print, sheet, lengthIn: 36.501 }, "7f3b05")

test("a file is called by its pattern, and safely whatever its print is called", () => {
  expect(nameOf("Friday batch", USUAL, 2)).toBe("2026-11-23-Friday batch-2-36.5in")
  expect(nameOf("Friday batch", "{print}-{sheet}-{cm}cm")).toBe("Friday batch-1-92.71cm")
  expect(nameOf("Ärzte 日本 👕")).toBe("2026-11-23-Ärzte 日本 👕-1-36.5in")
  for (const [hostile, safe] of [
    ["../../etc/passwd", "etc-passwd"],
    ["..\\..\\boot.ini", "boot.ini"],
    ["a\u0000b\nc\u202egnp.exe", "a-b-c-gnp.exe"],
    ['<script>:"|?*', "script"],
    ["{sheet}{date}", "{sheet}{date}"],
    ["$& $1 $$", "$& $1 $$"],
    ["", "7f3b05"],
    ["...", "7f3b05"],
    ["\ud800x", "x"],
  ])
    expect(nameOf(hostile)).toBe(`2026-11-23-${safe}-1-36.5in`)
  // Devices of Windows, and names that would be hidden files or end in what Windows drops.
  expect(nameOf("x", "com{sheet}")).toBe("com1-")
  expect(nameOf("nul.", "{print}.{sheet}")).toBe("nul-.1")
  expect(nameOf("x", ".{sheet}. ")).toBe("1")
})

test("a long name keeps its sheet and its length, and stays below what file systems take", () => {
  const long = nameOf("👕".repeat(80))
  expect(long).toMatch(/-1-36\.5in$/)
  expect(Buffer.byteLength(nameOf("語".repeat(80), `${"é".repeat(50)}{print}{sheet}`))).toBeLessThan(201)
  expect(long.isWellFormed()).toBe(true)
})

test("a pattern names the sheet and knows its fields", () => {
  expect(fileNamePatternSchema.parse(` ${USUAL} `)).toBe(USUAL)
  for (const pattern of ["", "{date}", "{sheet}-{user}", "{sheet}{}", `{sheet}${"x".repeat(80)}`])
    expect(fileNamePatternSchema.safeParse(pattern).success, pattern).toBe(false)
})
