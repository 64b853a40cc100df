/** A part of an answer, and the field that was read from it; null for the words between. */
export type AnswerPart = { text: string; field: string | null }
/** The place of a field's value in an answer: from a UTF-16 unit to before another. */
type Mark = { field: string; start: number; end: number }

/**
 * Cuts an answer at the ends of its marks. Marks outside the text are cut to it, and one that overlaps an
 * earlier one begins after it: no word is shown twice.
 */
export function markAnswer(answer: string, marks: readonly Mark[]): AnswerPart[] {
  const parts: AnswerPart[] = []
  let at = 0
  for (const { field, start, end } of marks.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(at, start)
    const to = Math.min(answer.length, end)
    if (from >= to) continue
    if (from > at) parts.push({ text: answer.slice(at, from), field: null })
    parts.push({ text: answer.slice(from, to), field })
    at = to
  }
  if (at < answer.length) parts.push({ text: answer.slice(at), field: null })
  return parts
}
