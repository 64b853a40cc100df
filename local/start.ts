// Serves the app and the stand-ins on this machine, on the same bundle and runtime as production;
// with --watch, saved changes are served at once.
import { MINUTE_MS } from "../contract/duration.ts"
import { serveStandIns } from "../stand-ins/serve.ts"
import { buildAll } from "./bundle.ts"
import { OtherVersionError } from "./migrate.ts"
import { startRuntime } from "./runtime.ts"
import { type DemoSeller, demoSignIns, seed } from "./seed.ts"
import { config, portTrouble } from "./start-settings.ts"

const CRON_EVERY_MS = MINUTE_MS

const trouble = await portTrouble(config)
if (trouble !== null) {
  console.error(trouble)
  process.exit(1)
}
const standIns = await serveStandIns(config.standInsPort)
await buildAll()
const isWatched = process.argv.includes("--watch")
// Vite and esbuild are loaded only for those who change the code.
const start = isWatched ? (await import("./watch.ts")).startWatched : startRuntime
const runtime = await start({
  stateDir: config.stateDir,
  port: config.port,
  standInsOrigin: standIns.origin,
  cronEveryMs: CRON_EVERY_MS,
}).catch((error: unknown) => {
  if (!(error instanceof OtherVersionError)) throw error
  console.error(error.message)
  process.exit(1)
})
const seller = config.wantsSeed ? await seed(runtime, standIns.origin) : null

console.log(`
  Sheetsmith   ${runtime.origin}
  Stand-ins    ${standIns.origin}/mailbox   (mail that the app sends arrives here)
${config.wantsSeed ? `\n  Sign in as   ${demoSignIns.map((person) => person.email).join(" or ")}, password ${demoSignIns[0].password}\n` : ""}
  Ctrl+C stops both.
`)

let isStopping = false
if (seller !== null)
  giveDemo(seller).catch((error: unknown) => {
    if (!isStopping) console.error("The demo was not completed:", error)
  })
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, async () => {
    if (isStopping) return
    isStopping = true
    await runtime.dispose()
    await standIns.close()
    process.exit(0)
  })
}

/** Gives the demo seller the rest while the app is used already. */
async function giveDemo(seller: DemoSeller): Promise<void> {
  const { livenDemo, seedDemo } = await import("./demo/demo.ts")
  await seedDemo(runtime, seller)
  await livenDemo(seller, standIns.origin)
}
