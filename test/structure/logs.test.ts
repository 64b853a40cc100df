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
