// Settings and results of the ledger's random histories, passed through Vitest.

/** What the object answered otherwise than the model, with the seed that shows it again. */
export type Difference = { seed: number; step: number; what: string; expected: string; got: string }

declare module "vitest" {
  interface ProvidedContext {
    histories: { seed: number; count: number }
  }
  interface TaskMeta {
    histories?: { calls: number; seconds: number; difference: Difference | null }
  }
}
