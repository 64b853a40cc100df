/** Characters that some file system refuses in a name, or takes for a folder. */
const REFUSED = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu
/** The letters of a name: file systems take 255 bytes, a letter has up to four, and a rest follows. */
const MAX_LETTERS = 50

/** Returns a file's name from a text that people chose, without its end; `fallback` if nothing remains. */
export function fileNameOf(text: string, fallback: string): string {
  const plain = [...text.replace(REFUSED, "-")].slice(0, MAX_LETTERS).join("")
  return plain.replace(/^[\s.-]+|[\s.]+$/g, "") || fallback
}
