/** The error of a file that holds no table we can read; the message says why, for its sender. */
export class TableError extends Error {
  override name = "TableError"
}
