// `npm run build`: everything a deployment needs, into dist/.
import { buildAll } from "../local/bundle.ts"
import { printSizes } from "./sizes.ts"

await buildAll()
printSizes()
