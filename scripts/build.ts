// `npm run build`: makes everything a deployment needs in dist/. Exit status 1 if a Worker is too large.
import { buildAll } from "../local/bundle.ts"
import { printSizes } from "./sizes.ts"

await buildAll()
process.exitCode = printSizes() ? 0 : 1
