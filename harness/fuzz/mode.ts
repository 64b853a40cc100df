/** A finding of a case, with the bytes that reproduce it; `kind` ends their file's name. */
export type Finding = { case: number; kind: string; what: string; bytes: Uint8Array; seed?: number }

/** The input that took the most of something. */
export type Extreme = { amount: number; unit: "ms" | "MiB"; kind: string; name: string; bytes: Uint8Array }

/** The result of a run: figures for its table, findings, and the slowest and the largest input. */
export type Report = { figures: Record<string, number>; findings: Finding[]; extremes?: Extreme[] }

/** A way to fuzz. Case n of a seed is the same whatever the count. */
export type Mode = {
  about: string
  /** Cases of a run that names no number. */
  usualCount: number
  run(seed: number, count: number): Promise<Report>
  /** Ends what stays open from seed to seed. */
  close?(): Promise<void>
}

export function caseSeed(seed: number, number: number): number {
  return Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)
}
