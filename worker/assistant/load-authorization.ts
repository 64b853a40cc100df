/**
 * Loads what lets assistants in, built as a module of its own beside the Worker's (local/bundle.ts): no isolate reads it that
 * is not asked for that.
 */
export function loadAuthorization(): Promise<typeof import("./authorization.ts")> {
  return import("./authorization.js")
}
