/**
 * Makes a thing under a key that no other may have, its id or its request key. A repeat is rare, so the one made before
 * is only looked for where this one could not be made.
 */
export async function makeOnce<T>(make: () => Promise<T>, findMade: () => Promise<T | null>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    const made = await findMade()
    if (made !== null) return made
    throw error
  }
}
