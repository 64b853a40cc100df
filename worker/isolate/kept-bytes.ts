/**
 * The bytes of files that never change, kept in an isolate from one job to the next. They are copies: whoever finds none
 * reads the file.
 */
type KeptBytes = {
  find(key: string): Uint8Array | null
  /** Keeps a file's bytes, which nobody changes any more. Those that nobody has asked for longest make room. */
  keep(key: string, bytes: Uint8Array): void
}

export function openKeptBytes(mostBytes: number): KeptBytes {
  /** The longest unused first. */
  const files = new Map<string, Uint8Array>()
  let keptBytes = 0

  function drop(key: string): Uint8Array | null {
    const bytes = files.get(key)
    if (!bytes) return null
    files.delete(key)
    keptBytes -= bytes.length
    return bytes
  }

  function keep(key: string, bytes: Uint8Array): void {
    drop(key)
    if (bytes.length > mostBytes) return
    files.set(key, bytes)
    keptBytes += bytes.length
    for (const oldest of files.keys()) {
      if (keptBytes <= mostBytes) break
      drop(oldest)
    }
  }

  return {
    find(key) {
      const bytes = drop(key)
      if (bytes) keep(key, bytes)
      return bytes
    },
    keep,
  }
}
