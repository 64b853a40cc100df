/**
 * Milliseconds of processor time that this process has used: what work takes, however busy the
 * machine is.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
