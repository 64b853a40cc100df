/** The most threads: more find little more, and each may take some 60 MB. */
const MAX_THREADS = 8

/** The copies that keep one thread busy: fewer have few ways to lie. */
const COPIES_A_THREAD = 4

/** The browser's description of the machine. Only some browsers name its memory. */
export type Machine = { hardwareConcurrency?: number; deviceMemory?: number }

/**
 * Returns the number of threads that search a print of so many copies. One core is left to the page, and each
 * thread needs a gigabyte of memory. It is 0 for a single copy, which has one way to lie.
 */
export function threadCount(copies: number, { hardwareConcurrency = 2, deviceMemory }: Machine): number {
  if (copies < 2) return 0
  const most = Math.min(MAX_THREADS, hardwareConcurrency - 1, deviceMemory ?? MAX_THREADS)
  return Math.min(Math.max(1, Math.floor(most)), Math.ceil(copies / COPIES_A_THREAD))
}
