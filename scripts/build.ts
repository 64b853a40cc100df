// `npm run build`: everything a deployment needs, into dist/. Exit status 1 where a Worker is too large.
import { buildAll } from "../local/bundle.ts"
import { printSizes } from "./sizes.ts"

await buildAll()
process.exitCode = printSizes() ? 0 : 1
