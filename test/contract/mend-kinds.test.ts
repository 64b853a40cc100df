import { expect, expectTypeOf, test } from "vitest"
import { type Mend, mendSchema, printedKinds } from "../../contract/artwork/mend.ts"
import { type Mend as EngineMend, isPrintedMend } from "../../sheet/mend/mend.ts"

type Sent = Mend extends infer One ? (One extends Mend ? Omit<One, "isOn"> : never) : never

test("mends are the engine's, and so are those that are made at the printed size", () => {
  const kinds = mendSchema.options.map(({ shape }) => shape.kind.value)
  expect(kinds.filter((kind) => isPrintedMend({ kind }))).toEqual(printedKinds)
  expectTypeOf<Mend["kind"]>().toEqualTypeOf<EngineMend["kind"]>()
  expectTypeOf<Sent>().toExtend<EngineMend>()
})
