import { expect, expectTypeOf, test } from "vitest"
import { z } from "zod"
import { type Mend, mendSchema, mendsSchema, printedKinds } from "../../contract/artwork/mend.ts"
import { wordsOf } from "../../contract/issue.ts"
import { type Mend as EngineMend, isPrintedMend } from "../../sheet/mend/mend.ts"

type Sent = Mend extends infer One ? (One extends Mend ? Omit<One, "isOn"> : never) : never

test("mends are the engine's, and so are those that are made at the printed size", () => {
  const kinds = mendSchema.options.map(({ shape }) => shape.kind.value)
  expect(kinds.filter((kind) => isPrintedMend({ kind }))).toEqual(printedKinds)
  expectTypeOf<Mend["kind"]>().toEqualTypeOf<EngineMend["kind"]>()
  expectTypeOf<Sent>().toExtend<EngineMend>()
})

test("a mend that cannot be made is refused with what is right", () => {
  const body = z.object({ mends: mendsSchema })
  const wordsFor = (mend: object) =>
    body.safeParse({ mends: [mend] }, { error: wordsOf }).error?.issues.map(({ message }) => message)
  const crop = { kind: "crop", x: 0, y: 0, width: 1000, height: 1000 }
  const kinds = "remove-background, include-text, harden, halftone, .*, enlarge or trace"
  expect(wordsFor({ kind: "blur" })).toEqual([expect.stringMatching(`^Kind of entry 1 must be ${kinds}$`)])
  expect(wordsFor({ kind: "turn", degrees: 45 })).toEqual(["Degrees of entry 1 must be 90, 180 or 270"])
  expect(wordsFor({ kind: "harden", threshold: 128, soft: true })).toEqual([
    'Entry 1 of mends has no field "soft"',
  ])
  const outside = ["The part that a crop keeps has to lie on the picture"]
  expect(wordsFor({ ...crop, x: 900, width: 500 })).toEqual(outside)
  expect(wordsFor({ ...crop, x: 1000, width: 1 })).toEqual(outside)
  expect(wordsFor({ ...crop, y: 900, height: 101 })).toEqual(outside)
  expect(wordsFor({ ...crop, x: 900, width: 100 })).toBeUndefined()
  expect(wordsFor({ ...crop, y: 333.34, height: 666.67 })).toBeUndefined()
})
