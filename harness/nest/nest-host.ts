import { openLayoutHost } from "../../cli/node-host.ts"

/** The layout kernel, once for all that this process lays out. */
export const layoutHost = await openLayoutHost()
