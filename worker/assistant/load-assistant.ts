/**
 * Loads what serves assistants, built as a module of its own beside the Worker's (local/bundle.ts): it weighs a third of all else,
 * and no isolate reads it that no assistant calls. The name is the built file's, which stands beside its source.
 */
export function loadAssistant(): Promise<typeof import("./assistant.ts")> {
  return import("./assistant.js")
}
