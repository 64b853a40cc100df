/** A file that holds no table we can read; the message says why, in words for its sender. */
export class TableError extends Error {
  override name = "TableError"
}
