import { expect, test } from "vitest"
import { userRoles } from "../../contract/status.ts"
import { NEXT_PRESS_MS, readPresses } from "../../web/features/shell/key-presses.ts"
import { findCommands } from "../../web/features/shell/palette-commands.ts"
import { keyCommandsFor, keysOf } from "../../web/lib/key-commands.ts"

const nowhere = { isHere: () => false }

test("no two keys are the same, and none hides another's beginning", () => {
  for (const role of userRoles) {
    const presses = keyCommandsFor(role).map(({ press }) => press)
    expect(new Set(presses).size).toBe(presses.length)
    const hidden = presses.filter((press) => presses.some((other) => other.startsWith(`${press} `)))
    expect(hidden).toEqual([])
  }
})

test("keys are written as they stand on keyboards", () => {
  const written = ["$mod+k", "g o", "n", "?", "/"].map((press) => keysOf({ press }))
  expect(written).toEqual([["Ctrl", "K"], ["G", "O"], ["N"], ["?"], ["/"]])
  expect(keysOf({})).toEqual([])
})

test("presses are read one by one, two in turn, and not when they come too late or with a modifier", () => {
  let nowMs = 0
  const read = readPresses(["$mod+k", "n", "?", "g o", "g p"])
  const press = (key: string, more: object = {}) =>
    read({ key, ctrlKey: false, metaKey: false, altKey: false, ...more }, nowMs)
  expect([press("n"), press("N"), press("?"), press("x")]).toEqual(["n", "n", "?", null])
  expect([press("g"), press("o"), press("g"), press("p")]).toEqual([null, "g o", null, "g p"])
  // A key that continues no sequence ends the one begun, and begins anew.
  expect([press("g"), press("g"), press("p")]).toEqual([null, null, "g p"])
  expect([press("g"), press("n"), press("o")]).toEqual([null, "n", null])
  expect([press("o"), press("g")]).toEqual([null, null])
  nowMs += NEXT_PRESS_MS + 1
  expect(press("o")).toBe(null)
  expect([press("k", { ctrlKey: true }), press("k", { metaKey: true })]).toEqual(["$mod+k", "$mod+k"])
  expect([press("n", { ctrlKey: true }), press("n", { altKey: true })]).toEqual([null, null])
})

test("only admins get the keys and commands of admins", () => {
  const names = (role: "user" | "admin") => keyCommandsFor(role).map((key) => key.name)
  expect(names("user")).not.toContain("Users")
  expect(names("admin")).toEqual(expect.arrayContaining(["Users", "Completed Payments", "Operations"]))
  const pages = (role: "user" | "admin") =>
    findCommands(role, "payments", nowhere).pages.map((page) => page.name)
  expect(pages("user")).not.toContain("Completed Payments")
  expect(pages("admin")).toContain("Completed Payments")
})

test("a command is found by its words, their beginnings and what else people call it", () => {
  const first = (typed: string) => {
    const { actions, pages } = findCommands("user", typed, nowhere)
    return [...actions, ...pages].at(0)?.name
  }
  expect(first("new print")).toBe("New print")
  expect(first("upl")).toBe("Upload images")
  expect(first("cutter")).toBe("Destinations")
  expect(first("add dest")).toBe("Add destination")
  expect(first("etsy")).toBe("Connect a store")
  expect(first("sign out")).toBe("Log out")
  expect(first("dash")).toBe("Dashboard")
  // The words of people who look for something they have never seen.
  expect(first("batch")).toBe("Make today’s film")
  expect(first("roster")).toBe("Print a list of names")
  expect(first("names")).toBe("Print a list of names")
  expect(first("import")).toBe("Import orders")
  expect(first("tracking")).toBe("Orders to ship")
  expect(first("cut line")).toBe("Destinations")
  expect(first("cost of film")).toBe("What film costs")
  expect(first("refund")).toBe("Payment history")
  expect(first("who is late")).toBe("Make today’s film")
  expect(first("send to my printer")).toBe("Print shop")
  expect(first("put a name on a shirt")).toBe("Print a list of names")
  expect(first("use centimeters")).toBe("Inches or centimetres")
  expect(first("autopilot")).toBe("Integrations")
  expect(first("cancel")).toBe("Prints")
  expect(first("undo")).toBe("Integration Orders")
  expect(first("money back")).toBe("Payment history")
  expect(first("logout")).toBe("Log out")
  for (const words of ["white box", "halo", "ink", "thin lines", "transparent"])
    expect(first(words), words).toBe("Artwork to look at")
  expect(first("prices")).toBe("Buy credits")
  expect(first("film cost")).toBe("What film costs")
  expect(first("how much does film cost")).toBe("What film costs")
  expect(first("print shop")).toBe("Print shop")
  expect(first("fonts")).toBe("Fonts")
  expect(first("manifest")).toBe("Prints")
  expect(first("delete print")).toBe("Prints")
  expect(findCommands("user", "zebra", nowhere)).toEqual({ here: [], actions: [], pages: [] })
  expect(findCommands("user", "", nowhere).actions.length).toBeGreaterThan(5)
})

test("the page's own commands come with the page that has their buttons", () => {
  const here = (...ids: string[]) =>
    findCommands("user", "re", { isHere: (id) => ids.includes(id) }).here.map(({ name }) => name)
  expect(here()).toEqual([])
  expect(here("remake-pieces", "rename-print", "add-item")).toEqual(["Remake pieces", "Rename print"])
  const share = (text: string) =>
    findCommands("user", text, { isHere: (id) => id === "link-for-shop" }).here.map(({ name }) => name)
  for (const words of ["print shop", "share", "printer", "send files", "url"])
    expect(share(words), words).toEqual(["Link for your print shop"])
})
