import type { R2Bucket } from "@cloudflare/workers-types"
import { afterAll, afterEach, beforeAll, expect, type MockInstance, vi } from "vitest"
import type { UserHubApi } from "../contract/hub.ts"
import { buildWorkers } from "../local/bundle.ts"
import { type Runtime, type RuntimeOptions, startRuntime } from "../local/runtime.ts"
import { buildKernels } from "../scripts/build-kernels.ts"
import { type StandIns, serveStandIns } from "../stand-ins/serve.ts"
import { type AnyApp, callsOf, messagesOf, outcomeOf, securityLines } from "./app-calls.ts"
import { checkedReplies } from "./checked-replies.ts"

export { DUMMY_CAPTCHA } from "../local/people.ts"
export { type GivenUser, PASSWORD } from "./app-calls.ts"

export type App = AnyApp & { runtime: Runtime; standIns: StandIns }

/** Windows of rate limits are quarters of an hour and whole hours. */
const WINDOW_MS = 15 * 60_000
/** Longer than any test of them takes. */
const WINDOW_MARGIN_MS = 60_000

/**
 * Waits where the windows of rate limits are about to end: a test that counts would see its counts
 * begin anew.
 */
export async function clearOfWindowEnd(): Promise<void> {
  const leftMs = WINDOW_MS - (Date.now() % WINDOW_MS)
  if (leftMs < WINDOW_MARGIN_MS) await new Promise((resolve) => setTimeout(resolve, leftMs + 100))
}

/**
 * Both Workers on the local runtime with an empty database, for all tests of the calling file.
 * `fronts`: modules of the test's own before and beside them.
 */
export function useApp(
  settings: Record<string, string> = {},
  fronts: Pick<RuntimeOptions, "entry" | "pressEntry" | "beside"> = {},
): App {
  const state: Partial<App> = {}
  let consoleError: MockInstance<typeof console.error>
  const infoLines: string[] = []
  const findings: string[] = []
  let allowed: RegExp | null = null

  beforeAll(async () => {
    await buildKernels()
    await buildWorkers()
    consoleError = vi.spyOn(console, "error").mockImplementation(() => {})
    state.standIns = await serveStandIns(0)
    state.runtime = await startRuntime({
      stateDir: null,
      port: 0,
      standInsOrigin: state.standIns.origin,
      settings,
      ...fronts,
      onInfo: (line) => infoLines.push(line),
      ...checkedReplies(findings),
    })
    state.origin = state.runtime.origin
    state.db = await state.runtime.miniflare.getD1Database("DB")
    state.files = (await state.runtime.miniflare.getR2Bucket("FILES")) as unknown as R2Bucket
  })
  afterEach(() => {
    const pattern = allowed
    const unplanned = consoleError.mock.calls.map(String).filter((line) => !pattern?.test(line))
    allowed = null
    consoleError.mockClear()
    expect(unplanned, "errors logged").toEqual([])
    expect(findings.splice(0), "replies not as described").toEqual([])
  })
  afterAll(async () => {
    await state.runtime?.dispose()
    await state.standIns?.close()
    consoleError.mockRestore()
  })

  const app = state as App
  state.expectErrors = (pattern) => {
    allowed = pattern
  }
  state.errorLog = () => consoleError.mock.calls.map(String)
  state.securityLog = () => securityLines(infoLines)
  state.hubOf = async (userId) => {
    const namespace = await app.runtime.miniflare.getDurableObjectNamespace("USER_HUB")
    return namespace.get(namespace.idFromName(userId)) as unknown as UserHubApi
  }
  state.deliver = async (queue, ...bodies) => {
    const press = await app.runtime.press()
    const messages = messagesOf(bodies)
    return outcomeOf(messages, await press.queue(queue, messages))
  }
  return Object.assign(app, callsOf(app))
}
