/**
 * Returns the milliseconds of processor time that this process has used: the cost of work, however
 * busy the machine is.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
