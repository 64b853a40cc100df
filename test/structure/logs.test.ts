import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const worker = fileURLToPath(new URL("../../worker", import.meta.url))

/** Database errors quote query values and parser errors quote input; `errorText` omits both. */
const spelled = /\bString\(error\)|\berror\.stack\b|\$\{error\}/

test("errors reach the Worker's log through worker/log.ts alone", () => {
  const offenders = readdirSync(worker, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && name !== "log.ts")
    .flatMap((name) =>
      readFileSync(join(worker, name), "utf8")
        .split("\n")
        .flatMap((line, i) => (spelled.test(line) ? [`worker/${name}:${i + 1}`] : [])),
    )
  expect(offenders).toEqual([])
})

test("docs/operations.md has a line for every error that is logged, and for no other", () => {
  const root = join(worker, "..")
  const sources = ["worker", "durable-objects"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && name !== "log.ts")
      .map((name) => readFileSync(join(root, folder, name), "utf8")),
  )
  // Without imports, each mention of the function is a call.
  const calls = sources.flatMap((text) => text.replace(/^import .*/gm, "").match(/\blogError\b/g) ?? [])
  const messages = sources.flatMap((text) =>
    [...text.matchAll(/\blogError\)?\(\s*"([^"]+)"/g)].map(([, message]) => message),
  )
  expect(calls.length, "each message is written out where it is logged").toBe(messages.length)
  const [, log] = readFileSync(join(root, "docs/operations.md"), "utf8").split("## Log")
  const lines = [...log.split("## ")[0].matchAll(/^\| `([^`]+)` +\|/gm)].map(([, message]) => message)
  expect(lines).toEqual([...new Set(messages)].sort())
})
