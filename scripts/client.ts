// `npm run client`: makes the package for programs in dist/client.
import { buildClient, clientDir } from "./build-client.ts"

await buildClient()
console.log(clientDir)
