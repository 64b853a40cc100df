// A local runtime in a process of its own, so that a test can really kill it: prints its origin once it listens.
import { startRuntime } from "../../local/runtime.ts"

const [stateDir, standInsOrigin] = process.argv.slice(2)
const runtime = await startRuntime({ stateDir, port: 0, standInsOrigin })
console.log(`ready ${runtime.origin}`)
