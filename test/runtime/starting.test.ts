import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { longTest } from "../../harness/long-test.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { freePort } from "../../local/port.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

beforeAll(async () => {
  await buildKernels()
  await buildWorkers()
})

async function givenFolder() {
  const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-starting-"))
  const standIns = await serveStandIns(0)
  onTestFinished(async () => {
    await standIns.close()
    rmSync(stateDir, { recursive: true, force: true })
  })
  return { stateDir, standInsOrigin: standIns.origin }
}

test("nothing answers at the port before the database is ready", async () => {
  const { stateDir, standInsOrigin } = await givenFolder()
  const port = await freePort()
  let isStarted = false
  const answers: number[] = []
  const asking = (async () => {
    while (!isStarted || answers.length === 0) {
      try {
        const reply = await fetch(`http://localhost:${port}/api/health`)
        await reply.arrayBuffer()
        answers.push(reply.status)
      } catch {
        // The port is closed: ask again.
        await new Promise(setImmediate)
      }
    }
  })()
  const runtime = await startRuntime({ stateDir, port, standInsOrigin })
  onTestFinished(() => runtime.dispose())
  isStarted = true
  await asking
  expect([...new Set(answers)]).toEqual([200])
})

longTest("data of another version is left alone, and the folder is named", async () => {
  const { stateDir, standInsOrigin } = await givenFolder()
  const start = () => startRuntime({ stateDir, port: 0, standInsOrigin })
  const runtime = await start()
  const database = await runtime.miniflare.getD1Database("DB")
  await database.prepare("INSERT INTO d1_migrations (name) VALUES ('0001_print_sources.sql')").run()
  await runtime.dispose()
  await expect(start()).rejects.toThrow(
    `The data in ${stateDir} belongs to another version of Sheetsmith (it was migrated by 0001_print_sources.sql, which this version lacks).\nMove the folder away or delete it, then start again`,
  )
})
