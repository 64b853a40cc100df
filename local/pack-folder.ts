import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { gzipSync } from "node:zlib"

/** The time of every file, as npm packs them: 26 October 1985. */
const TIME_S = 499_162_500
const BLOCK = 512
const MODE = 0o644
/** The place in gzip's head of the system that made a file, and the value that names none. */
const SYSTEM_AT = 9
const NO_SYSTEM = 255

/**
 * Returns a folder's files as npm packs them, a gzipped tar (POSIX.1-1988) below `package/`: the same bytes for the same files,
 * whenever and wherever they were written.
 */
export function packFolder(folder: string): Buffer {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .sort()
  const entries = paths.flatMap((path) => {
    const bytes = readFileSync(path)
    const name = `package/${relative(folder, path).replaceAll(sep, "/")}`
    return [headOf(name, bytes.length), bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))]
  })
  const packed = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 })
  packed[SYSTEM_AT] = NO_SYSTEM
  return packed
}

/**
 * Returns an entry's block: name (0), mode (100), owner (108), group (116), size (124), time (136), checksum (148), kind (156),
 * and the format's name (257).
 */
function headOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`${name} is too long a name for this format`)
  const head = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number) =>
    head.write(value.toString(8).padStart(digits, "0"), at)
  head.write(name)
  octal(MODE, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(TIME_S, 136, 11)
  head.write(" ".repeat(8), 148)
  head.write("0", 156)
  head.write("ustar\u000000", 257, "latin1")
  let sum = 0
  for (const byte of head) sum += byte
  octal(sum, 148, 6)
  head[154] = 0
  return head
}
