import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { z } from "zod"
import { makeId } from "../../contract/id.ts"
import { wordsOf } from "../../contract/issue.ts"
import { isFull, sampled } from "../../harness/layer.ts"
import { longTest } from "../../harness/long-test.ts"

const folder = join(import.meta.dirname, "../../contract")
const modules = await Promise.all(
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".ts"))
    .map(async (file) => {
      const module: Record<string, unknown> = await import(join(folder, file))
      return Object.entries(module).flatMap(([name, value]) =>
        value instanceof z.ZodType ? [{ name: `${file} ${name}`, schema: value }] : [],
      )
    }),
)
const schemas = modules.flat()

/** The values of every kind that JSON and forms have, and beyond every bound. */
const wrongs: unknown[] = [
  undefined,
  null,
  true,
  "",
  " ",
  "x",
  "x".repeat(10_000),
  "2026-13-45",
  "http://",
  -1e9,
  -1,
  0,
  0.3,
  7,
  1e12,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  [],
  [null],
  [[]],
  Array.from({ length: 1_001 }, () => "x"),
  {},
  { x: { y: {} } },
]

type Def = z.core.$ZodTypeDef & Record<string, unknown>

function defOf(schema: z.core.$ZodType): Def {
  return schema._zod.def as Def
}

/** The schemas inside a wrapper: optional, default, catch, a pipe's entrance, a union's members. */
function innerOf(def: Def): z.core.$ZodType[] {
  return [def.innerType, def.in, ...((def.options as unknown[]) ?? [])].filter(
    (inner): inner is z.core.$ZodType => inner instanceof z.core.$ZodType,
  )
}

/** Returns a value that the schema accepts, or nearly. */
function sampleOf(schema: z.core.$ZodType): unknown {
  const tries = [makeId(1), "sample", "2026-01-31", "maya@shop.test", 1, 5, true, null, undefined]
  const fitting = tries.find((value) => z.safeParse(schema, value).success)
  if (fitting !== undefined) return fitting
  const def = defOf(schema)
  if (def.type === "object")
    return Object.fromEntries(
      Object.entries(def.shape as z.core.$ZodShape).map(([key, field]) => [key, sampleOf(field)]),
    )
  if (def.type === "array") return [sampleOf(def.element as z.core.$ZodType)]
  if (def.type === "enum") return Object.values(def.entries as object)[0]
  if (def.type === "literal") return (def.values as unknown[])[0]
  return innerOf(def).map(sampleOf)[0]
}

/**
 * Returns the wrong values themselves, and otherwise good ones that are wrong in one place, at any depth.
 */
function* wrongOnes(schema: z.core.$ZodType): Generator<unknown, void> {
  yield* wrongs
  const def = defOf(schema)
  if (def.type === "object") {
    const sample = sampleOf(schema) as object
    yield { ...sample, unknown: 1 }
    for (const [key, field] of Object.entries(def.shape as z.core.$ZodShape))
      for (const wrong of wrongOnes(field)) yield { ...sample, [key]: wrong }
  }
  if (def.type === "array") for (const wrong of wrongOnes(def.element as z.core.$ZodType)) yield [wrong]
  if (def.type === "record") {
    for (const wrong of wrongOnes(def.valueType as z.core.$ZodType)) yield { [makeId(1)]: wrong }
    yield { nonsense: sampleOf(def.valueType as z.core.$ZodType) }
  }
  for (const inner of innerOf(def)) yield* wrongOnes(inner)
}

longTest("whatever is wrong with a value is said in words, never in the validator's", () => {
  expect(schemas.length).toBeGreaterThan(80)
  const answer = new Set<string>()
  for (const { name, schema } of schemas) {
    for (const wrong of sampled([...wrongOnes(schema)], 5)) {
      const { error } = schema.safeParse(wrong, { error: wordsOf })
      for (const issue of error?.issues ?? []) {
        const where = `${name}, ${issue.path.join(".")}: ${JSON.stringify(wrong)?.slice(0, 300)}`
        answer.add(issue.message)
        expect(issue.message, where).not.toMatch(
          /expected|received|Invalid (input|option|key|value|string|number|discriminator)|Too (big|small)|Unrecognized|undefined|NaN|\[object|regex|pattern/,
        )
        if (issue.code === "too_big") expect(issue.message, where).not.toMatch(/required|missing/)
        expect(issue.message.length, where).toBeLessThan(220)
      }
    }
  }
  // The whole walk has met something of every kind.
  const met = [
    "A score is 0 to 5 in half steps",
    "Rotate must be true or false",
    "Quantity must be at most 5000",
    "Status must be Completed or Cancelled",
    "Images must have at least 1 entry",
    "Print again must be true or false",
    "This id is not valid",
    "The request must be a group of named fields",
  ]
  if (isFull) expect([...answer]).toEqual(expect.arrayContaining(met))
  expect(met.filter((words) => answer.has(words)).length).toBeGreaterThan(3)
})

test("a field is called by its name, an entry of a list by its place", () => {
  const schema = z.object({
    imageCategoryId: z.number(),
    printItems: z.array(z.object({ quantity: z.number() })),
    ids: z.array(z.number()),
    step: z.number().multipleOf(0.5),
    below: z.number().lt(3),
    pieces: z.array(z.strictObject({ copies: z.number() })),
  })
  const wrong = {
    printItems: [{ quantity: 1 }, { quantity: "many" }],
    ids: [1, 2, "x"],
    step: 0.3,
    below: 3,
    pieces: [{ copies: 1, quantity: 4 }],
  }
  expect(schema.safeParse(wrong, { error: wordsOf }).error?.issues.map(({ message }) => message)).toEqual([
    "Image category is missing",
    "Quantity of entry 2 must be a number",
    "Entry 3 of ids must be a number",
    "Step must go in steps of 0.5",
    "Below must be less than 3",
    'Entry 1 of pieces has no field "quantity"',
  ])
})
