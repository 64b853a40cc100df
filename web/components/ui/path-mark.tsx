type PathMarkProps = {
  steps: number
  /** The step that it is at, the first being 0. */
  at: number
  /** True if a part of it has reached the next step. */
  isHalfOn?: boolean
}

/** Draws how far something is on its way; the word beside it says so, too. */
export function PathMark({ steps, at, isHalfOn = false }: PathMarkProps) {
  const now = isHalfOn ? at + 1 : at
  return (
    <span className="path" aria-hidden="true">
      {Array.from({ length: steps }, (_, step) => (
        <i
          key={step}
          className={step < now ? "is-done" : step > now ? undefined : isHalfOn ? "is-half" : "is-now"}
        />
      ))}
    </span>
  )
}
