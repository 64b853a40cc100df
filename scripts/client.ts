// `npm run client`: makes the package for programs in dist/client.
import { join } from "node:path"
import { clientFolder } from "../local/build-client.ts"
import { buildPackage, root } from "../local/bundle.ts"

await buildPackage()
console.log(join(root, clientFolder))
