import { z } from "zod"
import type { Cloudflare } from "./cloudflare.ts"

/** A Worker as Cloudflare runs it now. */
export type LiveWorker = {
  /** The tag from its deployment; null if something else than this project deployed it. */
  tag: string | null
  vars: Record<string, string>
  secretNames: string[]
  /** The ids of its databases by their bindings. */
  databases: Record<string, string>
}

const deploymentsSchema = z.object({
  deployments: z.array(z.object({ versions: z.array(z.object({ version_id: z.string() })) })),
})
const versionSchema = z.object({
  annotations: z.object({ "workers/tag": z.string().optional() }).nullish(),
  resources: z.object({
    bindings: z
      .array(
        z.object({
          name: z.string(),
          type: z.string(),
          text: z.string().optional(),
          id: z.string().optional(),
          database_id: z.string().optional(),
        }),
      )
      .default([]),
  }),
})

/** Reads the version that answers calls; null if there is no Worker of that name. */
export async function readLiveWorker(
  cloudflare: Cloudflare,
  accountId: string,
  name: string,
): Promise<LiveWorker | null> {
  const path = `/accounts/${accountId}/workers/scripts/${name}`
  const reply = await cloudflare.find(`${path}/deployments`, deploymentsSchema)
  const versionId = reply?.deployments[0]?.versions[0]?.version_id
  if (versionId === undefined) return null
  const { annotations, resources } = await cloudflare.get(`${path}/versions/${versionId}`, versionSchema)
  const ofType = (type: string) => resources.bindings.filter((binding) => binding.type === type)
  return {
    tag: annotations?.["workers/tag"] ?? null,
    vars: Object.fromEntries(ofType("plain_text").map(({ name: key, text }) => [key, text ?? ""])),
    secretNames: ofType("secret_text").map(({ name: key }) => key),
    databases: Object.fromEntries(
      ofType("d1").map(({ name: binding, id, database_id: other }) => [binding, id ?? other ?? ""]),
    ),
  }
}
