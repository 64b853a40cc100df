import type { Rolldown } from "vite"
import { expect, test } from "vitest"
import { randomFrom } from "../../harness/seeded-random.ts"
import { measureScreens, tableOf } from "../../scripts/limit-scripts.ts"
import { scriptGroupOf } from "../../scripts/script-groups.ts"

const landing = "features/landing/landing-screen.tsx"
const signIn = "features/account/sign-in-screen.tsx"
const frame = "features/shell/protected-frame.tsx"
const home = "features/dashboard/dashboard-screen.tsx"
const builder = "features/prints/builder-screen.tsx"
const open = "features/prints/open-print-screen.tsx"
const finished = "features/prints/finished-print-screen.tsx"
const prints = "features/prints/prints-screen.tsx"
const orders = "features/orders/orders-screen.tsx"
const proof = "features/proof/proof-screen.tsx"
const developers = "features/developers/developers-screen.tsx"

const groupOf = (...roots: string[]) => scriptGroupOf(new Set(roots))

test("a module lies with what is first needed together", () => {
  expect(groupOf("index.html", landing, prints)).toBe("index")
  expect(groupOf(landing, prints)).toBe("index")
  expect(groupOf("features/landing/offer.tsx", prints)).toBe("index")
  expect(groupOf("features/landing/offer.tsx")).toBe("offer")
  expect(groupOf(landing, signIn)).toBe("sample")
  expect(groupOf(signIn)).toBe("account")
  expect(groupOf(signIn, prints)).toBe("base")
  expect(groupOf(frame)).toBe("app")
  expect(groupOf(home, prints)).toBe("app")
  expect(groupOf(builder, orders)).toBe("app")
  expect(groupOf(builder, open)).toBe("desk")
  expect(groupOf(open, finished)).toBe("print")
  expect(groupOf(finished, prints)).toBe("lists")
  expect(groupOf("features/prints/add-panel.tsx", "features/prints/print-item-modals.tsx")).toBe("dialogs")
  expect(groupOf(orders, prints)).toBe("lists")
  expect(groupOf(orders)).toBe("orders-screen")
  expect(groupOf(proof)).toBe("proof-screen")
  expect(groupOf(proof, frame, orders)).toBe("shown")
  expect(groupOf(proof, signIn)).toBe("base")
  expect(groupOf(proof, landing)).toBe("index")
  expect(groupOf(developers)).toBe("developers-screen")
  expect(groupOf(developers, "features/profile/profile-screen.tsx")).toBe("programs")
  expect(groupOf(developers, orders)).toBe("shown")
})

test("what a page needs stays with it, whatever parts need it too", () => {
  const part = "features/prints/process-prints-modal.tsx"
  const other = "features/images/image-modals.tsx"
  expect(groupOf(prints, part)).toBe("prints-screen")
  expect(groupOf(builder, open, part)).toBe("desk")
  expect(groupOf(part)).toBe("process-prints-modal")
  expect(groupOf(part, other)).toBe("dialogs")
  expect(groupOf(part, "features/share/shared-files.tsx")).toBe("dialogs")
})

test("what is needed by more pages never lies in a file that fewer of them fetch", () => {
  const order = ["index", "sample", "base", "shown", "account", "app", "lists", "print", "desk"]
  const rank = (group: string | null) => [...order, group].indexOf(group)
  const roots = ["index.html", landing, signIn, proof, frame, home, builder, open, finished, prints, orders]
  const random = randomFrom(20)
  for (let round = 0; round < 2_000; round++) {
    const some = roots.filter(() => random() < 0.3)
    const more = roots.filter((root) => some.includes(root) || random() < 0.3)
    if (some.length === 0) continue
    expect(rank(groupOf(...more)), `${some} / ${more}`).toBeLessThanOrEqual(rank(groupOf(...some)))
  }
})

test("a screen is counted with its frame, and marked where it asks for too much", () => {
  const many = Array.from({ length: 9 }, (_, i) => chunk(`part-${i}.js`, []))
  const files = [
    chunk("index.js", ["index.html"], { isEntry: true }),
    chunk("base.js", ["components/ui/toast.tsx"]),
    chunk("app.js", [frame], { imports: ["base.js"] }),
    chunk("home.js", [home], { imports: ["app.js"] }),
    chunk("prints.js", [prints], { imports: ["app.js", ...many.map(({ fileName }) => fileName)] }),
    ...many,
  ]
  const screens = measureScreens(new Map(files.map((file) => [file.fileName, file])), "/web")
  const figures = new Map(screens.map((one) => [one.screen, [one.files, one.laterFiles]]))
  expect(figures).toEqual(
    new Map([
      [home, [4, 1]],
      [prints, [13, 10]],
    ]),
  )
  const lines = tableOf(screens).split("\n")
  expect(lines.filter((line) => line.endsWith("OVER"))).toEqual([expect.stringContaining(prints)])
})

function chunk(fileName: string, modules: string[], more: Partial<Rolldown.OutputChunk> = {}) {
  const moduleIds = modules.map((path) => `/web/${path}`)
  return {
    fileName,
    moduleIds,
    imports: [],
    code: "",
    isEntry: false,
    ...more,
  } as unknown as Rolldown.OutputChunk
}
