import { z } from "zod"
import { buildAll } from "../../local/bundle.ts"
import { halfMade } from "../half-made.ts"
import type { LiveWorker } from "../live-worker.ts"
import type { SecretsFile, WorkerRole } from "../secrets-file.ts"
import { dropSent, secretNamesOf, sendWorker } from "../send-worker.ts"
import type { Site } from "../site.ts"
import { missing, type State, type Step, wrong, wrongIf } from "../step.ts"
import { type WorkerConfig, writeConfigs } from "../worker-configs.ts"

export const edge = workerStep("Edge", "edge")
export const press = workerStep("Press", "press")

/** The step that gives the app its own address, and no other. */
export const address: Step = {
  name: "Address",
  async look(site): Promise<State> {
    const { cloudflare, accountPath, domain, configs } = site
    const owner = await ownerOfDomain(site)
    if (owner === undefined) return missing(`${domain} is not attached to ${configs.edge.name}`)
    if (owner !== configs.edge.name) return wrong(`${domain} is attached to another Worker, ${owner}`)
    const open: string[] = []
    for (const { name } of Object.values(configs)) {
      const path = `${accountPath}/workers/scripts/${name}/subdomain`
      const subdomain = await cloudflare.find(
        path,
        z.object({ enabled: z.boolean(), previews_enabled: z.boolean().default(false) }),
      )
      if (subdomain?.enabled) open.push(`${name} also answers under workers.dev`)
      if (subdomain?.previews_enabled) open.push(`${name} has preview addresses`)
    }
    return wrongIf(open, `https://${domain}`)
  },
  make: (site) => send(site, ["edge", "press"]),
}

/** The step that lets the press take every queue and ring every cron. */
export const background: Step = {
  name: "Queues and crons",
  async look(site): Promise<State> {
    const { cloudflare, accountPath, configs } = site
    const { name, consumers, crons } = configs.press
    const consumerSchema = z.object({
      script: z.string().optional(),
      script_name: z.string().optional(),
      service: z.string().optional(),
      dead_letter_queue: z.string().nullish(),
    })
    const queues = await cloudflare.list(
      `${accountPath}/queues`,
      z.object({ queue_name: z.string(), consumers: z.array(consumerSchema).nullish() }),
    )
    const problems = consumers.flatMap(({ queue, deadLetterQueue }) => {
      const [consumer] = queues.find((one) => one.queue_name === queue)?.consumers ?? []
      if (!consumer) return [`${queue} has no consumer`]
      const script = consumer.script ?? consumer.script_name ?? consumer.service
      if (script !== name) return [`${queue} is consumed by ${script}`]
      const isDead = (consumer.dead_letter_queue ?? null) === deadLetterQueue
      return isDead ? [] : [`${queue} has another dead letter queue`]
    })
    const schedules = await cloudflare.find(
      `${accountPath}/workers/scripts/${name}/schedules`,
      z.object({ schedules: z.array(z.object({ cron: z.string() })) }),
    )
    const ringing = schedules?.schedules.map(({ cron }) => cron) ?? []
    for (const cron of crons) if (!ringing.includes(cron)) problems.push(`the cron ${cron} does not ring`)
    return wrongIf(problems, `${consumers.length} queues, ${crons.length} crons`)
  },
  make: (site) => send(site, ["press"]),
}

function workerStep(name: string, role: WorkerRole): Step {
  return {
    name: `${name} Worker`,
    async look(site): Promise<State> {
      const live = await site.live(role)
      if (live === null) return missing(`${site.configs[role].name} is not deployed`)
      return wrongIf(differences(site.configs[role], live, site.secrets), site.configs[role].name)
    },
    make: (site) => send(site, [role]),
  }
}

/** Returns the differences between a Worker at Cloudflare and here. */
function differences(config: WorkerConfig, live: LiveWorker, secrets: SecretsFile): string[] {
  const names = Object.keys({ ...config.vars, ...live.vars }).filter(
    (name) => config.vars[name] !== live.vars[name],
  )
  const lacking = secretNamesOf(config).filter((name) => {
    const isWanted = config.secretNames.includes(name) || secrets.get(name) !== undefined
    return isWanted && !live.secretNames.includes(name)
  })
  const unsent = secrets.unsent(config.role, secretNamesOf(config)).filter((name) => !lacking.includes(name))
  return [
    ...(config.databases.every(({ binding, id }) => live.databases[binding] === id)
      ? []
      : ["it is bound to another D1 database"]),
    ...(lacking.length > 0 ? [`it has no ${lacking.join(", ")}`] : []),
    ...(names.length > 0 ? [`other values of ${names.join(", ")}`] : []),
    ...(unsent.length > 0 ? [`new values of ${unsent.join(", ")} wait to be sent`] : []),
    ...(live.tag === config.tag || names.length > 0 ? [] : ["another version is live"]),
  ]
}

/** Returns the Worker that answers at the domain; none if it is free. */
async function ownerOfDomain({ cloudflare, accountPath, domain }: Site): Promise<string | undefined> {
  const attached = await cloudflare.get(
    `${accountPath}/workers/domains?hostname=${domain}`,
    z.array(z.object({ hostname: z.string(), service: z.string() })),
  )
  return attached.find(({ hostname }) => hostname === domain)?.service
}

/** Builds and deploys; each Worker gets its secrets in the same step, so it is never without one. */
async function send(site: Site, roles: readonly WorkerRole[]): Promise<void> {
  const { configs, deployment, secrets } = site
  const problems = halfMade(deployment, configs, secrets.all())
  if (problems.length > 0) throw new Error(`Nothing was deployed. ${problems.join(" ")}`)
  const owner = await ownerOfDomain(site)
  // The owner may be a live shop, and without a person wrangler takes its address.
  if (owner !== undefined && owner !== configs.edge.name)
    throw new Error(
      `Nothing was deployed: ${site.domain} is attached to another Worker, ${owner}. Take it away there first: https://dash.cloudflare.com, Workers, ${owner}, Settings, Domains.`,
    )
  await buildAll()
  writeConfigs(configs)
  for (const role of roles) {
    const live = await site.live(role)
    const lacking = secretNamesOf(configs[role]).filter((name) => !live?.secretNames.includes(name))
    sendWorker(configs[role], secrets, lacking)
  }
  dropSent(secrets, [configs.edge, configs.press])
  site.forgetLive()
}
