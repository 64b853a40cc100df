// What the test pool's setup in Node tells the tests, by Vitest's own means.

declare module "vitest" {
  interface ProvidedContext {
    /** Where the stand-ins for outside vendors listen. */
    standInsOrigin: string
    migrations: { name: string; queries: string[] }[]
  }
}

export type {}
