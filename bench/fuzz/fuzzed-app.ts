import type { D1Database } from "@cloudflare/workers-types"
import { buildWorkers } from "../../local/bundle.ts"
import { Client } from "../../local/client.ts"
import { type Runtime, startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

export type FuzzedApp = {
  runtime: Runtime
  db: D1Database
  standInsOrigin: string
  /** The app's own description of its calls. */
  document: object
  /** The errors that the Workers have logged; the reader takes them out. */
  logged: string[]
  close(): Promise<void>
}

/** Opens the app, without anybody in it, and the vendors beside it. */
export async function openFuzzedApp(): Promise<FuzzedApp> {
  await buildWorkers()
  const standIns = await serveStandIns(0)
  const logged: string[] = []
  const onError = (line: string) => logged.push(line) > 0
  const runtime = await startRuntime({ stateDir: null, port: 0, standInsOrigin: standIns.origin, onError })
  const visitor = new Client(runtime.origin)
  return {
    runtime,
    db: await runtime.miniflare.getD1Database("DB"),
    standInsOrigin: standIns.origin,
    document: (await (await visitor.fetch("GET", "/api/openapi.json")).json()) as object,
    logged,
    async close() {
      await runtime.dispose()
      await standIns.close()
    },
  }
}
