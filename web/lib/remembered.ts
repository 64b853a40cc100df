/**
 * Calls `make` once for each object, for rows that stay the same objects while others change. Its result must
 * follow from the object alone.
 */
export function remembered<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const made = new WeakMap<From, { to: To }>()
  return (from) => {
    const known = made.get(from) ?? { to: make(from) }
    made.set(from, known)
    return known.to
  }
}
