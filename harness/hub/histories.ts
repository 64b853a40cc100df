// Settings and results of the ledger's random histories, passed through Vitest.

/** A difference between the object's and the model's answers, with the seed that reproduces it. */
export type Difference = { seed: number; step: number; what: string; expected: string; got: string }

declare module "vitest" {
  interface ProvidedContext {
    histories: { seed: number; count: number }
  }
  interface TaskMeta {
    histories?: { calls: number; seconds: number; difference: Difference | null }
  }
}
