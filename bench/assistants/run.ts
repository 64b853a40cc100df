// `npm run bench -- assistants [--json]`: the protocol's own checks of servers (@modelcontextprotocol/conformance) against `/mcp` of the
// running app, as it is and with the scenarios' own tools in place of ours; its checks of what lets assistants in; and
// the inspector's command. npm fetches both packages, once.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { build } from "esbuild"
import { ASSISTANT_PATH } from "../../contract/accounts/assistant-path.ts"
import { scopeNames } from "../../contract/accounts/scope.ts"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { assistantServer, connectAssistant, registerAssistant } from "../../harness/connected-assistant.ts"
import { insertPerson } from "../../harness/insert-person.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers, root, workers } from "../../local/bundle.ts"
import { Client } from "../../local/client.ts"
import { freePort } from "../../local/port.ts"
import { startRuntime } from "../../local/runtime.ts"
import { builtModules } from "../../local/served-worker.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { fetchedCommand, printedBy } from "./fetched-package.ts"
import { servedWithToken } from "./with-token.ts"

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } })
/** The versions of the protocol whose requirements are tried. */
const VERSIONS = ["2026-07-28", "2025-11-25"]
const ASKING = "it asks its client in between, which takes a session"
const OWN = "ours has no such tool, resource or prompt"
/** The scenarios that fail with their own tools, and why. */
const WITHOUT_SESSION = new Set([
  "tools-call-sampling",
  "tools-call-elicitation",
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
])
/** The scenarios that need nothing of their own: they pass with our tools. */
const FOR_ALL = [
  ...["server-initialize", "ping", "tools-list", "resources-list", "sep-2164-resource-not-found"],
  ...["dns-rebinding-protection", "server-sse-multiple-streams", "http-header-validation"],
]
/** An extension that neither has, and that nobody need have. */
const EXTENSION = /^tasks-/

type Row = { of: string; scenario: string; passed: number; failed: number; isRight: boolean; why: string }

const conformance = fetchedCommand("@modelcontextprotocol/conformance", "0.2.0-alpha.12", "conformance")
const inspector = fetchedCommand("@modelcontextprotocol/inspector", "2.12.0", "mcp-inspector")
await buildKernels()
await buildWorkers()
const results = mkdtempSync(join(tmpdir(), "assistants-"))
const rows: Row[] = []
try {
  await withApp("ours", undefined, async (person, token, origin) => {
    await tryServer("ours", origin, (scenario) => (FOR_ALL.includes(scenario) ? "" : OWN))
    await tryAuthorization(person)
    await tryInspector(`${person.origin}${ASSISTANT_PATH}`, token)
  })
  await withApp("fixtures", await fixtures(), (_person, _token, origin) =>
    tryServer("fixtures", origin, (scenario) => (WITHOUT_SESSION.has(scenario) ? ASKING : "")),
  )
} finally {
  rmSync(results, { recursive: true, force: true })
}
if (values.json) console.log(JSON.stringify({ bench: "assistants", rows }))
else printRows()
process.exit(rows.every(({ isRight }) => isRight) ? 0 : 1)

/** Prints how much passes of each, and every scenario that does not, with why. */
function printRows(): void {
  for (const [of, own] of Map.groupBy(rows, (row) => row.of)) {
    const failing = own.filter(({ failed }) => failed > 0)
    const checks = own.reduce((sum, { passed }) => sum + passed, 0)
    console.log(`${of}: ${own.length - failing.length} of ${own.length} scenarios pass, ${checks} checks`)
    for (const { scenario, passed, failed, isRight, why } of failing)
      console.log(`  ${isRight ? "–" : "✗"} ${scenario}, ${passed} of ${passed + failed} checks: ${why}`)
  }
}

/** Returns the module that stands in for the one of our tools. */
async function fixtures(): Promise<Uint8Array<ArrayBuffer>> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "bench", "assistants", "fixtures.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
  })
  return new Uint8Array(outputFiles[0].contents)
}

/** Starts the app with a person in it, who has let an assistant in. */
async function withApp(
  name: string,
  assistant: Uint8Array<ArrayBuffer> | undefined,
  use: (person: Client, token: string, origin: string) => Promise<void>,
): Promise<void> {
  const edge = builtModules(workers.edge).map((module) =>
    assistant && module.path === "assistant.js" ? { ...module, contents: assistant } : module,
  )
  const standIns = await serveStandIns(0)
  const runtime = await startRuntime({
    stateDir: null,
    port: 0,
    standInsOrigin: standIns.origin,
    modules: { edge, press: builtModules(workers.press) },
  })
  const db = await runtime.miniflare.getD1Database("DB")
  const hubs = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const hubOf = async (id: string) => hubs.get(hubs.idFromName(id)) as unknown as UserHubApi
  const form = { firstName: "Asking", lastName: "Seller", username: name, email: `${name}@shop.test` }
  const { cookies } = await insertPerson({ db, hubOf }, { ...form, password: "a-good-password" })
  const person = new Client(runtime.origin, { cookies })
  const { tokens } = await connectAssistant(person)
  const proxy = await servedWithToken(runtime.origin, tokens.access_token)
  try {
    await use(person, tokens.access_token, proxy.origin)
  } finally {
    proxy.close()
    await runtime.dispose()
    await standIns.close()
  }
}

/** Tries what each version requires of servers. `excuse` returns why a scenario may fail, or nothing. */
async function tryServer(of: string, origin: string, excuse: (scenario: string) => string): Promise<void> {
  for (const version of VERSIONS) {
    const url = origin + ASSISTANT_PATH
    const args = ["server", "--url", url, "--requirements", version, "-o", join(results, of, version)]
    for (const { scenario, passed, failed } of scenariosIn(await printedBy(conformance, args))) {
      if (EXTENSION.test(scenario)) continue
      const why = failed > 0 ? excuse(scenario) : ""
      rows.push({
        of: `${of}, ${version}`,
        scenario,
        passed,
        failed,
        isRight: failed === 0 || why !== "",
        why,
      })
    }
  }
}

function scenariosIn(printed: string): { scenario: string; passed: number; failed: number }[] {
  const lines = [...printed.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)]
  if (lines.length === 0) throw new Error(`no scenario was tried: ${printed.slice(-2_000)}`)
  return lines.map(([, scenario, passed, failed]) => ({
    scenario,
    passed: Number(passed),
    failed: Number(failed),
  }))
}

/** Tries the description of what lets assistants in, and a code: the person says yes as they would on the page. */
async function tryAuthorization(person: Client): Promise<void> {
  const port = await freePort()
  const server = assistantServer(person.origin)
  const clientId = await registerAssistant(server, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const resource = person.origin + ASSISTANT_PATH
  const args = ["authorization", "--url", person.origin, "--client-id", clientId, "--resource", resource]
  let hasAnswered = false
  const printed = await printedBy(conformance, [...args, "-p", `${port}`], (text) => {
    const [, question] = text.match(/^\S+\/connect(\?\S+)$/m) ?? []
    if (hasAnswered || question === undefined) return
    hasAnswered = true
    void person
      .expect<{ leadTo: string }>("POST", "/api/assistants", { question, scopes: scopeNames })
      .then(({ leadTo }) => fetch(leadTo))
  })
  for (const row of scenariosIn(printed))
    rows.push({ of: "OAuth", ...row, isRight: row.failed === 0, why: "" })
}

async function tryInspector(address: string, token: string): Promise<void> {
  const to = ["--cli", address, "--transport", "http", "--header", `Authorization: Bearer ${token}`]
  const tries: [what: string, args: string[], expected: string][] = [
    ["tools/list", ["--method", "tools/list"], "prepare_print"],
    ["tools/call", ["--method", "tools/call", "--tool-name", "find_prints"], "No such prints."],
  ]
  for (const [scenario, args, expected] of tries) {
    const printed = await printedBy(inspector, [...to, ...args])
    const isRight = printed.includes(expected)
    const why = isRight ? "" : printed.slice(-300)
    rows.push({ of: "inspector", scenario, passed: Number(isRight), failed: Number(!isRight), isRight, why })
  }
}
