import type { R2Bucket } from "@cloudflare/workers-types"
import { afterAll, afterEach, beforeAll, expect, type MockInstance, vi } from "vitest"
import type { UserHubApi } from "../contract/credits/hub.ts"
import { buildKernels } from "../local/build-kernels.ts"
import { buildWorkers } from "../local/bundle.ts"
import { type Runtime, type RuntimeOptions, startRuntime } from "../local/runtime.ts"
import { type StandIns, serveStandIns } from "../stand-ins/serve.ts"
import { FIRST_DATABASE } from "../worker/database-name.ts"
import { type AnyApp, callsOf, messagesOf, securityLines } from "./app-calls.ts"
import { checkedReplies } from "./checked-replies.ts"
import { clearApp } from "./clear-app.ts"
import { everyD1 } from "./every-d1.ts"

export { DUMMY_CAPTCHA } from "../local/people.ts"
export { type GivenUser, PASSWORD } from "./app-calls.ts"

type Fronts = Pick<RuntimeOptions, "entry" | "pressEntry" | "beside" | "databases">
export type App = AnyApp & { runtime: Runtime; standIns: StandIns }

type Served = { runtime: Runtime; standIns: StandIns; infoLines: string[]; findings: string[] }

/** The app that files of one process use in turn: to start one takes seconds of the processor. */
let shared: Promise<Served> | undefined

async function serveApp(settings: Record<string, string>, fronts: Fronts): Promise<Served> {
  await buildKernels()
  await buildWorkers()
  const infoLines: string[] = []
  const findings: string[] = []
  const standIns = await serveStandIns(0)
  const runtime = await startRuntime({
    stateDir: null,
    port: 0,
    standInsOrigin: standIns.origin,
    settings,
    ...fronts,
    onInfo: (line) => infoLines.push(line),
    ...checkedReplies(findings),
  })
  return { runtime, standIns, infoLines, findings }
}

/**
 * Serves both Workers on the local runtime with an empty database, for all tests of the calling file.
 * `fronts`: modules of the test's own before and beside them.
 */
export function useApp(settings: Record<string, string> = {}, fronts: Fronts = {}): App {
  const state: Partial<App> = {}
  let consoleError: MockInstance<typeof console.error>
  let served: Served | undefined
  let linesBefore = 0
  let allowed: RegExp | null = null
  // An app with an unusual set-up serves its own file alone.
  const isShared = Object.keys({ ...settings, ...fronts }).length === 0

  beforeAll(async () => {
    consoleError = vi.spyOn(console, "error").mockImplementation(() => {})
    if (isShared && shared) await clearApp(await shared)
    const serving = (isShared && shared) || serveApp(settings, fronts)
    if (isShared) shared = serving
    served = await serving
    consoleError.mockClear()
    served.findings.splice(0)
    linesBefore = served.infoLines.length
    state.standIns = served.standIns
    state.runtime = served.runtime
    state.origin = state.runtime.origin
    const { miniflare, databases } = state.runtime
    state.databases = Object.fromEntries(
      await Promise.all(databases.map(async (name) => [name, await miniflare.getD1Database(name)] as const)),
    )
    state.db = everyD1(state.databases)
    state.files = (await state.runtime.miniflare.getR2Bucket("FILES")) as unknown as R2Bucket
  })
  afterEach(() => {
    const pattern = allowed
    const unplanned = consoleError.mock.calls.map(String).filter((line) => !pattern?.test(line))
    allowed = null
    consoleError.mockClear()
    expect(unplanned, "errors logged").toEqual([])
    expect(served?.findings.splice(0), "replies not as described").toEqual([])
  })
  afterAll(async () => {
    if (!isShared) {
      await state.runtime?.dispose()
      await state.standIns?.close()
    }
    consoleError.mockRestore()
  })

  const app = state as App
  state.expectErrors = (pattern) => {
    allowed = pattern
  }
  state.errorLog = () => consoleError.mock.calls.map(String)
  state.securityLog = () => securityLines(served?.infoLines.slice(linesBefore) ?? [])
  state.hubOf = async (userId) => {
    const namespace = await app.runtime.miniflare.getDurableObjectNamespace("USER_HUB")
    return namespace.get(namespace.idFromName(userId)) as unknown as UserHubApi
  }
  const deliver = async (queue: string, bodies: readonly unknown[], attempts = 1) => {
    const press = await app.runtime.press()
    const ids = messagesOf(bodies).map(({ id }) => id)
    const [acked, retried] = [new Set(ids), new Set<string>()]
    // Where its account does not live, a message finds nothing to do.
    for (const database of app.runtime.databases) {
      const messages = messagesOf(
        bodies.map((body) => placed(body, database)),
        attempts,
      )
      const { ackAll, explicitAcks, retryMessages } = await press.queue(queue, messages)
      if (!ackAll) for (const id of ids) if (!explicitAcks.includes(id)) acked.delete(id)
      for (const { msgId } of retryMessages) retried.add(msgId)
    }
    return { acked: [...acked], retried: [...retried] }
  }
  state.deliver = (queue, ...bodies) => deliver(queue, bodies)
  state.deliverAgain = (queue, body) => deliver(queue, [body], 2)
  return Object.assign(app, callsOf(app))
}

/** Returns a message's body as for an account in this database; those of the first name none. */
function placed(body: unknown, database: string): unknown {
  const isNamed = typeof body === "object" && body !== null && database !== FIRST_DATABASE
  return isNamed ? { ...body, database } : body
}
