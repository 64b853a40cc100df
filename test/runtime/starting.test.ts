import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { freePort } from "../../local/port.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

test("nothing answers at the port before the database is ready", async () => {
  await buildKernels()
  await buildWorkers()
  const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-starting-"))
  const standIns = await serveStandIns(0)
  onTestFinished(async () => {
    await standIns.close()
    rmSync(stateDir, { recursive: true, force: true })
  })
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
  const runtime = await startRuntime({ stateDir, port, standInsOrigin: standIns.origin })
  onTestFinished(() => runtime.dispose())
  isStarted = true
  await asking
  expect([...new Set(answers)]).toEqual([200])
})
