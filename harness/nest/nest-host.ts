import { openLayoutHost } from "../../cli/node-host.ts"

/** The nesting kernel, as it was last built. */
export const layoutHost = openLayoutHost()
