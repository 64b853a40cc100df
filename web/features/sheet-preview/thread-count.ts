/** More threads than this find little more, and each may take some 60 MB. */
const MAX_THREADS = 8

/** Copies that keep one thread busy: fewer have few ways to lie. */
const COPIES_A_THREAD = 4

/** What the browser says of the machine. Only some browsers tell its memory. */
export type Machine = { hardwareConcurrency?: number; deviceMemory?: number }

/**
 * The threads that search a print of so many copies. One core is left to the page, and a gigabyte
 * of memory taken for each thread. None for a single copy: it has one way to lie.
 */
export function threadCount(copies: number, { hardwareConcurrency = 2, deviceMemory }: Machine): number {
  if (copies < 2) return 0
  const most = Math.min(MAX_THREADS, hardwareConcurrency - 1, deviceMemory ?? MAX_THREADS)
  return Math.min(Math.max(1, Math.floor(most)), Math.ceil(copies / COPIES_A_THREAD))
}
