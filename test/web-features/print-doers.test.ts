import { expect, test } from "vitest"
import { type Doer, doerOf, tokenMark } from "../../contract/accounts/doer.ts"
import { makeId } from "../../contract/id.ts"
import { printDoers } from "../../web/features/prints/print-doers.ts"

test("a print says who made it, and who processed it if that was somebody else", () => {
  const [ana, ben] = ["Ana Lima", "Ben Ode"].map((name) => doerOf(makeId(1), name))
  const [shop, pilot] = [doerOf(tokenMark("Web shop"), null), doerOf("autopilot", null)]
  const words = (doer: Doer | null) => (doer === null ? "" : `by ${doer.name}`)
  const said = (madeBy: Doer | null, begunBy: Doer | null) => printDoers({ madeBy, begunBy }, words)
  expect(said(ana, null)).toBe("by Ana Lima")
  expect(said(ana, ana)).toBe("by Ana Lima")
  expect(said(ana, ben)).toBe("by Ana Lima, processed by Ben Ode")
  expect(said(shop, ben)).toBe("by Web shop, processed by Ben Ode")
  expect(said(null, pilot)).toBe("processed by an autopilot")
  expect(said(null, null)).toBe("")
})
