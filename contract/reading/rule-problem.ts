import type { ReadRule } from "../artwork/artwork-rule.ts"
import type { ValueProblem } from "../artwork/artwork-values.ts"
import { compilePattern } from "../pattern/find-pattern.ts"
import { PatternError } from "../pattern/syntax.ts"
import { keyOf } from "./field-words.ts"
import type { ReadField } from "./read-field.ts"

/**
 * Returns the problem of a rule for these fields: a field that the image does not have, or a question
 * that is to be two things. Null if there is none.
 */
export function ruleProblem(fields: readonly ReadField[], rule: ReadRule): ValueProblem | null {
  const taken = new Set(rule.ignores.map(keyOf))
  for (const [name, { question, pattern }] of Object.entries(rule.fields)) {
    if (fields.every((field) => field.name !== name))
      return { field: name, message: `This image has no field "${name}"` }
    const wrong = pattern === undefined ? null : patternProblem(pattern)
    if (wrong !== null) return { field: name, message: wrong }
    if (question === undefined) continue
    if (keyOf(question) === "") return { field: name, message: `"${question}" is not a question` }
    if (taken.has(keyOf(question))) return { field: name, message: `"${question}" is used for two things` }
    // Patterns may share an answer: each takes its own part.
    if (pattern === undefined) taken.add(keyOf(question))
  }
  return null
}

function patternProblem(pattern: string): string | null {
  try {
    compilePattern(pattern)
    return null
  } catch (error) {
    if (error instanceof PatternError) return error.message
    throw error
  }
}
