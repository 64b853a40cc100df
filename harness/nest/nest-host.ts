import { openNestHost } from "../../cli/node-host.ts"

/** The nesting kernel, as it was last built. */
export const nestHost = openNestHost()
