import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const worker = fileURLToPath(new URL("../../worker", import.meta.url))

test("the Worker writes its log in one place, so that every line is structured and says whose it is", () => {
  const writers = readdirSync(worker, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .filter((name) => /\bconsole\s*\./.test(readFileSync(join(worker, name), "utf8")))
  expect(writers).toEqual(["log.ts"])
})
