import { z } from "zod"
import type { Ask } from "./ask.ts"
import { CannotTell } from "./cannot-tell.ts"
import { Cloudflare } from "./cloudflare.ts"
import type { Deployment, DeploymentFile } from "./deployment-file.ts"
import { type LiveWorker, readLiveWorker } from "./live-worker.ts"
import { outsideCall } from "./outside-call.ts"
import { SecretsFile, type WorkerRole } from "./secrets-file.ts"
import { configsOf, type WorkerConfigs } from "./worker-configs.ts"
import { keptToken } from "./wrangler.ts"

/** A vendor's verdict on the live app's keys; null if it could not be asked. */
export type Verdict = { vendor: string; isRight: boolean | null; message: string }

const verdictsSchema = z.object({
  data: z.array(z.object({ vendor: z.string(), isRight: z.boolean().nullable(), message: z.string() })),
})

/** One deployment: its values here, and its state outside. */
export class Site {
  readonly file: DeploymentFile
  readonly secrets: SecretsFile
  readonly ask: Ask
  #token: string | null | undefined
  readonly #live = new Map<WorkerRole, Promise<LiveWorker | null>>()
  #verdicts: Promise<Verdict[]> | undefined

  constructor(file: DeploymentFile, ask: Ask) {
    this.file = file
    this.secrets = new SecretsFile(file.path)
    this.ask = ask
  }

  get deployment(): Deployment {
    return this.file.read()
  }

  get configs(): WorkerConfigs {
    return configsOf(this.deployment)
  }

  get domain(): string {
    return this.deployment.domain ?? never("the domain is not known")
  }

  get accountPath(): string {
    return `/accounts/${this.deployment.account_id ?? never("the account is not known")}`
  }

  /** Returns the environment's token, else that of wrangler's login. */
  get token(): string | null {
    if (this.#token === undefined) this.#token = process.env.CLOUDFLARE_API_TOKEN || keptToken()
    return this.#token
  }

  get cloudflare(): Cloudflare {
    return new Cloudflare(this.token ?? never("there is no access to Cloudflare"))
  }

  /** Returns the Worker as it runs now; null if it was never deployed. Read once until `forgetLive`. */
  live(role: WorkerRole): Promise<LiveWorker | null> {
    const known = this.#live.get(role)
    if (known) return known
    const { account_id: accountId = never("the account is not known") } = this.deployment
    const read = readLiveWorker(this.cloudflare, accountId, this.configs[role].name)
    this.#live.set(role, read)
    return read
  }

  /** Returns each vendor's verdict on the live app's keys. Asked once until `forgetLive`. */
  verdicts(): Promise<Verdict[]> {
    this.#verdicts ??= askVerdicts(this.configs.edge.vars.APP_ORIGIN, this.secrets.get("OPERATOR_KEY"))
    return this.#verdicts
  }

  /** Returns a vendor's verdict on the live app's keys; null while the app cannot tell. */
  async verdict(vendor: string): Promise<Verdict | null> {
    const verdicts = await this.verdicts().catch(() => [])
    return verdicts.find((verdict) => verdict.vendor === vendor) ?? null
  }

  /** Forgets the token, after a login. */
  forgetToken(): void {
    this.#token = undefined
  }

  /** Forgets the live state, after a deployment. */
  forgetLive(): void {
    this.#live.clear()
    this.#verdicts = undefined
  }
}

async function askVerdicts(origin: string, operatorKey: string | undefined): Promise<Verdict[]> {
  if (operatorKey === undefined)
    throw new CannotTell("OPERATOR_KEY is not on this machine, and the app asks the vendors for nobody else")
  const response = await outsideCall(`${origin}/api/operator/vendors`, {
    headers: { authorization: `Bearer ${operatorKey}` },
  })
  if (!response.ok) throw new CannotTell(`the app answers ${response.status} when it is to ask its vendors`)
  return verdictsSchema.parse(await response.json()).data
}

function never(reason: string): never {
  throw new CannotTell(reason)
}
