import { expect, test } from "vitest"
import { userRoles } from "../../contract/status.ts"
import { appKeysFor } from "../../web/features/shell/app-keys.ts"
import { NEXT_PRESS_MS, readPresses } from "../../web/features/shell/key-presses.ts"
import { findCommands } from "../../web/features/shell/palette-commands.ts"

test("no two keys are the same, and none hides another's beginning", () => {
  for (const role of userRoles) {
    const presses = appKeysFor(role).map(({ press }) => press)
    expect(new Set(presses).size).toBe(presses.length)
    const hidden = presses.filter((press) => presses.some((other) => other.startsWith(`${press} `)))
    expect(hidden).toEqual([])
  }
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
  const words = (role: "user" | "admin") => appKeysFor(role).map((key) => key.words)
  expect(words("user")).not.toContain("Users")
  expect(words("admin")).toEqual(expect.arrayContaining(["Users", "Completed Payments", "Operations"]))
  const pages = (role: "user" | "admin") => findCommands(role, "payments").pages.map((page) => page.words)
  expect(pages("user")).not.toContain("Completed Payments")
  expect(pages("admin")).toContain("Completed Payments")
})

test("a command is found by its words, their beginnings and what else people call it", () => {
  const first = (typed: string) => {
    const { actions, pages } = findCommands("user", typed)
    return [...actions, ...pages].at(0)?.words
  }
  expect(first("new print")).toBe("New print")
  expect(first("upl")).toBe("Upload images")
  expect(first("cutter")).toBe("Destinations")
  expect(first("add dest")).toBe("Add destination")
  expect(first("etsy")).toBe("Connect a store")
  expect(first("sign out")).toBe("Log out")
  expect(first("dash")).toBe("Dashboard")
  expect(findCommands("user", "zebra")).toEqual({ actions: [], pages: [] })
  expect(findCommands("user", "").actions.length).toBeGreaterThan(5)
})
