import { compilePattern, type Pattern } from "./find-pattern.ts"
import { PatternError } from "./syntax.ts"

/** The patterns of a list's rules; each comes to 501 instructions at most. */
const MAX_KEPT = 200

const kept = new Map<string, Pattern | PatternError>()

/** Compiles a pattern once, for any number of items and fields; throws as `compilePattern` does. */
export function keptPattern(source: string): Pattern {
  const known = kept.get(source) ?? compiled(source)
  if (known instanceof PatternError) throw known
  return known
}

function compiled(source: string): Pattern | PatternError {
  const compiled = attempt(source)
  for (const oldest of kept.keys()) {
    if (kept.size < MAX_KEPT) break
    kept.delete(oldest)
  }
  kept.set(source, compiled)
  return compiled
}

function attempt(source: string): Pattern | PatternError {
  try {
    return compilePattern(source)
  } catch (error) {
    if (error instanceof PatternError) return error
    throw error
  }
}
