import type { Operator } from "../local/account-archive.ts"
import { localOperatorKey } from "../local/local-settings.ts"
import { config } from "../local/start-settings.ts"
import { DeploymentFile } from "./deployment-file.ts"
import { SecretsFile } from "./secrets-file.ts"

/** Returns a command's app and key: OPERATOR_KEY, else the deployment's own, else the local one. */
export function operatorOf(origin = `http://localhost:${config.port}`): Operator {
  const file = new DeploymentFile()
  const isDeployed = origin === `https://${file.read().domain}`
  const kept = isDeployed ? new SecretsFile(file.path).get("OPERATOR_KEY") : localOperatorKey
  const operatorKey = process.env.OPERATOR_KEY ?? kept
  if (operatorKey === undefined) throw new Error(`OPERATOR_KEY of ${origin} is not on this machine: set it.`)
  return { origin, operatorKey }
}
