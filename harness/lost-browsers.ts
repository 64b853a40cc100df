import { join } from "node:path"
import { root } from "../local/bundle.ts"

/** Names the journeys, a path a line, whose browser has stopped answering in this run. */
export const lostBrowsersFile = join(root, "coverage", "lost-browsers.txt")
