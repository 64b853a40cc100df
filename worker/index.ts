import { app } from "./app.ts"
import type { OpenEdgeEnv } from "./env.ts"

export { UserHub } from "../durable-objects/user-hub.ts"

/** The edge: page, API, objects and sockets. Long computations are the press's. */
export default { fetch: app.fetch } satisfies ExportedHandler<OpenEdgeEnv>
