type Counts = {
  passed: number
  /** The names of checks, tests and benches that failed. */
  failed: readonly string[]
  skipped: number
  skippedBenches: readonly string[]
}

const NAMED = 5

/**
 * Returns the last line of `npm test`: the counts, the failed checks and tests, how many tests the long
 * layer has beyond, and if programs are missing, the omitted tests and the command that installs them.
 */
export function lastLine(
  { passed, failed, skipped, skippedBenches }: Counts,
  packages: readonly string[],
): string {
  const benches = skippedBenches.map((name) => `, bench ${name} skipped`).join("")
  const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : ""
  const names = failed.length === 0 ? "" : ` (${failed.slice(0, NAMED).join(", ")}${more})`
  const counted = `${passed} passed, ${failed.length} failed${names}${benches}`
  if (packages.length === 0) return skipped === 0 ? counted : `${counted}, ${skipped} long ones left to --all`
  const limits = `${skipped} skipped and others shortened`
  return `${counted}, ${limits}: readers of print files are missing (apt-get install ${packages.join(" ")})`
}
