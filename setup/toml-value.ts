/**
 * Returns a TOML text with one value set and the rest unchanged, comments included. `table` is a
 * table's name, or null for values above all tables. Knows values of one line, as this project writes
 * them.
 */
export function withValue(toml: string, table: string | null, key: string, value: string): string {
  const lines = toml === "" ? [] : toml.replace(/\n$/, "").split("\n")
  const line = `${key} = ${JSON.stringify(value)}`
  const heads = lines.flatMap((text, at) => (/^\s*\[/.test(text) ? [at] : []))
  const start = table === null ? 0 : lines.findIndex((text) => text.trim() === `[${table}]`) + 1
  if (table !== null && start === 0) return [...lines, "", `[${table}]`, line, ""].join("\n")
  const end = heads.find((at) => at >= start) ?? lines.length
  const old = lines.findIndex((text, at) => at >= start && at < end && keyOf(text) === key)
  if (old >= 0) return [...lines.with(old, line), ""].join("\n")
  // After the table's last value, before blank lines and the comment of the next table.
  const last = lines.findLastIndex((text, at) => at >= start && at < end && keyOf(text) !== null)
  const at = last >= 0 ? last + 1 : table === null ? end : start
  return [...lines.toSpliced(at, 0, line), ""].join("\n")
}

function keyOf(line: string): string | null {
  return /^\s*"?([\w-]+)"?\s*=/.exec(line)?.[1] ?? null
}
