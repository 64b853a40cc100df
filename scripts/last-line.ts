type Counts = { passed: number; failed: number; skipped: number; skippedBenches: readonly string[] }

/**
 * The last line of `npm test`: all that was counted, and where programs are lacking what was left out
 * and what brings them.
 */
export function lastLine(
  { passed, failed, skipped, skippedBenches }: Counts,
  packages: readonly string[],
): string {
  const benches = skippedBenches.map((name) => `, bench ${name} skipped`).join("")
  const counted = `${passed} passed, ${failed} failed${benches}`
  if (packages.length === 0) return skipped === 0 ? counted : `${counted}, ${skipped} skipped`
  const left = `${skipped} skipped and others shortened`
  return `${counted}, ${left}: readers of print files are missing (apt-get install ${packages.join(" ")})`
}
