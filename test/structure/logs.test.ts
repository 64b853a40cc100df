import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const worker = fileURLToPath(new URL("../../worker", import.meta.url))

/** An error of the database quotes the values of its query, a parser's what it read: `errorText` leaves both out. */
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
