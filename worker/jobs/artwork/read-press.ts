import type { Env } from "../../env.ts"

/** Reads the colour profile of a destination's press; empty, which nothing prints by, if it is gone. */
export async function readPress(env: Env, key: string): Promise<Uint8Array> {
  const object = await env.FILES.get(key)
  return new Uint8Array(object ? await object.arrayBuffer() : [])
}
