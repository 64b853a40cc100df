// The values that the test pool's setup in Node provides to the tests, by Vitest's own means.

declare module "vitest" {
  interface ProvidedContext {
    /** The origin of the stand-ins for outside vendors. */
    standInsOrigin: string
    migrations: { name: string; queries: string[] }[]
  }
}

export type {}
