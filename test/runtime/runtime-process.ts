// A local runtime in its own process, so a test can kill it. Prints its origin once it listens.
import { startRuntime } from "../../local/runtime.ts"

const [stateDir, standInsOrigin] = process.argv.slice(2)
const runtime = await startRuntime({ stateDir, port: 0, standInsOrigin })
console.log(`ready ${runtime.origin}`)
