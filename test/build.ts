import { buildAll } from "../local/bundle.ts"

/** Builds once before the tests that serve the app, so that no two files build at the same time. */
export default async function setup(): Promise<void> {
  await buildAll()
}
