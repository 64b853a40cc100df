import { sampleSettings } from "../worker/sample-settings.ts"
import type { Deployment } from "./deployment-file.ts"
import { NO_DATABASE, type WorkerConfigs } from "./worker-configs.ts"

/**
 * Returns one sentence for each sample value and each missing id, never with the value: none of them
 * may go live. An empty list means that the deployment is whole.
 */
export function halfMade(
  deployment: Deployment,
  { edge, press }: WorkerConfigs,
  secrets: Readonly<Record<string, string>>,
): string[] {
  return [
    ...(deployment.account_id ? [] : ["account_id is missing: the Cloudflare account's id."]),
    ...(deployment.domain ? [] : ["domain is missing: the address people use."]),
    ...edge.databases.flatMap(({ binding, id }) => {
      const key = binding === "DB" ? "database_id" : `database_ids.${binding}`
      return id === NO_DATABASE ? [`${key} is missing: the id of the D1 database.`] : []
    }),
    ...sampleSettings({ ...edge.vars, ...press.vars, ...secrets }).map(
      ({ name, expected }) => `${name} has to be ${expected}.`,
    ),
  ]
}
