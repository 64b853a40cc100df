/** What some file system refuses in a name, or takes for a folder. */
const REFUSED = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu
/** File systems take 255 bytes, and letters have up to four; what follows the name has room, too. */
const MAX_LETTERS = 50

/** A file's name from a text that people chose, without its end; `fallback` where nothing is left. */
export function fileNameOf(text: string, fallback: string): string {
  const plain = [...text.replace(REFUSED, "-")].slice(0, MAX_LETTERS).join("")
  return plain.replace(/^[\s.-]+|[\s.]+$/g, "") || fallback
}
