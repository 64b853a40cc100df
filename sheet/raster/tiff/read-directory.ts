/** The bytes of a value, by the number of its type (TIFF 6 and BigTIFF). */
const typeBytes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 13: 4, 16: 8, 18: 8 }
const RATIONAL = 5

/** The most fields of a directory: four times what design programs write. */
const MAX_FIELDS = 1000

/** A reader of exactly `length` bytes at `offset`; null if the file ends before. */
export type ExactReader = (offset: number, length: number) => Promise<Uint8Array | null>

/** The first directory of a TIFF. */
export type TiffDirectory = {
  isLittle: boolean
  isBig: boolean
  /** The tags in the file's order. */
  tags: number[]
  /** The offset of the next picture's directory; 0: none. */
  next: number
  /** Returns a field's values, none if it is absent. A rational is two numbers. */
  numbers(tag: number, atMost: number): Promise<number[]>
  bytes(tag: number, atMost: number): Promise<Uint8Array | null>
}

type Entry = { type: number; count: number; place: Uint8Array }

/** Reads header and first directory. `fail` makes the error for what is wrong, in words that finish a sentence. */
export async function readTiffDirectory(
  exact: ExactReader,
  fail: (what: string) => Error,
): Promise<TiffDirectory> {
  const head = await read(0, 16)
  const isLittle = head[0] === 0x49
  const kind = numberAt(head, 2, 2)
  const isOther =
    head[0] !== head[1] || (head[0] !== 0x49 && head[0] !== 0x4d) || (kind !== 42 && kind !== 43)
  if (isOther) throw fail("it does not begin as a TIFF does")
  const isBig = kind === 43
  if (isBig && numberAt(head, 4, 2) !== 8) throw fail("its offsets have an unknown size")
  const wordBytes = isBig ? 8 : 4
  const countBytes = isBig ? 8 : 2
  const entryBytes = 4 + 2 * wordBytes
  const at = numberAt(head, isBig ? 8 : 4, wordBytes)
  const count = numberAt(await read(at, countBytes), 0, countBytes)
  if (count < 1 || count > MAX_FIELDS) throw fail(`its directory has ${count} fields`)
  const table = await read(at + countBytes, count * entryBytes + wordBytes)
  const entries = new Map<number, Entry>()
  const tags = Array.from({ length: count }, (_, i) => {
    const entry = i * entryBytes
    const tag = numberAt(table, entry, 2)
    const type = numberAt(table, entry + 2, 2)
    const values = numberAt(table, entry + 4, wordBytes)
    entries.set(tag, {
      type,
      count: values,
      place: table.subarray(entry + 4 + wordBytes, entry + entryBytes),
    })
    return tag
  })

  async function read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = await exact(offset, length)
    if (!bytes) throw fail("it ends too early")
    return bytes
  }

  function numberAt(bytes: Uint8Array, offset: number, length: number): number {
    let value = 0
    for (let i = 0; i < length; i++) value = value * 256 + bytes[offset + (isLittle ? length - 1 - i : i)]
    return value
  }

  async function bytes(tag: number, atMost: number): Promise<Uint8Array | null> {
    const entry = entries.get(tag)
    if (!entry) return null
    const size = typeBytes[entry.type]
    if (size === undefined || entry.count > atMost)
      throw fail(`its field ${tag} has ${entry.count} values of type ${entry.type}`)
    const length = size * entry.count
    return length <= wordBytes
      ? entry.place.slice(0, length)
      : read(numberAt(entry.place, 0, wordBytes), length)
  }

  return {
    isLittle,
    isBig,
    tags,
    next: numberAt(table, count * entryBytes, wordBytes),
    bytes,
    async numbers(tag, atMost) {
      const values = await bytes(tag, atMost)
      if (!values) return []
      const type = entries.get(tag)?.type ?? 0
      const size = type === RATIONAL ? 4 : typeBytes[type]
      return Array.from({ length: values.length / size }, (_, i) => numberAt(values, i * size, size))
    },
  }
}
