import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "esbuild"
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare"

const root = fileURLToPath(new URL("../..", import.meta.url))
const compatibilityDate = "2026-07-01"

/** One deliberate mistake: each `find`, which must stand exactly once in its file, is replaced before bundling. */
export type PlantedBug = { name: string; edits: { file: string; find: string; replace: string }[] }

export type HubCall = { method: string; args?: unknown[] }
/** Several calls at once, in this order, or a change of the world around the object. */
export type HubStep =
  | { calls: HubCall[] }
  | { change: "evict" | "crash" | "recover" }
  | { change: "d1"; value: "works" | "fails-before" | "fails-after" }
  | { change: "clock"; value: number }
export type HubAnswer = { value?: unknown; error?: string }

export type HubRuntime = {
  /** Runs the steps in turn on one user's object; one list of answers for each. */
  run(user: string, steps: HubStep[]): Promise<HubAnswer[][]>
  /** One call; throws what the object threw. */
  call(user: string, method: string, ...args: unknown[]): Promise<unknown>
  /** A request straight at the object; `session` names the visitor's. */
  fetch(
    user: string,
    query: { session?: string; after?: string },
    headers?: Record<string, string>,
  ): ReturnType<Miniflare["dispatchFetch"]>
  /** Throws when the object logged something that no test planned. */
  dispose(): Promise<void>
}

/** Starts the real object on the local runtime with empty storage of its own; `bug` plants a mistake in its source first. */
export async function startHubRuntime(bug?: PlantedBug): Promise<HubRuntime> {
  const surprises: string[] = []
  const storage = mkdtempSync(join(tmpdir(), "sheetsmith-hub-"))
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: "ESModule", path: "hub-worker.js", contents: await bundle(bug) }],
      compatibilityDate,
      compatibilityFlags: ["nodejs_compat", "unsafe_module"],
      durableObjects: { USER_HUB: { className: "TestHub", useSQLite: true } },
      d1Databases: { DB: "mirror" },
      resourcePersistencePath: storage,
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: (entry: { message: string }) => {
        // NOSENTRY marks the runtime's own notes, here on alarms that meet a crash.
        if (!/planned:|^NOSENTRY/.test(entry.message)) surprises.push(entry.message)
      },
    }),
  )
  const db = await miniflare.getD1Database("DB")
  await db.exec(
    "CREATE TABLE user (id TEXT PRIMARY KEY, available_credits INTEGER NOT NULL DEFAULT 0, used_credits INTEGER NOT NULL DEFAULT 0, credit_seq INTEGER NOT NULL DEFAULT 0)",
  )
  const run: HubRuntime["run"] = async (user, steps) => {
    const response = await miniflare.dispatchFetch(`http://hub/steps?user=${user}`, {
      method: "POST",
      body: JSON.stringify(steps),
    })
    if (!response.ok) throw new Error(`steps of ${user}: ${response.status} ${await response.text()}`)
    return (await response.json()) as HubAnswer[][]
  }
  return {
    run,
    async call(user, method, ...args) {
      const [[answer]] = await run(user, [{ calls: [{ method, args }] }])
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.value
    },
    fetch(user, query, headers = { upgrade: "websocket" }) {
      return miniflare.dispatchFetch(`http://hub/live?${new URLSearchParams({ user, ...query })}`, {
        headers,
      })
    },
    async dispose() {
      await miniflare.dispose()
      rmSync(storage, { recursive: true, force: true })
      if (surprises.length > 0) throw new Error(`nobody planned to log this: ${surprises.join("\n")}`)
    },
  }
}

async function bundle(bug?: PlantedBug): Promise<string> {
  const result = await build({
    entryPoints: [join(root, "harness/hub/hub-worker.js")],
    bundle: true,
    format: "esm",
    target: "es2024",
    external: ["cloudflare:workers", "workerd:unsafe"],
    write: false,
    plugins: bug ? [planting(bug)] : [],
  })
  return result.outputFiles[0].text
}

function planting(bug: PlantedBug): Plugin {
  return {
    name: "planted-bug",
    setup(builder) {
      builder.onLoad({ filter: /durable-objects\/[^/]+\.ts$/ }, ({ path }) => {
        let contents = readFileSync(path, "utf8")
        for (const { file, find, replace } of bug.edits) {
          if (basename(path) !== file) continue
          const found = contents.split(find).length - 1
          if (found !== 1) throw new Error(`${bug.name}: its place stands ${found} times in ${file}`)
          contents = contents.replace(find, () => replace)
        }
        return { contents, loader: "ts" }
      })
    },
  }
}
